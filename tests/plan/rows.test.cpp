#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/plan/operators.hpp"
#include "tests/plan/row_job.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

template <class What, class V>
std::string checks_of(const InMemory<What, Row<V>>& job) {
    Outcome<V, std::int64_t> outcome;
    outcome.verdicts = job.verdicts();
    return outcome.checks();
}

/// Calls `test(rows, bounds, options)` for drawn jobs of every width, schedule and rank count.
template <class V, class Test>
void for_drawn_jobs(const Test& test) {
    Random random(31);
    for (const std::string& schedule : schedule_names()) {
        for (const int ranks : {1, 2, 3, 4, 5, 7, 8}) {
            for (const std::size_t width : {1, 2, 5}) {
                const auto first = draw_repeats<V, std::int64_t>(random);
                const RowJob<V> drawn(columns_like(first, width, Numbers<V>(random)));
                Options options;
                options.schedule = schedule;
                options.nodes = random_nodes(ranks, random);
                CAPTURE(schedule);
                CAPTURE(ranks);
                CAPTURE(width);
                test(drawn, random_bounds(drawn.rows.size(), ranks, random), options);
            }
        }
    }
}

/// Every column of every rank's copy is what brute force makes of that column alone.
template <class V>
void run_rows(const AnyOperator<V>& any) {
    CAPTURE(any.setting());
    for_drawn_jobs<V>([&](const RowJob<V>& drawn, const Bounds& bounds, const Options& options) {
        std::vector<Right<std::int64_t>> right;
        std::vector<std::string> refusals;
        for (std::size_t column = 0; column < drawn.columns.size(); ++column) {
            right.push_back(right_of(any, drawn.columns[column]));
            for (std::string text : right.back().refusals) {
                refusals.push_back(text.insert(text.find(": the"), ", column " + std::to_string(column)));
            }
        }
        const int ranks = static_cast<int>(bounds.size()) - 1;
        InMemory<AnyOperator<V>, Row<V>> job(ranks, any, options);
        try {
            job(spread(drawn.rows, bounds));
            REQUIRE(refusals.empty());
            REQUIRE(checks_of(job) == "++.");
            for (int rank = 0; rank < ranks; ++rank) {
                for (std::size_t column = 0; column < right.size(); ++column) {
                    REQUIRE((column_of(job.result(rank), column) == right[column].merged));
                }
            }
        } catch (const InputError& error) {
            const std::string message = error.what();
            CAPTURE(message);
            REQUIRE(std::any_of(refusals.begin(), refusals.end(),
                                [&](const std::string& end) { return message.ends_with(end); }));
        }
    });
}

/// The same with the fingerprint, which is for the operators that it knows.
template <class What, class V, class RightColumn>
void run_rows_checked(const What& what, const RightColumn& right_column) {
    for_drawn_jobs<V>([&](const RowJob<V>& drawn, const Bounds& bounds, const Options& options) {
        const int ranks = static_cast<int>(bounds.size()) - 1;
        InMemory<What, Row<V>> job(ranks, what, options);
        for (int again = 0; again < 2; ++again) job(spread(drawn.rows, bounds));
        REQUIRE(checks_of(job) == "+++");
        for (int rank = 0; rank < ranks; ++rank) {
            for (std::size_t column = 0; column < drawn.columns.size(); ++column) {
                const auto right = right_column(drawn.columns[column]);
                REQUIRE(same_bits(column_of(job.result(rank), column), right));
            }
        }
    });
}

template <class V>
std::vector<Entry<V>> right_of_table(const auto& op, const Workers<V>& workers) {
    std::vector<Entry<V>> pairs;
    for (const auto& [coordinate, bits] : right_of(AnyOperator<V>(op), workers).merged) {
        pairs.push_back({coordinate, std::bit_cast<V>(bits)});
    }
    return pairs;
}

