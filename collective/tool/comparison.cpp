#include "collective/tool/comparison.hpp"

#include "collective/strategy/table.hpp"

namespace collective::tool {

std::size_t right_strategy() {
    const auto rows = strategy_rows();
    std::size_t right = 0;
    while (!rows[right].flaw.empty()) ++right;
    return right;
}

std::size_t strategy_place(std::string_view name) {
    const auto rows = strategy_rows();
    std::size_t place = 0;
    while (rows[place].name != name) ++place;
    return place;
}

std::size_t lower_bound(const Merged& list, std::int64_t coordinate) {
    std::size_t first = 0;
    for (std::size_t size = list.size(); size > 0;) {
        const std::size_t half = size / 2;
        if (list.coordinate(first + half) < coordinate) {
            first += half + 1;
            size -= half + 1;
        } else {
            size = half;
        }
    }
    return first;
}

Comparison::Comparison(std::vector<const Merged*> lists, std::size_t right)
    : lists_(std::move(lists)), right_(right) {
    differences_.resize(lists_.size());
    std::vector<std::size_t> next(lists_.size());
    while (true) {
        const Merged* lowest = nullptr;
        std::size_t at = 0;
        for (std::size_t i = 0; i < lists_.size(); ++i) {
            if (lists_[i] == nullptr || next[i] == lists_[i]->size()) continue;
            if (lowest != nullptr && lowest->coordinate(at) <= lists_[i]->coordinate(next[i])) continue;
            lowest = lists_[i];
            at = next[i];
        }
        if (lowest == nullptr) break;
        take(lowest->coordinate(at), next);
    }
}

void Comparison::take(std::int64_t coordinate, std::vector<std::size_t>& next) {
    Row row{coordinate, std::vector<std::size_t>(lists_.size(), nowhere), false};
    for (std::size_t i = 0; i < lists_.size(); ++i) {
        if (lists_[i] == nullptr) continue;
        if (next[i] < lists_[i]->size() && lists_[i]->coordinate(next[i]) == coordinate)
            row.places[i] = next[i]++;
    }
    const std::size_t right = row.places[right_];
    for (std::size_t i = 0; i < lists_.size(); ++i) {
        if (lists_[i] == nullptr) continue;
        const bool has = row.places[i] != nowhere;
        if (has && right != nowhere) {
            if (lists_[i]->same_value(row.places[i], *lists_[right_], right)) continue;
            ++differences_[i].wrong;
        } else if (has) {
            ++differences_[i].extra;
        } else if (right != nowhere) {
            ++differences_[i].missing;
        } else {
            continue;
        }
        row.differs = true;
    }
    if (row.differs) rows_.push_back(std::move(row));
}

std::vector<const Merged*> pointers_to(const std::vector<std::unique_ptr<Merged>>& lists) {
    std::vector<const Merged*> pointers;
    pointers.reserve(lists.size());
    for (const auto& list : lists) pointers.push_back(list.get());
    return pointers;
}

}  // namespace collective::tool
