#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace collective {

/// The bytes of a file where the system keeps them, without a copy of our own.
///
/// A file that another program makes shorter meanwhile has no more bytes to show: the system then ends the
/// process by SIGBUS.
class Mapping {
  public:
    Mapping() = default;
    /// The first `size` bytes of an open file; none where the system can't show them so.
    Mapping(int fd, std::size_t size);
    Mapping(Mapping&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
    Mapping& operator=(Mapping&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~Mapping();

    explicit operator bool() const { return !bytes_.empty(); }
    std::string_view bytes() const { return bytes_; }

    /// Takes none of the process's memory, until bytes are looked at again.
    void release() const;

  private:
    std::string_view bytes_;
};

}  // namespace collective
