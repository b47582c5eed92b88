#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "collective/check/coordinates.hpp"
#include "collective/check/remainders.hpp"
#include "collective/error.hpp"
#include "collective/operator/operator.hpp"
#include "collective/operator/row_wise.hpp"
#include "collective/operator/sum.hpp"
#include "collective/options.hpp"
#include "collective/row.hpp"

namespace collective {

/// Makes the values of one member in one call, and keeps what the fingerprint needs to know of rounding.
template <class Operator, class V, class K>
class Finisher {
  public:
    using Partial = PartialOf<Operator, V>;
    using Value = ValueOf<Operator, V>;

    Finisher(const Operator& op, const CoordinateNames* names) : op_(op), names_(names) {}

    /// A call begins. `seed` is the fingerprint's; `divisor` is that of all values, or 0.
    void begin(std::uint64_t seed, std::int64_t divisor) {
        remainders_ = Remainders(seed);
        divisor_ = divisor;
        failure_.reset();
    }

    /// How partials are to be combined that `value` takes.
    const Finishing<Operator, Partial>& how() const { return finishing_; }

    /// The value of a coordinate. One that can't be finished is left in `failure`. This rank takes the
    /// remainders of those that it is `accountable` for.
    Value value(const K& coordinate, std::span<const Partial> partials, bool accountable) {
        return finishing_(partials, accountable, [&](std::span<const Number> same, std::size_t column) {
            return number(coordinate, column, same, accountable);
        });
    }

    /// Why a value could not be finished: the message for the first such coordinate, which it names.
    const std::optional<std::string>& failure() const { return failure_; }

    const Remainders& remainders() const { return remainders_; }

  private:
    using Original = NumberOf<V>;
    using Number = NumberOf<Partial>;

    NumberOf<Value> number(const K& coordinate, std::size_t column, std::span<const Number> partials,
                           bool accountable) {
        if constexpr (noexcept(op_.finish(partials))) {
            return finished(coordinate, column, partials, accountable);
        } else {
            try {
                return finished(coordinate, column, partials, accountable);
            } catch (const InputError& error) {
                if (!failure_) {
                    failure_ = "coordinate " + printed(coordinate, names_) +
                               (is_row<V> ? ", column " + std::to_string(column) : "") + ": " + error.what();
                }
                return {};
            }
        }
    }

    NumberOf<Value> finished(const K& coordinate, std::size_t column, std::span<const Number> partials,
                             bool accountable) {
        const auto value = op_.finish(partials);
        if constexpr (std::floating_point<Original> && std::same_as<Number, Sum::Part<Original>>) {
            const bool inexact = partials.size() > 1 || sizeof(Original) < sizeof(double);
            if (inexact && accountable) {
                remainders_.add(coordinate, column, value, std::span(&partials[0].value, partials.size()));
            }
        } else if constexpr (requires { op_.quotient(partials); }) {
            if (accountable) {
                const auto [terms, divisor] = op_.quotient(partials);
                remainders_.add(coordinate, column, value, terms, divisor, divisor_);
            }
        }
        return value;
    }

    const Operator& op_;
    const CoordinateNames* names_;
    Finishing<Operator, Partial> finishing_{op_};
    Remainders remainders_{0};
    std::int64_t divisor_ = 0;
    std::optional<std::string> failure_;
};

}  // namespace collective
