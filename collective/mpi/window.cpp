#include "collective/mpi/window.hpp"

#include <sys/statvfs.h>
#include <unistd.h>

#include <cstring>
#include <memory>

#include "collective/mpi/communicator.hpp"

namespace collective {
namespace {

/// Where Open MPI puts what ranks share. Past what is free there the first touch of a page would kill the
/// process.
constexpr const char* backing_directory = "/dev/shm";

/// What a window takes there: each rank's bytes in whole pages, and Open MPI's own state, measured to be less
/// than a page a rank and four in all.
std::size_t taken(std::span<const std::size_t> bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    std::size_t pages = 4;
    for (const std::size_t of_rank : bytes) pages += (of_rank + Window::alignment + page - 1) / page + 1;
    return pages * page;
}

/// Whether the node has that much to spare, as its first rank sees it.
bool fits(MPI_Comm node, std::size_t bytes) {
    int rank = 0;
    check_mpi(MPI_Comm_rank(node, &rank), "MPI_Comm_rank");
    int answer = 1;
    struct statvfs free {};
    if (rank == 0 && statvfs(backing_directory, &free) == 0) {
        const double spare = 0.9 * static_cast<double>(free.f_bavail) * static_cast<double>(free.f_frsize);
        answer = static_cast<double>(bytes) <= spare ? 1 : 0;
    }
    check_mpi(MPI_Bcast(&answer, 1, MPI_INT, 0, node), "MPI_Bcast");
    return answer != 0;
}

}  // namespace

bool Window::allocate(MPI_Comm node, std::span<const std::size_t> bytes) {
    free();
    if (!fits(node, taken(bytes))) return false;
    int rank = 0;
    check_mpi(MPI_Comm_rank(node, &rank), "MPI_Comm_rank");
    MPI_Info info = MPI_INFO_NULL;
    check_mpi(MPI_Info_create(&info), "MPI_Info_create");
    check_mpi(MPI_Info_set(info, "alloc_shared_noncontig", "true"), "MPI_Info_set");
    std::byte* mine = nullptr;
    const std::size_t wanted = bytes[static_cast<std::size_t>(rank)] + alignment;
    check_mpi(MPI_Win_allocate_shared(static_cast<MPI_Aint>(wanted), 1, info, node, static_cast<void*>(&mine),
                                      &handle_),
              "MPI_Win_allocate_shared");
    check_mpi(MPI_Info_free(&info), "MPI_Info_free");
    check_mpi(MPI_Win_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
    check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, handle_), "MPI_Win_lock_all");
    for (std::size_t peer = 0; peer < bytes.size(); ++peer) {
        MPI_Aint size = 0;
        int unit = 0;
        std::byte* base = nullptr;
        check_mpi(
            MPI_Win_shared_query(handle_, static_cast<int>(peer), &size, &unit, static_cast<void*>(&base)),
            "MPI_Win_shared_query");
        // Open MPI aligns to 8 bytes. All ranks map whole pages, so all see the same place aligned.
        std::size_t room = bytes[peer] + alignment;
        void* place = base;
        bases_.push_back(static_cast<std::byte*>(std::align(alignment, bytes[peer], place, room)));
    }
    capacities_.assign(bytes.begin(), bytes.end());
    // The backing directory only lends what is touched. All of it is, so that the next window sees what is
    // left.
    std::memset(base(static_cast<std::size_t>(rank)), 0, bytes[static_cast<std::size_t>(rank)]);
    sync();
    check_mpi(MPI_Barrier(node), "MPI_Barrier");
    sync();
    return true;
}

void Window::free() {
    bases_.clear();
    capacities_.clear();
    if (handle_ == MPI_WIN_NULL) return;
    check_mpi(MPI_Win_unlock_all(handle_), "MPI_Win_unlock_all");
    check_mpi(MPI_Win_free(&handle_), "MPI_Win_free");
}

void Window::sync() const {
    if (handle_ != MPI_WIN_NULL) check_mpi(MPI_Win_sync(handle_), "MPI_Win_sync");
}

}  // namespace collective
