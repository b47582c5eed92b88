#include <cstring>
#include <type_traits>

#include "collective/error.hpp"
#include "collective/format/document.hpp"

namespace collective {

namespace {

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

}  // namespace

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
