#include "collective/format/document.hpp"

#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "collective/error.hpp"

namespace collective {

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

/// Names the parts of a document once, for measuring, writing and reading alike.
template <class Doc, class Visit>
void for_each_part(Doc& document, Visit&& visit) {
    visit(document.names);
    visit(document.begin);
    visit(document.coordinates);
    visit(document.bits);
    visit(document.kinds);
    visit(document.wide);
    visit(document.space.kind);
    visit(document.space.columns);
    visit(document.space.names);
    visit(document.space.worker);
    visit(document.hint);
}

class Measure {
  public:
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void operator()(const T&) { size_ += sizeof(T); }

    void operator()(const std::string& text) { size_ += sizeof(std::size_t) + text.size(); }

    template <class T>
    void operator()(const std::vector<T>& list) {
        size_ += sizeof(std::size_t) + list.size() * sizeof(T);
    }

    void operator()(const std::vector<std::string>& list) {
        size_ += sizeof(std::size_t);
        for (const std::string& text : list) (*this)(text);
    }

    std::size_t size() const { return size_; }

  private:
    std::size_t size_ = 0;
};

class Write {
  public:
    explicit Write(std::byte* to) : to_(to) {}

    template <class T>
    requires std::is_trivially_copyable_v<T>
    void operator()(const T& value) { put(&value, sizeof value); }

    void operator()(const std::string& text) {
        put_size(text.size());
        put(text.data(), text.size());
    }

    template <class T>
    void operator()(const std::vector<T>& list) {
        put_size(list.size());
        put(list.data(), list.size() * sizeof(T));
    }

    void operator()(const std::vector<std::string>& list) {
        put_size(list.size());
        for (const std::string& text : list) (*this)(text);
    }

  private:
    void put_size(std::size_t size) { put(&size, sizeof size); }

    void put(const void* from, std::size_t size) {
        if (size > 0) std::memcpy(to_, from, size);
        to_ += size;
    }

    std::byte* to_;
};

class Read {
  public:
    explicit Read(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <class T>
    requires std::is_trivially_copyable_v<T>
    void operator()(T& value) { std::memcpy(&value, take(sizeof value).data(), sizeof value); }

    void operator()(std::string& text) {
        const auto from = take(take_size(1));
        text.assign(reinterpret_cast<const char*>(from.data()), from.size());
    }

    template <class T>
    void operator()(std::vector<T>& list) {
        const std::size_t size = take_size(sizeof(T));
        list.resize(size);
        const auto from = take(size * sizeof(T));
        if (size > 0) std::memcpy(list.data(), from.data(), from.size());
    }

    void operator()(std::vector<std::string>& list) {
        list.resize(take_size(sizeof(std::size_t)));
        for (std::string& text : list) (*this)(text);
    }

    bool done() const { return bytes_.empty(); }

  private:
    std::size_t take_size(std::size_t element) {
        std::size_t size;
        std::memcpy(&size, take(sizeof size).data(), sizeof size);
        if (size > bytes_.size() / element) throw Error("a document in transit is damaged");
        return size;
    }

    std::span<const std::byte> take(std::size_t size) {
        if (size > bytes_.size()) throw Error("a document in transit is damaged");
        const auto taken = bytes_.first(size);
        bytes_ = bytes_.subspan(size);
        return taken;
    }

    std::span<const std::byte> bytes_;
};

template <class T>
std::vector<T> part(const std::vector<T>& list, std::size_t first, std::size_t last) {
    return {list.begin() + static_cast<std::ptrdiff_t>(first),
            list.begin() + static_cast<std::ptrdiff_t>(last)};
}

}  // namespace

Document block(const Document& document, std::size_t first, std::size_t last) {
    const std::size_t from = document.begin[first], to = document.begin[last];
    Document result;
    result.names = part(document.names, first, last);
    result.begin = part(document.begin, first, last + 1);
    for (std::size_t& offset : result.begin) offset -= from;
    result.coordinates = part(document.coordinates, from, to);
    result.bits = part(document.bits, from, to);
    result.kinds = part(document.kinds, from, to);
    result.space = document.space;
    result.hint = document.hint;
    if (document.wide.empty()) return result;
    for (std::size_t i = 0; i < result.pairs(); ++i) {
        if (result.kinds[i] != Kind::wide) continue;
        result.wide.push_back(document.wide[static_cast<std::size_t>(result.bits[i])]);
        result.bits[i] = static_cast<std::int64_t>(result.wide.size() - 1);
    }
    return result;
}

ValueHint joined(ValueHint a, ValueHint b) {
    const auto is_complex = [](ValueHint hint) { return hint >= ValueHint::complex64; };
    return a == b ? a : is_complex(a) && is_complex(b) ? ValueHint::complex128 : ValueHint::none;
}

namespace {

void make_unsigned(Document& document) {
    for (std::size_t worker = 0; worker < document.workers(); ++worker) {
        for (std::size_t i = document.begin[worker]; i < document.begin[worker + 1]; ++i) {
            if (document.coordinates[i] < 0) {
                throw InputError(
                    fmt::format("worker {}, pair {}: coordinate {} is below 0, and another worker has one "
                                "above {}: together "
                                "they are of no type of 64 bits",
                                document.names[worker], i - document.begin[worker] + 1,
                                document.coordinates[i], std::numeric_limits<std::int64_t>::max()));
            }
            document.coordinates[i] ^= least;
        }
    }
}

void renumber(Document& document, const std::vector<std::string>& names) {
    std::vector<std::int64_t> shift;  // of each name
    const std::int64_t width = document.space.width();
    std::size_t place = 0;
    for (const std::string& name : document.space.names) {
        while (names[place] != name) ++place;
        shift.push_back(static_cast<std::int64_t>(place - shift.size()) * width);
    }
    for (std::int64_t& coordinate : document.coordinates)
        coordinate += shift[static_cast<std::size_t>((coordinate - least) / width)];
}

}  // namespace

void move_to(CoordinateSpace space, Document& document) {
    if (document.pairs() > 0 && !(space == document.space)) {
        if (space.numbered()) {
            renumber(document, space.names);
        } else if (space.kind != document.space.kind) {
            make_unsigned(document);
        }
    }
    document.space = std::move(space);
}

void append_worker(Document& document, std::string name, Document more) {
    more.names.assign(1, name);
    more.begin = {0, more.pairs()};
    if (more.pairs() > 0) {
        more.space.worker = name;
        document.hint = document.pairs() == 0 ? more.hint : joined(document.hint, more.hint);
    }
    const CoordinateSpace space = joined(document.space, more.space);
    move_to(space, document);
    move_to(space, more);
    const auto append = [](auto& list, const auto& its) { list.insert(list.end(), its.begin(), its.end()); };
    for (std::size_t i = 0; i < more.pairs(); ++i) {
        if (more.kinds[i] == Kind::wide) more.bits[i] += static_cast<std::int64_t>(document.wide.size());
    }
    append(document.coordinates, more.coordinates);
    append(document.bits, more.bits);
    append(document.kinds, more.kinds);
    append(document.wide, more.wide);
    document.names.push_back(std::move(name));
    document.begin.push_back(document.pairs());
}

std::vector<std::byte> to_bytes(const Document& document) {
    Measure measure;
    for_each_part(document, measure);
    std::vector<std::byte> bytes(measure.size());
    for_each_part(document, Write(bytes.data()));
    return bytes;
}

Document from_bytes(std::span<const std::byte> bytes) {
    Document document;
    Read read(bytes);
    for_each_part(document, read);
    if (!read.done()) throw Error("a document in transit is damaged");
    return document;
}

}  // namespace collective
