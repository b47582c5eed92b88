#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "tests/plan/job.hpp"

namespace collective::testing {

/// Values of one kind a job: ordinary, cancelling, extreme.
template <class V>
class Values {
  public:
    explicit Values(Random& random) : random_(random), kind_(from_to(random, 0, 6)) {}

    V operator()() {
        if (!pending_.empty() && random_() % 2) {  // what cancels an earlier one, perhaps not quite
            const V value = pending_.back();
            pending_.pop_back();
            return value;
        }
        const V value = draw(kind_ == 6 ? from_to(random_, 0, 5) : kind_);
        if (random_() % 3 == 0) pending_.push_back(opposite(value));
        return value;
    }

  private:
    static constexpr bool is_float = std::is_floating_point_v<V>;
    using Limits = std::numeric_limits<V>;

    V opposite(V value) {
        if constexpr (is_float) {
            return random_() % 2 ? -value : std::nextafter(-value, V{0});
        } else {
            return value == Limits::min() ? Limits::max() : static_cast<V>(-value);
        }
    }

    V draw(int kind) {
        const auto bits = random_();
        const V small = static_cast<V>(static_cast<int>(bits % 201) - 100);
        if constexpr (is_float) {
            const V fraction = static_cast<V>(bits >> 11) * V(0x1p-53F) + 1;
            const V sign = random_() % 2 ? V{1} : V{-1};
            const int binades = sizeof(V) == 8 ? 600 : 160;
            switch (kind) {
                case 0:
                    return small / 10;
                case 1:
                    return sign * std::ldexp(fraction, from_to(random_, -binades / 2, binades / 2 - 40));
                case 2:  // subnormal
                    return sign * Limits::denorm_min() * static_cast<V>(bits % 1'000'000);
                case 3:
                    return sign * V{0};
                case 4:  // near the largest: sums overflow half-way, or in the end
                    return sign * std::ldexp(std::nextafter(fraction, V{1}) / 2,
                                             Limits::max_exponent - from_to(random_, 0, 2));
                default:
                    return sign * std::ldexp(V{1}, from_to(random_, -30, 30));
            }
        } else {
            switch (kind) {
                case 0:
                case 1:
                    return small;
                case 2:
                    return random_() % 2 ? Limits::max() : Limits::min();
                case 3:
                    return 0;
                case 4:
                    return static_cast<V>(bits);
                default:
                    return static_cast<V>(static_cast<V>(bits) >> (random_() % (8 * sizeof(V))));
            }
        }
    }

    Random& random_;
    int kind_;
    std::vector<V> pending_;
};

/// Dense, sparse, or the extremes.
class Coordinates {
  public:
    explicit Coordinates(Random& random) : random_(random), kind_(from_to(random, 0, 3)) {}

    std::int64_t operator()() {
        constexpr auto low = std::numeric_limits<std::int64_t>::min();
        constexpr auto high = std::numeric_limits<std::int64_t>::max();
        constexpr std::int64_t extremes[] = {low, low + 1, -1, 0, 1, high - 1, high};
        switch (kind_ == 3 ? from_to(random_, 0, 2) : kind_) {
            case 0:
                return from_to(random_, -3, 12);
            case 1:
                return extremes[random_() % 7];
            default:
                return static_cast<std::int64_t>(random_() % 40 * 0x1234'5678'9abc'def1);
        }
    }

  private:
    Random& random_;
    int kind_;
};

/// A job of up to 7 workers; some have nothing, some repeat a coordinate.
template <class V>
Workers<V> draw_job(Random& random) {
    Values<V> value(random);
    Coordinates coordinate(random);
    Workers<V> workers(random() % 8);
    const int most = random() % 20 == 0 ? 200 : 12;
    for (auto& list : workers) {
        for (int n = random() % 4 == 0 ? 0 : from_to(random, 0, most); n > 0; --n) {
            list.push_back({coordinate(), value()});
        }
    }
    return workers;
}

/// Adversarial values, and in some jobs infinities and NaNs among them.
template <class V>
class Adversary {
  public:
    explicit Adversary(Random& random) : random_(random), finite_(random), special_(random() % 6 == 0) {}

    V operator()() {
        using Limits = std::numeric_limits<V>;
        if (!special_ || random_() % 6 != 0) return finite_();
        if (random_() % 8 == 0) return random_() % 2 == 0 ? Limits::quiet_NaN() : -Limits::quiet_NaN();
        return random_() % 4 == 0 ? -Limits::infinity() : Limits::infinity();
    }

  private:
    Random& random_;
    Values<V> finite_;
    bool special_;
};

/// So many workers with up to 7 pairs each, of few coordinates.
template <class V>
Workers<V> draw_adversarial(Random& random, std::size_t count) {
    Adversary<V> value(random);
    Coordinates coordinate(random);
    const std::array coordinates{coordinate(), coordinate(), coordinate()};
    Workers<V> workers(count);
    for (auto& list : workers) {
        for (int n = from_to(random, 0, 7); n > 0; --n) list.push_back({coordinates[random() % 3], value()});
    }
    if (count > 1 && random() % 2 == 0) {  // one worker takes back what another has given, perhaps not all
        workers[1] = workers[0];
        if (random() % 2 == 0 && !workers[1].empty()) workers[1].pop_back();
        for (auto& pair : workers[1]) pair.value = -pair.value;
    }
    return workers;
}

}  // namespace collective::testing
