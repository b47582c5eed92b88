#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace collective {

/// Leaves what `resize` adds uninitialised where the type allows: a pass over memory less.
template <class T>
class DefaultInitAllocator : public std::allocator<T> {
  public:
    template <class U>
    struct rebind {  // NOLINT(readability-identifier-naming): the standard's name
        using other = DefaultInitAllocator<U>;
    };
    template <class U>
    void construct(U* place) {
        ::new (static_cast<void*>(place)) U;
    }
    template <class U, class... Arguments>
    void construct(U* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    }
};

/// A vector for bulk data.
template <class T>
using Buffer = std::vector<T, DefaultInitAllocator<T>>;

/// Buffers that are lent and come back when nobody holds them any more, so that the next call finds them
/// warm: the first touch of fresh memory costs more than all that is done with it.
template <class T>
class BufferPool {
  public:
    /// A buffer of that size, its content unspecified.
    std::shared_ptr<Buffer<T>> lend(std::size_t size) {
        std::shared_ptr<Buffer<T>>* best = nullptr;
        for (auto& buffer : buffers_) {
            if (buffer.use_count() > 1) continue;
            if (best == nullptr || better(*buffer, **best, size)) best = &buffer;
        }
        if (best == nullptr) best = &buffers_.emplace_back(std::make_shared<Buffer<T>>());
        (*best)->resize(size);
        return *best;
    }

  private:
    static bool better(const Buffer<T>& a, const Buffer<T>& b, std::size_t size) {
        const bool a_fits = a.capacity() >= size;
        if (a_fits != (b.capacity() >= size)) return a_fits;
        return a_fits ? a.capacity() < b.capacity() : a.capacity() > b.capacity();
    }

    std::vector<std::shared_ptr<Buffer<T>>> buffers_;
};

}  // namespace collective
