#include <doctest/doctest.h>

#include <new>
#include <stdexcept>

#include "collective/allreduce_by_key.hpp"
#include "tests/mpi/oracle.hpp"
#include "tests/mpi/ranks.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

const Pairs<std::int64_t> good{{1, 1}, {2, 2}};

void check_still_works(MPI_Comm comm) {
    const std::int64_t p = size_of(comm);
    CHECK(allreduce_by_key(good, comm) == Pairs<std::int64_t>{{1, p}, {2, 2 * p}});
}

/// The last rank calls `other`, all before it `usual`: all must get the same error, which names it and
/// `words`.
template <class Usual, class Other>
void check_disagreement(const std::string& words, Usual usual, Other other) {
    for_each_size([&](MPI_Comm comm) {
        if (size_of(comm) == 1) return;
        CAPTURE(words);
        const int last = size_of(comm) - 1;
        const std::string message = message_of<DisagreementError>([&] {
            if (rank_in(comm) == last) {
                other(comm);
            } else {
                usual(comm);
            }
        });
        CAPTURE(message);
        CHECK(contains(message, "rank " + std::to_string(last) + " has " + words));
        CHECK(same_everywhere(comm, message));
        check_still_works(comm);
    });
}

auto with(const Options& options) {
    return [=](MPI_Comm comm) { allreduce_by_key(good, comm, Sum{}, options); };
}

template <class What>
auto by(What what) {
    return [=](MPI_Comm comm) { allreduce_by_key(good, comm, what); };
}

template <class V, class K>
void call_with_types(MPI_Comm comm) {
    allreduce_by_key(Pairs<V, K>(1), comm);
}

/// A sum that refuses some values, each in its own way.
struct Fussy : Sum {
    static constexpr std::string_view name = "fussy";

    auto lift(const std::int64_t& value, Origin origin) const {
        if (value == 13) throw InputError("13 is unlucky");
        if (value == 14) throw std::bad_alloc();
        if (value == 15) throw std::runtime_error("15 is odd");
        if (value == 16) throw 16;
        return Sum::lift(value, origin);
    }
};

template <class E>
void check_fussy(std::int64_t value, const std::string& words) {
    for_each_size([&](MPI_Comm comm) {
        const int last = size_of(comm) - 1;
        auto mine = good;
        if (rank_in(comm) == last) mine[1].value = value;
        Plan plan(comm, Fussy{});
        const std::string message = message_of<E>([&] { plan(mine); });
        CAPTURE(message);
        CHECK(contains(message, words));
        if (last > 0) CHECK(contains(message, "rank " + std::to_string(last)));
        CHECK(same_everywhere(comm, message));
        CHECK(plan(good).size() == 2);
    });
}

}  // namespace

TEST_CASE("ranks that make different calls all learn who differs, and in what") {
    check_disagreement("strategy=overwrite where rank 0 has strategy=coordinate", by(Coordinate{}),
                       by(Overwrite{}));
    check_disagreement("strategy=position where rank 0 has strategy=coordinate", by(Sum{}), by(Position{}));
    check_disagreement("operator=last where rank 0 has operator=sum", by(Sum{}), by(Last{}));
    check_disagreement("value=double where rank 0 has value=long",
                       call_with_types<std::int64_t, std::int64_t>, call_with_types<double, std::int64_t>);
    check_disagreement("coordinate=string where rank 0 has coordinate=int", call_with_types<float, int>,
                       call_with_types<float, std::string>);
}

TEST_CASE("ranks that give different options all learn which") {
    const Options usual;
    Options other;
    other.schedule = "ring";
    check_disagreement("schedule=ring where rank 0 has schedule=auto", with(usual), with(other));
    other = {};
    other.check = false;
    check_disagreement("check=off where rank 0 has check=on", with(usual), with(other));
    other = {};
    other.message_limit = 7;
    check_disagreement("message-limit=7", with(usual), with(other));
    other = {};
    other.seed = 5;
    check_disagreement("seed=5 where rank 0 has seed=0", with(usual), with(other));
    other = {};
    other.fault = Fault::drop_pair;
    check_disagreement("fault=2,0 where rank 0 has fault=0,0", with(usual), with(other));
    other = {};
    other.transport = "message";
    check_disagreement("transport=message where rank 0 has transport=auto", with(usual), with(other));
    other = {};
    other.nodes = {1, 1};
    check_disagreement("nodes=1,1 where rank 0 has nodes=real", with(usual), with(other));
}

TEST_CASE("options that no rank can use are the same error on every rank") {
    for_each_size([](MPI_Comm comm) {
        for (auto break_options :
             {+[](Options& o) { o.schedule = "rinf"; }, +[](Options& o) { o.nodes = {99}; },
              +[](Options& o) { o.message_limit = 0; }}) {
            Options options;
            break_options(options);
            const std::string message = message_of<InputError>([&] { with(options)(comm); });
            CAPTURE(message);
            CHECK(!contains(message, "no error"));
            CHECK(!contains(message, "another error"));
            CHECK(same_everywhere(comm, message));
        }
        check_still_works(comm);
    });
}

TEST_CASE("data that one rank can't take is the same error on every rank") {
    check_fussy<InputError>(13, "13 is unlucky");
    check_fussy<Error>(14, "out of memory");
    check_fussy<Error>(15, "15 is odd");
    check_fussy<Error>(16, "an exception of unknown type");
}

TEST_CASE("a sum that does not fit is the same error on every rank, and the plan goes on") {
    for_each_size([](MPI_Comm comm) {
        const std::int64_t p = size_of(comm);
        constexpr auto most = std::numeric_limits<std::int64_t>::max();
        const Pairs<std::int64_t> large{{-4, 1}, {5, most}, {5, most}, {6, 1}};
        for (const Schedule& schedule : schedules()) {
            for (bool check : {true, false}) {
                CAPTURE(schedule.name);
                Options options;
                options.schedule = schedule.name;
                options.check = check;
                Plan plan(comm, Sum{}, options);
                const std::string message = message_of<InputError>([&] { plan(large); });
                CAPTURE(message);
                CHECK(contains(message, "coordinate 5: the sum"));
                CHECK(same_everywhere(comm, message));
                const auto merged = plan(good);
                CHECK(std::vector(merged.begin(), merged.end()) == Pairs<std::int64_t>{{1, p}, {2, 2 * p}});
            }
        }
    });
}
