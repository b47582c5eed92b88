#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collective/report/lists.hpp"
#include "collective/report/recording.hpp"
#include "collective/result.hpp"
#include "collective/schedule/picture.hpp"

namespace collective {

/// What a strategy came to.
struct PageStrategy {
    std::string name, operation, meaning, flaw;
    std::string schedule;
    std::string error;  ///< why it has no result; then only the name and the like are told
    std::vector<Verdict> verdicts;
    std::size_t size = 0, wrong = 0, missing = 0, extra = 0;
    std::vector<std::string> at_places;       ///< values of the keys 0, 1, ...; empty text: it has none
    std::vector<std::string> at_coordinates;  ///< values of the coordinates of `lists`
};

/// A coordinate where some strategy differs from the right one.
struct PageDifference {
    std::string coordinate;
    std::vector<std::string> values;  ///< of each strategy; empty text: it has none
};

/// All that a page shows of a job.
struct PageJob {
    std::string source;  ///< the name of the input
    std::string carrier;
    CoordinateSpace space;
    Account account;
    ListSample lists;
    std::vector<std::size_t> places_in_result;  ///< of the coordinates of `lists`, in the recorded result
    std::vector<PageStrategy> strategies;
    std::size_t right = 0;     ///< the strategy that claims what it does
    std::size_t recorded = 0;  ///< the one whose rounds are in `recording`
    std::size_t differing = 0;
    std::vector<PageDifference> differences;  ///< the first of them
    Recording recording;
};

/// As many rows of differences as a page has, at most.
inline constexpr std::size_t most_differences = 2'000;

/// What a page of a job, of a schedule or of a benchmark embeds, as JSON. **Throws** as `messages`.
std::string page_data(std::string_view command, const PageJob& job);
std::string page_data(const Picture& picture, const Topology& topology);
std::string bench_page_data(std::string_view results);  ///< what `bench --json` writes

/// One HTML file that needs nothing else, with this data in it.
std::string page(std::string_view title, std::string_view data);

}  // namespace collective
