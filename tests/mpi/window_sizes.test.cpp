#include "collective/mpi/window_sizes.hpp"

#include <doctest/doctest.h>

using namespace collective;

namespace {

using Sizes = std::vector<std::size_t>;
constexpr std::size_t mega = std::size_t{1} << 20;

/// What is held after one more call.
Sizes held_after(WindowSizes& sizes, const Sizes& needed, const Sizes& held) {
    const Sizes next = sizes.next(needed, held);
    return next.empty() ? held : next;
}

}  // namespace

TEST_CASE("window sizes: none where nothing is needed, an eighth more than needed else") {
    WindowSizes sizes;
    CHECK(sizes.next(Sizes{0, 0}, Sizes{}).empty());
    CHECK(sizes.next(Sizes{80, 0}, Sizes{}) == Sizes{90, 0});
    CHECK(sizes.next(Sizes{90, 0}, Sizes{90, 0}).empty());
    CHECK(sizes.next(Sizes{40, 8}, Sizes{90, 0}) ==
          Sizes{90, 9});  // nobody gives up what others need more of
}

TEST_CASE("window sizes: a small call between large ones gives nothing back") {
    WindowSizes sizes;
    const Sizes held{64 * mega, 64 * mega};
    for (int call = 0; call < 1000; ++call) {
        const std::size_t needed = call % (WindowSizes::patience - 1) == 0 ? 40 * mega : 1;
        CHECK(sizes.next(Sizes{needed, needed}, held).empty());
    }
}

TEST_CASE("window sizes: many small calls in a row leave what the largest of them needed") {
    WindowSizes sizes;
    Sizes held{64 * mega, 64 * mega};
    CHECK(sizes.next(Sizes{60 * mega, 60 * mega}, held).empty());
    for (int call = 1; call < WindowSizes::patience; ++call) {
        held = held_after(sizes, Sizes{call == 7 ? 8 * mega : 16, 16}, held);
        CHECK(held == Sizes{64 * mega, 64 * mega});
    }
    held = held_after(sizes, Sizes{16, 16}, held);
    CHECK(held == Sizes{9 * mega, 18});
    held = held_after(sizes, Sizes{80 * mega, 16}, held);
    CHECK(held == Sizes{90 * mega, 18});
}

TEST_CASE("window sizes: little is kept, whatever is needed") {
    WindowSizes sizes;
    for (int call = 0; call < 3 * WindowSizes::patience; ++call)
        CHECK(sizes.next(Sizes{1, 1}, Sizes{mega, mega}).empty());
}
