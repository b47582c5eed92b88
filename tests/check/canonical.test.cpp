#include "collective/check/canonical.hpp"

#include <doctest/doctest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <boost/serialization/map.hpp>
#include <boost/serialization/nvp.hpp>
#include <boost/serialization/split_member.hpp>
#include <cstring>
#include <map>
#include <set>

using namespace collective;

namespace {

enum class Colour : std::uint8_t { red, green };

/// Seven bytes of padding, and a description.
struct Padded {
    char kind;
    double weight;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& kind& weight;
    }
};

/// Described the long way: privately, in two halves, with names for its members.
class Split {
  public:
    explicit Split(int number) : number_(number) {}

  private:
    friend class boost::serialization::access;
    template <class Archive>
    void save(Archive& archive, unsigned) const {
        archive << boost::serialization::make_nvp("number", number_) << words_;
    }
    template <class Archive>
    void load(Archive& archive, unsigned) {
        archive >> number_ >> words_;
    }
    BOOST_SERIALIZATION_SPLIT_MEMBER()

    int number_;
    std::map<std::string, int> words_ = {{"a", 1}, {"b", 2}};
};

/// Not a row of bytes at all.
struct Named {
    std::string name;
    std::vector<Padded> parts;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& name;
        archive& parts;
    }
};

/// Values whose padding holds `filler`; `set(value, i)` assigns the members.
template <class T, class Set>
std::vector<T> with_padding(int filler, std::size_t count, Set set) {
    std::vector<T> values(count);
    std::memset(static_cast<void*>(values.data()), filler, count * sizeof(T));
    for (std::size_t i = 0; i < count; ++i) set(values[i], static_cast<int>(i));
    return values;
}

template <class T>
std::uint64_t hash(const T& value) {
    return canonical_hash(value, 1);
}

}  // namespace

static_assert(is_plain<Entry<double>> && is_plain<Entry<std::int64_t>> &&
              is_plain<Entry<float, std::int32_t>>);
static_assert(is_plain<Colour> && is_plain<bool> && is_plain<std::array<double, 3>> &&
              is_plain<std::complex<float>>);
static_assert(!is_plain<Entry<double, std::int32_t>> && !is_plain<Entry<float, std::int64_t>>);
static_assert(!is_plain<Padded> && !is_plain<long double> && !is_plain<std::string>);

template <class T, class Set>
static void ignores_padding(Set set) {
    const std::vector<T> a = with_padding<T>(0, 500, set);
    std::vector<T> b = with_padding<T>(255, 500, set);
    const auto all = [](const std::vector<T>& values) {
        return canonical_hash(std::span<const T>(values), 1);
    };
    REQUIRE(std::memcmp(a.data(), b.data(), 500 * sizeof(T)) != 0);
    CHECK(all(a) == all(b));
    set(b[499], 0);
    CHECK(all(a) != all(b));
}

TEST_CASE("canonical: padding has no say") {
    ignores_padding<Padded>([](Padded& one, int i) { one.kind = 'a', one.weight = i * 0.5; });
    ignores_padding<Entry<double, std::int32_t>>(
        [](auto& one, int i) { one.coordinate = i, one.value = i * 0.5; });
    ignores_padding<Entry<float, std::int64_t>>(
        [](auto& one, int i) { one.coordinate = i, one.value = 2.0F; });
}

TEST_CASE("canonical: every member has a say") {
    const Named named{"ab", {{'x', 1}, {'y', 2}}};
    CHECK(hash(named) == hash(Named(named)));
    CHECK(hash(named) != hash(Named{"ac", named.parts}));
    CHECK(hash(named) != hash(Named{"ab", {{'x', 1}, {'y', 3}}}));
    CHECK(hash(named) != hash(Named{"ab", {{'x', 1}}}));
    using Tuple = std::tuple<int, std::pair<std::string, bool>, std::array<std::string, 2>>;
    CHECK(hash(Tuple{1, {"a", true}, {"b", "c"}}) != hash(Tuple{1, {"a", false}, {"b", "c"}}));
    CHECK(hash(Tuple{1, {"a", true}, {"b", "c"}}) != hash(Tuple{1, {"a", true}, {"bc", ""}}));
    CHECK(hash(std::pair<std::string, std::string>{"ab", "c"}) !=
          hash(std::pair<std::string, std::string>{"a", "bc"}));
    CHECK(hash(std::vector<bool>{true, false}) != hash(std::vector<bool>{false, true}));
    CHECK(hash(0.0) != hash(-0.0));
    CHECK(canonical_hash(5, 1) != canonical_hash(5, 2));
}

TEST_CASE("canonical: what Boost.Serialization can describe") {
    CHECK(hash(Split(1)) == hash(Split(1)));
    CHECK(hash(Split(1)) != hash(Split(2)));
    CHECK(hash(std::map<int, std::string>{{1, "a"}}) != hash(std::map<int, std::string>{{1, "b"}}));
    using Big = boost::multiprecision::cpp_int;
    const Big big = Big(1) << 200;
    CHECK(hash(big) == hash(Big(2) << 199));
    CHECK(hash(big) != hash(Big(-big)));
    CHECK(hash(big) != hash(Big(big + 1)));
    CHECK(hash(big) != hash(Big(big << 64)));
}

TEST_CASE("canonical: long values, past a block") {
    const std::string text(5000, 'a');
    for (const std::size_t at : {0, 1015, 1016, 1017, 4999}) {
        std::string other = text;
        other[at] = 'b';
        CHECK(hash(text) != hash(other));
    }
    std::vector<std::string> words(2000, "word"), others = words;
    CHECK(hash(words) == hash(others));
    others[1234] = "Word";
    CHECK(hash(words) != hash(others));
}

TEST_CASE("multiplier: below 2^61, and equal for equal coordinates") {
    for (std::int64_t i = -1000; i < 1000; ++i) CHECK(multiplier(i, 3) < std::uint64_t{1} << 61);
    CHECK(multiplier(0.0, 3) == multiplier(-0.0, 3));
    CHECK(multiplier(std::string("a"), 3) == multiplier(std::string("a"), 3));
    CHECK(multiplier(std::string("a"), 3) != multiplier(std::string("a"), 4));
}

TEST_CASE("multiplier: the mixing of words is that of SplitMix64, whose first numbers are published") {
    std::uint64_t state = 1234567;
    for (const std::uint64_t number : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U})
        CHECK(mixed(state += 0x9e3779b97f4a7c15) == number);
}

TEST_CASE("multiplier: of integers, each of its own") {
    std::set<std::uint64_t> seen;
    for (std::int64_t i = -1000; i < 1000; ++i) {
        seen.insert(multiplier(i, 3));
        seen.insert(contributor_multiplier(i, 3));
    }
    CHECK(seen.size() == 4000);
}
