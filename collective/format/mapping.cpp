#include "collective/format/mapping.hpp"

#include <sys/mman.h>

namespace collective {

namespace {

void* start_of(std::string_view bytes) { return const_cast<char*>(bytes.data()); }

}  // namespace

Mapping::Mapping(int fd, std::size_t size) {
    if (size == 0) return;
    void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (start == MAP_FAILED) return;
    bytes_ = {static_cast<const char*>(start), size};
    ::madvise(start, size, MADV_SEQUENTIAL);  // mere advice, whatever becomes of it
}

Mapping::~Mapping() {
    if (*this) ::munmap(start_of(bytes_), bytes_.size());
}

void Mapping::release() const {
    if (*this) ::madvise(start_of(bytes_), bytes_.size(), MADV_DONTNEED);
}

}  // namespace collective
