#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include <boost/core/demangle.hpp>

#include "collective/options.hpp"
#include "collective/schedule/schedule.hpp"

namespace collective {

/// A call's options, understood.
struct Settings {
    Topology topology = Topology::flat(1);
    const Schedule* schedule = nullptr;  ///< nullptr: `auto`
};

/// **Throws** InputError for an unknown schedule (with all names and the nearest), one that does not keep the
/// order that the operator needs, nodes that don't add up to the ranks, a fault on a rank that is not there.
Settings settle(const Options& options, const Topology& real, bool commutative,
                std::string_view operator_name);

/// The options that all ranks must give alike, as words `name=value`.
std::string signature(const Options& options);

/// A type's name in a message: the same on all ranks of one build.
template <class T>
std::string type_name() {
    if constexpr (std::same_as<T, std::string>) {
        return "string";
    } else {
        std::string name = boost::core::demangle(typeid(T).name());
        for (char& letter : name) letter = letter == ' ' ? '-' : letter;
        return name;
    }
}

/// All that ranks must call alike.
template <class Strategy, class V, class K, class Operator>
std::string signature(const Operator& op, const Options& options) {
    std::string name(Operator::name);
    if constexpr (requires { op.setting(); }) {
        if (!op.setting().empty()) name.append(":").append(op.setting());
    }
    return "strategy=" + std::string(Strategy::name) + " operator=" + name + " value=" + type_name<V>() +
           " coordinate=" + type_name<K>() + " " + signature(options);
}

}  // namespace collective
