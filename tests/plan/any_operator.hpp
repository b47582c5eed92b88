#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "collective/operator/operator.hpp"
#include "tests/operator/oracle.hpp"

namespace collective::testing {

/// Any operator of the table on values of type `V`, chosen at run time, so that one instance of a call serves
/// for all of them; its values are bits.
template <class V>
class AnyOperator {
    template <class... Operators>
    static std::variant<PartialOf<Operators, V>...> partials(const std::tuple<Operators...>&);
    template <class... Operators>
    static std::variant<Operators...> choices(const std::tuple<Operators...>&);

  public:
    static constexpr std::string_view name = "any";
    static constexpr bool commutative = true;

    using Choice = decltype(choices(Operators{}));
    using Partial = decltype(partials(Operators{}));

    explicit AnyOperator(Choice op) : op_(std::move(op)) {}

    std::string_view setting() const {
        return visit([](const auto& op, auto) { return op.name; });
    }
    void begin(std::int64_t workers) {
        if (auto* mean = std::get_if<Mean>(&op_)) mean->begin(workers);
    }

    Partial lift(const V& value, Origin origin) const {
        return visit([&](const auto& op, auto index) {
            return Partial(std::in_place_index<index()>, op.lift(value, origin));
        });
    }

    std::size_t combine(std::span<Partial> same) const {
        return visit([&](const auto& op, auto index) {
            auto own = unwrapped<index()>(same);
            const std::size_t left = op.combine(std::span(own));
            for (std::size_t i = 0; i < left; ++i) same[i].template emplace<index()>(own[i]);
            return left;
        });
    }

    std::uint64_t finish(std::span<const Partial> same) const {
        return visit([&](const auto& op, auto index) {
            const auto own = unwrapped<index()>(same);
            return bits_of(op.finish(std::span(own)));
        });
    }

    /// `act(operator, its index)`
    template <class Act>
    auto visit(const Act& act) const {
        return visit_from<0>(act);
    }

  private:
    template <std::size_t index, class Act>
    auto visit_from(const Act& act) const {
        if constexpr (index + 1 < std::variant_size_v<Choice>) {
            if (op_.index() != index) return visit_from<index + 1>(act);
        }
        return act(std::get<index>(op_), std::integral_constant<std::size_t, index>{});
    }

    template <std::size_t index, class P>
    static auto unwrapped(std::span<P> same) {
        std::vector<std::variant_alternative_t<index, Partial>> own;
        for (const auto& one : same) own.push_back(std::get<index>(one));
        return own;
    }

    Choice op_;
};

}  // namespace collective::testing
