#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "collective/check/share.hpp"
#include "collective/entry.hpp"
#include "collective/options.hpp"
#include "collective/result.hpp"

namespace collective {

/// The index of the first pair of a share that isn't above the one before it; the number of all pairs if
/// there is none.
template <class R, class K>
std::uint64_t first_disorder(std::span<const Entry<R, K>> pairs, Share share) {
    const std::size_t from = share.first - std::min<std::size_t>(share.first, 1);
    const auto looked_at = pairs.subspan(from, share.last - from);
    const auto at = std::adjacent_find(looked_at.begin(), looked_at.end(), [](const auto& a, const auto& b) {
        return !(a.coordinate < b.coordinate);
    });
    return at == looked_at.end() ? pairs.size() : from + static_cast<std::size_t>(at - looked_at.begin()) + 1;
}

/// A coordinate as people read it, where its type can be printed; else empty.
template <class K>
std::string printed(const K& coordinate, const CoordinateNames* names = nullptr) {
    if constexpr (std::same_as<K, std::int64_t>) {
        if (names != nullptr) return names->name(coordinate);
    }
    if constexpr (std::same_as<K, std::string>)
        return '"' + coordinate + '"';
    else if constexpr (std::integral<K> && sizeof(K) <= 8)
        return std::to_string(coordinate);
    else
        return "";
}

/// How many coordinates are wrong, and the smallest.
template <class K>
struct WrongCoordinates {
    std::uint64_t count = 0;
    std::optional<K> smallest;

    void include(const K& coordinate) {
        ++count;
        if (!smallest || coordinate < *smallest) smallest = coordinate;
    }
    /// Others, counted elsewhere.
    void include(const WrongCoordinates& others) {
        if (others.smallest && (!smallest || *others.smallest < *smallest)) smallest = others.smallest;
        count += others.count;
    }
};

template <class K>
struct CoordinateFaults {
    WrongCoordinates<K> missing, extra;
    bool missing_at_least = false;  ///< several ranks miss some, perhaps the same ones

    /// Those of another part of the range.
    void include(const CoordinateFaults& others) {
        missing.include(others.missing);
        extra.include(others.extra);
    }
};

/// The pure judge: no coordinate is missing and none is extra.
template <class K>
Verdict judge_coordinates(const CoordinateFaults<K>& faults, const CoordinateNames* names = nullptr) {
    if (faults.missing.count == 0 && faults.extra.count == 0) return {"coordinates", Status::passed, ""};
    const auto text = [&](const WrongCoordinates<K>& wrong, const char* what) {
        const std::string name = wrong.smallest ? printed(*wrong.smallest, names) : "";
        const std::string words = std::to_string(wrong.count) + what;
        return name.empty() ? words : words + (wrong.count == 1 ? ": " : ", the smallest ") + name;
    };
    std::string detail;
    if (faults.missing.count > 0) {
        if (faults.missing_at_least) detail += "at least ";
        detail += text(faults.missing, " missing");
    }
    if (faults.missing.count > 0 && faults.extra.count > 0) detail += "; ";
    if (faults.extra.count > 0) detail += text(faults.extra, " extra");
    return {"coordinates", Status::failed, detail};
}

}  // namespace collective
