#include "collective/check/sketch.hpp"

#include <algorithm>

namespace collective {

Residues Sketch::Bin::residues() const {
    const Residues lower = Residues(static_cast<std::uint64_t>(low_)) +
                           Residues(static_cast<std::uint64_t>(low_ >> 64)).scaled(64);
    const auto magnitude = Residues(static_cast<std::uint64_t>(high_ < 0 ? -high_ : high_)).scaled(128);
    return high_ < 0 ? lower - magnitude : lower + magnitude;
}

Residues Sketch::total() const {
    Residues sum = mapped_ + words_[0].residues() + words_[1].residues().scaled(64);
    for (unsigned bin = 0; bin < bins_.size(); ++bin) {
        const unsigned exponent = bin & exponent_mask;
        if (!touched(bin) || exponent == exponent_mask) continue;
        // Exponent field 0 holds the subnormals, in the same unit as field 1.
        const Residues term = bins_[bin].residues().scaled(static_cast<int>(std::max(exponent, 1U)) - 1075);
        sum = bin == exponent ? sum + term : sum - term;
    }
    return sum;
}

bool Sketch::saw_non_finite() const {
    return !bins_.empty() && !(bins_[exponent_mask].empty() && bins_[bin_count - 1].empty());
}

void Sketch::clear() {
    std::vector<Bin> kept = std::move(bins_);
    for (unsigned first = 0; first < kept.size(); first += group_size)
        if (touched(first)) std::fill_n(kept.begin() + first, group_size, Bin());
    *this = Sketch();
    bins_ = std::move(kept);
}

void Sketch::touch(unsigned bin) {
    bins_.resize(bin_count);
    touched_ |= std::uint64_t{1} << (bin / group_size);
}

}  // namespace collective