std::string error_of(const Workers<Row<double>>& workers, const Bounds& bounds) {
    try {
        InMemory<Sum, Row<double>> job(static_cast<int>(bounds.size()) - 1);
        job(spread(workers, bounds));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("rows: every operator, column by column, as by brute force") {
    std::apply([&](auto... op) { (run_rows(AnyOperator<double>(op)), ...); }, Operators{});
    run_rows(AnyOperator<double>(Mean(Mean::Over::all)));
}

TEST_CASE("rows: integers, also where one column does not fit") {
    run_rows(AnyOperator<std::int64_t>(Sum{}));
    run_rows(AnyOperator<std::int64_t>(Product{}));
}

TEST_CASE("rows: sums and means are checked by all three checks") {
    run_rows_checked<Sum, double>(Sum{}, [](const auto& workers) { return right_of_table(Sum{}, workers); });
    run_rows_checked<Mean, double>(Mean{},
                                   [](const auto& workers) { return right_of_table(Mean{}, workers); });
}

TEST_CASE("rows: wide ones, many of them") {
    constexpr std::size_t width = 64;
    constexpr std::int64_t range = 500;
    Random random(7);
    std::vector<std::vector<double>> numbers(4);
    Workers<Row<double>> workers(4);
    std::vector<double> right(range * width);  // sums of small whole numbers are exact
    for (std::size_t worker = 0; worker < workers.size(); ++worker) {
        numbers[worker].resize(1000 * width);
        for (std::size_t i = 0; i < 1000; ++i) {
            const std::int64_t coordinate = from_to(random, 0, range - 1);
            for (std::size_t column = 0; column < width; ++column) {
                const double number = from_to(random, -1000, 1000);
                numbers[worker][i * width + column] = number;
                right[static_cast<std::size_t>(coordinate) * width + column] += number;
            }
            workers[worker].push_back(
                {coordinate, std::span<const double>(numbers[worker]).subspan(i * width, width)});
        }
    }
    for (const std::string& schedule : schedule_names()) {
        Options options;
        options.schedule = schedule;
        InMemory<Sum, Row<double>> job(3, Sum{}, options);
        job(spread(workers, even_bounds(4, 3)));
        REQUIRE(checks_of(job) == "+++");
        for (int rank = 0; rank < 3; ++rank) {
            const auto copy = job.result(rank);
            REQUIRE(copy.size() == range);
            CHECK(copy[1].value.data() == copy[0].value.data() + width);  // a matrix
            for (const auto& [coordinate, row] : copy) {
                const auto first = right.begin() + static_cast<std::ptrdiff_t>(coordinate) * 64;
                REQUIRE(std::equal(row.begin(), row.end(), first, first + 64));
            }
        }
    }
}

TEST_CASE("rows: types are told from vectors and spans, and a vector is a row") {
    const std::vector<std::int64_t> coordinates{7, 5};
    std::vector<double> values{1, 2, 3, 4};
    const Rows of_vectors{coordinates, values, 2};
    const Rows of_spans{std::span<const std::int64_t>(coordinates), std::span<const double>(values), 2};
    CHECK(std::is_same_v<decltype(of_vectors), const Rows<double>>);
    CHECK(std::is_same_v<decltype(of_spans), const Rows<double>>);
    const std::vector<double> first{1, 2}, second{3, 4};
    const std::vector<Entry<Row<double>>> pairs{{7, first}, {5, second}};
    CHECK(pairs == pairs_of(of_vectors));
    CHECK(pairs == pairs_of(of_spans));
    CHECK_FALSE(std::is_constructible_v<Row<double>, std::vector<double>>);  // it would be gone
}

TEST_CASE("rows: widths that differ are told, with both workers") {
    const std::vector<double> numbers{1, 2, 3, 4, 5, 6};
    const auto row = [&](std::size_t width) { return Row<double>(std::span(numbers).first(width)); };
    // Six numbers in all on either side: totals agree, rows do not.
    const Workers<Row<double>> workers{
        {{0, row(2)}, {1, row(2)}, {2, row(2)}}, {}, {{0, row(3)}, {1, row(3)}}};
    CHECK(
        error_of(workers, {0, 3}) ==
        "worker 2, pair 0: a row of 3 values, but worker 0 has rows of 2: give all rows of a job one width");
    CHECK(error_of(workers, {0, 0, 1, 3}) ==
          "worker 0 of rank 1 has rows of 2 values, and worker 1 of rank 2 has rows of 3: give all rows of a "
          "job one width");
    CHECK(
        error_of({{{0, row(2)}, {1, row(1)}}}, {0, 1}) ==
        "worker 0, pair 1: a row of 1 values, but worker 0 has rows of 2: give all rows of a job one width");
    CHECK(error_of({{{0, row(0)}}}, {0, 1}) == "worker 0, pair 0: a row of no values: give it one at least");
}

TEST_CASE("rows: faults are not for them") {
    Options options;
    options.fault = Fault::swap_values;
    InMemory<Sum, Row<double>> job(2, Sum{}, options);
    for (int again = 0; again < 2; ++again) {
        CHECK_THROWS_AS(job(std::vector<Lists<Row<double>>>(2)), InputError);
    }
}
