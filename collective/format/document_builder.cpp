#include "collective/format/document_builder.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace collective {

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

}  // namespace

void DocumentBuilder::reserve(std::size_t pairs) {
    document_.coordinates.reserve(pairs);
    document_.bits.reserve(pairs);
    document_.kinds.reserve(pairs);
}

std::size_t DocumentBuilder::add_worker(std::string name) {
    document_.names.push_back(std::move(name));
    return document_.workers() - 1;
}

DocumentValue DocumentBuilder::wide(std::string_view digits) {
    document_.wide.emplace_back(digits);
    return {Kind::wide, static_cast<std::int64_t>(document_.wide.size() - 1)};
}

std::size_t DocumentBuilder::pairs_of(std::size_t worker) const {
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < segments_.size(); ++i)
        if (segments_[i].worker == worker) pairs += end_of(i) - segments_[i].begin;
    return pairs;
}

void DocumentBuilder::start_segment(std::size_t worker) {
    if (!segments_.empty() && worker < segments_.back().worker) in_order_ = false;
    segments_.push_back({worker, document_.pairs()});
}

std::size_t DocumentBuilder::end_of(std::size_t segment) const {
    return segment + 1 < segments_.size() ? segments_[segment + 1].begin : document_.pairs();
}

std::int64_t DocumentBuilder::number_of(std::string name) {
    const auto number = static_cast<std::int64_t>(numbers_.size());
    return numbers_.try_emplace(std::move(name), number).first->second;
}

Document DocumentBuilder::take(CoordinateKind kind, const CoordinateSigns& signs, std::int64_t columns,
                               ValueHint hint) {
    document_.begin.assign(document_.workers() + 1, 0);
    for (std::size_t i = 0; i < segments_.size(); ++i)
        document_.begin[segments_[i].worker + 1] += end_of(i) - segments_[i].begin;
    for (std::size_t w = 0; w < document_.workers(); ++w) document_.begin[w + 1] += document_.begin[w];
    if (!in_order_) group();
    document_.space.columns = columns;
    document_.hint = hint;
    for (std::size_t w = document_.workers(); w-- > 0;)
        if (document_.begin[w + 1] > document_.begin[w]) document_.space.worker = document_.names[w];
    if (kind == CoordinateKind::int64) {
        store_integers(document_.coordinates, signs.above.has_value(), false, document_.space);
    } else {
        document_.space.kind = kind;
        name_coordinates();
    }
    return std::move(document_);
}

void DocumentBuilder::name_coordinates() {
    std::vector<std::pair<std::string, std::int64_t>> order(numbers_.begin(), numbers_.end());
    numbers_.clear();
    std::sort(order.begin(), order.end());
    std::vector<std::int64_t> places(order.size());
    for (auto& [name, number] : order) {
        places[static_cast<std::size_t>(number)] = static_cast<std::int64_t>(document_.space.names.size());
        document_.space.names.push_back(std::move(name));
    }
    const std::int64_t width = document_.space.width();
    std::int64_t column = 0;
    for (std::int64_t& coordinate : document_.coordinates) {
        coordinate = least + places[static_cast<std::size_t>(coordinate)] * width + column;
        column = column + 1 == width ? 0 : column + 1;
    }
}

void DocumentBuilder::group() {
    const auto by_worker = [&](auto& list) {
        auto grouped = list;
        std::vector<std::size_t> next(document_.begin.begin(), document_.begin.end() - 1);
        for (std::size_t i = 0; i < segments_.size(); ++i) {
            const std::size_t begin = segments_[i].begin, size = end_of(i) - begin;
            std::copy_n(list.begin() + static_cast<std::ptrdiff_t>(begin), size,
                        grouped.begin() + static_cast<std::ptrdiff_t>(next[segments_[i].worker]));
            next[segments_[i].worker] += size;
        }
        list = std::move(grouped);
    };
    by_worker(document_.bits);
    by_worker(document_.kinds);
    by_worker(document_.coordinates);
}

}  // namespace collective
