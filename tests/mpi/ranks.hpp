#pragma once

#include <mpi.h>

#include <string>

namespace collective::testing {

inline int rank_in(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return rank;
}

inline int size_of(MPI_Comm comm) {
    int size = 0;
    MPI_Comm_size(comm, &size);
    return size;
}

/// Some ranks of the world as a communicator of their own; MPI_COMM_NULL on the others.
class Group {
  public:
    explicit Group(bool takes_part, int key = 0) {
        MPI_Comm_split(MPI_COMM_WORLD, takes_part ? 0 : MPI_UNDEFINED, key, &comm_);
    }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
    ~Group() {
        if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
    }

    operator MPI_Comm() const { return comm_; }

  private:
    MPI_Comm comm_ = MPI_COMM_NULL;
};

/// One launch tests many sizes: `test(comm)` with the first 1, 2, ... ranks of the world, in reverse order.
template <class Test>
void for_each_size(Test test) {
    const int rank = rank_in(MPI_COMM_WORLD);
    for (int size = 1; size <= size_of(MPI_COMM_WORLD); ++size) {
        const Group group(rank < size, -rank);
        if (group != MPI_COMM_NULL) test(MPI_Comm{group});
    }
}

/// Whether all ranks have the same text. **Collective**.
inline bool same_everywhere(MPI_Comm comm, const std::string& mine) {
    int length = static_cast<int>(mine.size());
    MPI_Bcast(&length, 1, MPI_INT, 0, comm);
    std::string first = mine;
    first.resize(static_cast<std::size_t>(length));
    MPI_Bcast(first.data(), length, MPI_CHAR, 0, comm);
    const int here = first == mine ? 1 : 0;
    int everywhere = 0;
    MPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, comm);
    return everywhere == 1;
}

/// The message of the `E` that `call` throws; without one, what happened instead.
template <class E, class Call>
std::string message_of(Call call) {
    try {
        call();
    } catch (const E& error) {
        return error.what();
    } catch (const std::exception& error) {
        return std::string("another error: ") + error.what();
    }
    return "no error";
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace collective::testing
