#include "collective/check/sketch.hpp"

#include <algorithm>

namespace collective {

Residues Sketch::Bin::residues() const {
    const Residues lower = Residues(static_cast<std::uint64_t>(low_)) +
                           Residues(static_cast<std::uint64_t>(low_ >> 64)).scaled(64);
    const auto magnitude = Residues(static_cast<std::uint64_t>(high_ < 0 ? -high_ : high_)).scaled(128);
    return high_ < 0 ? lower - magnitude : lower + magnitude;
}

Sketch::Bins* Sketch::make_bins(unsigned group) {
    bins_[group] = std::make_unique<Bins>();
    return bins_[group].get();
}

Residues Sketch::total() const {
    Residues sum = mapped_ + words_[0].residues() + words_[1].residues().scaled(64);
    for (unsigned group = 0; group < groups; ++group) {
        for (unsigned i = 0; bins_[group] && i < group_size; ++i) {
            const unsigned bin = group * group_size + i, exponent = bin & exponent_mask;
            if (exponent == exponent_mask) continue;
            // Exponent field 0 holds the subnormals, in the same unit as field 1.
            const int power = static_cast<int>(std::max(exponent, 1U)) - 1075;
            const Residues term = (*bins_[group])[i].residues().scaled(power);
            sum = bin == exponent ? sum + term : sum - term;
        }
    }
    return sum;
}

bool Sketch::saw_non_finite() const {
    const auto seen = [](const std::unique_ptr<Bins>& bins) { return bins && !bins->back().empty(); };
    return seen(bins_[groups / 2 - 1]) || seen(bins_[groups - 1]);
}

}  // namespace collective
