#include "collective/tool/bench_input.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <random>
#include <type_traits>

#include <fmt/format.h>

#include "collective/nearest.hpp"

namespace collective::tool {
namespace {

constexpr std::array rows{
    DistributionRow{"uniform", "every coordinate of the range is as likely"},
    DistributionRow{"zipf", "zipf:S: the k-th coordinate is as likely as 1/k^S"},
    DistributionRow{"blocks", "uniform in a part of the range that is the rank's own"},
    DistributionRow{"same", "all ranks have the same coordinates"},
    DistributionRow{"disjoint", "no two ranks share a coordinate"},
    DistributionRow{"sorted", "uniform, each rank's pairs sorted"},
};

/// A number of the command line; `1e6` is one.
double as_number(const std::string& text, std::string_view option) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) {
        throw UsageError(fmt::format("{}: '{}' is not a number", option, text));
    }
    return number;
}

using Random = std::mt19937_64;

std::int64_t uniform(Random& random, std::int64_t count) {
    return std::uniform_int_distribution<std::int64_t>(0, count - 1)(random);
}

/// Draws k from 1 to n as likely as k^-s, by rejection-inversion.
/// **Source** Hörmann, Derflinger: 'Rejection-inversion to generate variates from monotone discrete
/// distributions' (1996).
class Zipf {
  public:
    Zipf(std::int64_t n, double s)
        : n_(n),
          s_(s),
          lowest_(area(1.5) - 1),
          highest_(area(static_cast<double>(n) + 0.5)),
          sure_(2 - at_area(area(2.5) - std::pow(2, -s))) {}

    std::int64_t operator()(Random& random) const {
        while (true) {
            const double u = std::uniform_real_distribution<double>(lowest_, highest_)(random);
            const double x = at_area(u);
            const auto k = std::clamp<std::int64_t>(std::llround(x), 1, n_);
            const auto near = static_cast<double>(k);
            if (near - x <= sure_ || u >= area(near + 0.5) - std::pow(near, -s_)) return k;
        }
    }

  private:
    /// The integral of x^-s, and its inverse.
    double area(double x) const { return s_ == 1 ? std::log(x) : (std::pow(x, 1 - s_) - 1) / (1 - s_); }
    double at_area(double y) const {
        return s_ == 1 ? std::exp(y) : std::pow(std::max(0.0, 1 + y * (1 - s_)), 1 / (1 - s_));
    }

    std::int64_t n_;
    double s_, lowest_, highest_, sure_;
};

std::vector<std::int64_t> draw_coordinates(const Distribution& distribution, std::int64_t pairs,
                                           std::int64_t range, Random& random, int rank, int ranks) {
    std::vector<std::int64_t> coordinates(static_cast<std::size_t>(pairs));
    const auto each = [&](auto draw) { std::generate(coordinates.begin(), coordinates.end(), draw); };
    const std::int64_t part = range / ranks;
    if (distribution.name == "zipf") {
        each([&, zipf = Zipf(range, distribution.exponent)] { return zipf(random) - 1; });
    } else if (distribution.name == "blocks") {
        each([&] { return part * rank + uniform(random, part); });
    } else if (distribution.name == "disjoint") {
        each([&] { return uniform(random, part) * ranks + rank; });
    } else {
        each([&] { return uniform(random, range); });
    }
    if (distribution.name == "sorted") std::sort(coordinates.begin(), coordinates.end());
    return coordinates;
}

template <class V>
V draw_value(std::string_view kind, Random& random) {
    if (kind == "small") {
        // So small that plain sums are exact too: a method's other order is no fault.
        constexpr std::int64_t most = std::is_same_v<V, float> ? 8 : 1'000'000;
        const std::int64_t units = uniform(random, 2 * most + 1) - most;
        return static_cast<V>(units) / static_cast<V>(std::is_floating_point_v<V> ? 1024 : 1);
    }
    const double value = std::uniform_real_distribution<double>(-1, 1)(random);
    if (kind == "ordinary") return static_cast<V>(value);
    return static_cast<V>(std::ldexp(value, static_cast<int>(uniform(random, 600)) - 300));
}

}  // namespace

