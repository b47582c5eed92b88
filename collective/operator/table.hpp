#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "collective/operator/count.hpp"
#include "collective/operator/first.hpp"
#include "collective/operator/last.hpp"
#include "collective/operator/max.hpp"
#include "collective/operator/mean.hpp"
#include "collective/operator/min.hpp"
#include "collective/operator/product.hpp"
#include "collective/operator/sum.hpp"

namespace collective {

/// All operators. One more is one file and one word here; help, `list` and errors follow.
using Operators = std::tuple<Sum, Min, Max, Product, Mean, Count, First, Last>;

/// An operator's row, for people.
struct OperatorRow {
    std::string_view name, meaning;
    bool commutative;
};

/// Every operator's row, in the order of the table.
inline auto operator_rows() {
    return std::apply(
        [](auto... one) {
            return std::array{OperatorRow{one.name, one.meaning, one.commutative}...};
        },
        Operators{});
}

}  // namespace collective
