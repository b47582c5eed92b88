#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace collective {

/// How large each rank's piece of a window is to be. It grows at once, to an eighth more than is needed. It
/// shrinks once many calls in a row have needed less than a quarter, to what the largest of them needed: a
/// small call between large ones gives nothing back.
class WindowSizes {
  public:
    static constexpr int patience = 32;                                ///< calls
    static constexpr std::size_t not_worth_it = std::size_t{1} << 20;  ///< bytes of a rank

    /// What is to be had in place of what there is, for a call that needs that much; nothing: it stays. All
    /// in bytes, by rank of the node; nothing held is a window that isn't there.
    std::vector<std::size_t> next(std::span<const std::size_t> needed, std::span<const std::size_t> held) {
        const auto held_by = [&](std::size_t i) { return i < held.size() ? held[i] : 0; };
        most_.resize(needed.size());
        bool grows = false;
        for (std::size_t i = 0; i < needed.size(); ++i) {
            most_[i] = std::max(most_[i], needed[i]);
            grows = grows || needed[i] > held_by(i);
        }
        const auto total = [](std::span<const std::size_t> sizes) {
            return std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
        };
        ++calls_;
        const bool roomy = total(held) / 4 > total(needed) && total(held) > needed.size() * not_worth_it;
        if (roomy && !grows && calls_ < patience) return {};
        std::vector<std::size_t> sizes;
        if (roomy || grows) {
            for (std::size_t i = 0; i < needed.size(); ++i) {
                const std::size_t wanted = grows ? needed[i] : most_[i];
                sizes.push_back(std::max(wanted + wanted / 8, grows ? held_by(i) : 0));
            }
        }
        calls_ = 0;
        most_.clear();
        return sizes;
    }

  private:
    std::vector<std::size_t> most_;  // that a rank needed since the last call that needed much
    int calls_ = 0;                  // since then
};

}  // namespace collective