std::span<const DistributionRow> distribution_rows() { return rows; }

Distribution read_distribution(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string name = text.substr(0, colon);
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.name == name; });
    if (row == rows.end()) {
        std::vector<std::string_view> names;
        names.reserve(rows.size());
        for (const auto& one : rows) names.push_back(one.name);
        throw UsageError(unknown_name("distribution", name, names));
    }
    if ((row->name == "zipf") != (colon != std::string::npos)) {
        throw UsageError("--distribution takes zipf:S, with an exponent, and the others without");
    }
    if (colon == std::string::npos) return {row->name};
    const double exponent = as_number(text.substr(colon + 1), "--distribution zipf:S");
    if (exponent <= 0) throw UsageError("--distribution zipf:S needs an exponent above 0");
    return {row->name, exponent};
}

std::vector<std::int64_t> read_sizes(const std::string& text) {
    std::vector<double> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(':', begin), text.size());
        numbers.push_back(as_number(text.substr(begin, end - begin), "--pairs"));
        begin = end + 1;
    }
    const double lowest = numbers.front();
    const double highest = numbers.size() > 1 ? numbers[1] : lowest;
    const double factor = numbers.size() > 2 ? numbers[2] : 10;
    if (numbers.size() > 3 || lowest < 0 || highest < lowest || highest > 1e9 || factor <= 1 ||
        (lowest == 0 && highest > 0)) {
        throw UsageError("--pairs takes N, or MIN:MAX:FACTOR with 1 <= MIN <= MAX <= 1e9 and FACTOR > 1");
    }
    std::vector<std::int64_t> sizes{static_cast<std::int64_t>(lowest)};
    for (double size = lowest * factor; sizes.back() > 0 && size <= highest; size *= factor) {
        const auto whole = static_cast<std::int64_t>(size);
        if (whole > sizes.back()) sizes.push_back(whole);
    }
    return sizes;
}

template <class V>
Drawn<V> draw_pairs(const BenchArguments& bench, std::int64_t pairs, int rank, int ranks) {
    const auto seeded = [&](int stream) {
        std::seed_seq words{static_cast<std::uint32_t>(bench.seed),
                            static_cast<std::uint32_t>(bench.seed >> 32), static_cast<std::uint32_t>(pairs),
                            static_cast<std::uint32_t>(stream)};
        return Random(words);
    };
    const Distribution distribution = read_distribution(bench.distribution);
    Random places = seeded(distribution.name == "same" ? 0 : 2 * rank);
    Random values = seeded(2 * rank + 1);
    const auto coordinates = draw_coordinates(distribution, pairs, bench.range, places, rank, ranks);
    Drawn<V> drawn;
    drawn.pairs.reserve(coordinates.size());
    if constexpr (is_row<V>) {
        const auto width = static_cast<std::size_t>(bench.width);
        drawn.numbers.resize(coordinates.size() * width);
        for (auto& number : drawn.numbers) number = draw_value<NumberOf<V>>(bench.values, values);
        drawn.pairs = pairs_of(Rows<NumberOf<V>>{coordinates, drawn.numbers, width});
    } else {
        for (std::int64_t coordinate : coordinates) {
            drawn.pairs.push_back({coordinate, draw_value<V>(bench.values, values)});
        }
    }
    return drawn;
}

template Drawn<std::int64_t> draw_pairs(const BenchArguments&, std::int64_t, int, int);
template Drawn<float> draw_pairs(const BenchArguments&, std::int64_t, int, int);
template Drawn<Row<double>> draw_pairs(const BenchArguments&, std::int64_t, int, int);
template Drawn<double> draw_pairs(const BenchArguments&, std::int64_t, int, int);

}  // namespace collective::tool
