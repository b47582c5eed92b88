#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <span>
#include <utility>
#include <vector>

#include "collective/entry.hpp"
#include "collective/row.hpp"

namespace collective {

/// The memory that a result lies in; of rows that of their numbers, which lie side by side.
template <class V, class K>
std::span<const std::byte> memory_of(std::span<const Entry<V, K>> result) {
    if constexpr (is_row<V>) {
        if (result.empty()) return {};
        return std::as_bytes(std::span(result[0].value.data(), result.size() * result[0].value.size()));
    } else {
        return std::as_bytes(result);
    }
}

/// A rank's lists, with copies in place of those that are views of the last result: its memory serves the
/// next call.
template <class V, class K>
class ListsApart {
  public:
    ListsApart(Lists<V, K> mine, std::span<const std::byte> last_result) : lists_(std::move(mine)) {
        for (auto& list : lists_) {
            if (lies_in(list, last_result)) list = copy_of(list);
        }
    }

    const Lists<V, K>& lists() const { return lists_; }

  private:
    struct Copy {
        std::vector<Entry<V, K>> pairs;
        std::vector<NumberOf<V>> numbers;  // of rows
    };

    static bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) {
        const std::less<> before;
        return before(a.data(), b.data() + b.size()) && before(b.data(), a.data() + a.size());
    }

    static bool lies_in(std::span<const Entry<V, K>> list, std::span<const std::byte> last_result) {
        if constexpr (is_row<V>) {
            for (const auto& pair : list) {
                if (overlap(std::as_bytes(pair.value), last_result)) return true;
            }
            return false;
        } else {
            return overlap(std::as_bytes(list), last_result);
        }
    }

    std::span<const Entry<V, K>> copy_of(std::span<const Entry<V, K>> list) {
        Copy& copy = copies_.emplace_back();
        copy.pairs.assign(list.begin(), list.end());
        if constexpr (is_row<V>) {
            std::size_t size = 0;
            for (const auto& pair : list) size += pair.value.size();
            copy.numbers.reserve(size);
            for (auto& [coordinate, row] : copy.pairs) {
                const auto place = copy.numbers.insert(copy.numbers.end(), row.begin(), row.end());
                row = V(&*place, row.size());
            }
        }
        return copy.pairs;
    }

    Lists<V, K> lists_;
    std::list<Copy> copies_;
};

}  // namespace collective
