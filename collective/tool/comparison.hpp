#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "collective/tool/merged.hpp"

namespace collective::tool {

/// No place of a list.
inline constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

// Places in the table of strategies.
std::size_t right_strategy();  ///< of the one without a flaw
std::size_t strategy_place(std::string_view name);

/// The place of the first pair whose coordinate is not below this one.
std::size_t lower_bound(const Merged& list, std::int64_t coordinate);

/// How one strategy's list differs from the right one.
struct Difference {
    std::size_t wrong = 0, missing = 0, extra = 0;
};

/// Where one coordinate stands in the right list and in each strategy's.
struct Row {
    std::int64_t coordinate;
    std::vector<std::size_t> places;
    bool differs;
};

/// Each strategy's list beside the right one. A list that there is not is a nullptr, and differs in nothing.
class Comparison {
  public:
    Comparison(std::vector<const Merged*> lists, std::size_t right);

    const std::vector<Difference>& differences() const { return differences_; }
    const std::vector<Row>& rows() const { return rows_; }  ///< of the coordinates where some list differs

  private:
    void take(std::int64_t coordinate, std::vector<std::size_t>& next);

    std::vector<const Merged*> lists_;
    std::size_t right_;
    std::vector<Difference> differences_;
    std::vector<Row> rows_;
};

std::vector<const Merged*> pointers_to(const std::vector<std::unique_ptr<Merged>>& lists);

}  // namespace collective::tool
