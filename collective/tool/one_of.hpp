#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "collective/entry.hpp"

namespace collective::tool {

/// An operator that is chosen at run time from some with the same partials, so that one instance of a call
/// serves them all.
template <class... Operators>
class OneOf {
  public:
    static constexpr std::string_view name = "one of several";
    static constexpr bool commutative = (Operators::commutative && ...);

    explicit OneOf(std::variant<Operators...> op) : op_(std::move(op)) {}

    std::string_view setting() const {
        return std::visit([](const auto& op) { return op.name; }, op_);
    }

    template <class V>
    auto lift(const V& value, Origin origin) const {
        return std::visit([&](const auto& op) { return op.lift(value, origin); }, op_);
    }

    template <class P>
    std::size_t combine(std::span<P> same) const {
        return std::visit([&](const auto& op) { return op.combine(same); }, op_);
    }

    template <class P>
    auto finish(std::span<const P> same) const {
        return std::visit([&](const auto& op) { return op.finish(same); }, op_);
    }

  private:
    std::variant<Operators...> op_;
};

}  // namespace collective::tool
