// Linked into the command instead of MPI's own entry points: call FAIL_CALL of rank FAIL_RANK is not carried
// out and returns an error. With FAIL_CALL=0 all succeed, and each rank says at its end how many calls it
// made.
// The file FAIL_ALIVE stays locked for as long as a rank lives.
//
// Left out are MPI_Error_string and MPI_Abort, which only follow another failure, and what precedes MPI_Init:
// the library of the C++ bindings calls MPI_Initialized when it is loaded.

#include <fcntl.h>
#include <mpi.h>
#include <sys/file.h>

#include <cstdio>
#include <cstdlib>

namespace {

int number_in(const char* variable) {
    const char* text = std::getenv(variable);
    return text == nullptr ? 0 : std::atoi(text);
}

struct Calls {
    int rank = number_in("OMPI_COMM_WORLD_RANK");
    int failing = number_in("FAIL_RANK") == rank ? number_in("FAIL_CALL") : 0;
    int made = 0;

    ~Calls() {
        if (std::getenv("FAIL_CALL") != nullptr && number_in("FAIL_CALL") == 0) {
            std::fprintf(stderr, "calls of rank %d: %d\n", rank, made);
        }
    }
};

/// The lock is the kernel's to give back, however the process ends.
bool hold_alive() {
    const char* path = std::getenv("FAIL_ALIVE");
    return path != nullptr && flock(open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0600), LOCK_SH) == 0;
}

bool begun = false;  // by MPI_Init

bool fails(const char* name) {
    if (!begun) return false;
    static Calls calls;
    static const bool held [[maybe_unused]] = hold_alive();
    if (++calls.made != calls.failing) return false;
    std::fprintf(stderr, "failing %s of rank %d\n", name, calls.rank);
    return true;
}

template <class... Parameters, class... Given>
int call(int (*routine)(Parameters...), const char* name, Given... given) {
    return fails(name) ? MPI_ERR_OTHER : routine(given...);
}

}  // namespace

extern "C" {

int MPI_Init(int* argc, char*** argv) {
    begun = true;
    return call(PMPI_Init, "MPI_Init", argc, argv);
}
int MPI_Finalize() { return call(PMPI_Finalize, "MPI_Finalize"); }
int MPI_Initialized(int* flag) { return call(PMPI_Initialized, "MPI_Initialized", flag); }
int MPI_Finalized(int* flag) { return call(PMPI_Finalized, "MPI_Finalized", flag); }
int MPI_Get_library_version(char* text, int* length) {
    return call(PMPI_Get_library_version, "MPI_Get_library_version", text, length);
}

int MPI_Comm_rank(MPI_Comm comm, int* rank) { return call(PMPI_Comm_rank, "MPI_Comm_rank", comm, rank); }
int MPI_Comm_size(MPI_Comm comm, int* size) { return call(PMPI_Comm_size, "MPI_Comm_size", comm, size); }
int MPI_Comm_test_inter(MPI_Comm comm, int* flag) {
    return call(PMPI_Comm_test_inter, "MPI_Comm_test_inter", comm, flag);
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) { return call(PMPI_Comm_dup, "MPI_Comm_dup", comm, made); }
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made) {
    return call(PMPI_Comm_split_type, "MPI_Comm_split_type", comm, type, key, info, made);
}
int MPI_Comm_free(MPI_Comm* comm) { return call(PMPI_Comm_free, "MPI_Comm_free", comm); }
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler) {
    return call(PMPI_Comm_set_errhandler, "MPI_Comm_set_errhandler", comm, handler);
}

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* remove, int* key,
                           void* extra) {
    return call(PMPI_Comm_create_keyval, "MPI_Comm_create_keyval", copy, remove, key, extra);
}
int MPI_Comm_set_attr(MPI_Comm comm, int key, void* value) {
    return call(PMPI_Comm_set_attr, "MPI_Comm_set_attr", comm, key, value);
}
int MPI_Comm_get_attr(MPI_Comm comm, int key, void* value, int* flag) {
    return call(PMPI_Comm_get_attr, "MPI_Comm_get_attr", comm, key, value, flag);
}

int MPI_Isend(const void* data, int count, MPI_Datatype type, int target, int tag, MPI_Comm comm,
              MPI_Request* request) {
    return call(PMPI_Isend, "MPI_Isend", data, count, type, target, tag, comm, request);
}
int MPI_Irecv(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Request* request) {
    return call(PMPI_Irecv, "MPI_Irecv", data, count, type, source, tag, comm, request);
}
// These two are asked again and again: only the call that finds something counts, and can fail.
int MPI_Improbe(int source, int tag, MPI_Comm comm, int* found, MPI_Message* message, MPI_Status* status) {
    const int code = PMPI_Improbe(source, tag, comm, found, message, status);
    return *found != 0 && fails("MPI_Improbe") ? MPI_ERR_OTHER : code;
}
int MPI_Testall(int count, MPI_Request requests[], int* done, MPI_Status statuses[]) {
    const int code = PMPI_Testall(count, requests, done, statuses);
    return *done != 0 && fails("MPI_Testall") ? MPI_ERR_OTHER : code;
}
int MPI_Get_count(const MPI_Status* status, MPI_Datatype type, int* count) {
    return call(PMPI_Get_count, "MPI_Get_count", status, type, count);
}
int MPI_Mrecv(void* data, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
    return call(PMPI_Mrecv, "MPI_Mrecv", data, count, type, message, status);
}
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
    return call(PMPI_Waitall, "MPI_Waitall", count, requests, statuses);
}

int MPI_Barrier(MPI_Comm comm) { return call(PMPI_Barrier, "MPI_Barrier", comm); }
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    return call(PMPI_Bcast, "MPI_Bcast", data, count, type, root, comm);
}
int MPI_Allgather(const void* data, int count, MPI_Datatype type, void* all, int count_of_one,
                  MPI_Datatype type_of_one, MPI_Comm comm) {
    return call(PMPI_Allgather, "MPI_Allgather", data, count, type, all, count_of_one, type_of_one, comm);
}
int MPI_Allgatherv(const void* data, int count, MPI_Datatype type, void* all, const int counts[],
                   const int places[], MPI_Datatype type_of_one, MPI_Comm comm) {
    return call(PMPI_Allgatherv, "MPI_Allgatherv", data, count, type, all, counts, places, type_of_one, comm);
}
int MPI_Allreduce(const void* data, void* reduced, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    return call(PMPI_Allreduce, "MPI_Allreduce", data, reduced, count, type, op, comm);
}

int MPI_Info_create(MPI_Info* info) { return call(PMPI_Info_create, "MPI_Info_create", info); }
int MPI_Info_set(MPI_Info info, const char* key, const char* value) {
    return call(PMPI_Info_set, "MPI_Info_set", info, key, value);
}
int MPI_Info_free(MPI_Info* info) { return call(PMPI_Info_free, "MPI_Info_free", info); }

int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base,
                            MPI_Win* made) {
    return call(PMPI_Win_allocate_shared, "MPI_Win_allocate_shared", size, unit, info, comm, base, made);
}
int MPI_Win_shared_query(MPI_Win window, int rank, MPI_Aint* size, int* unit, void* base) {
    return call(PMPI_Win_shared_query, "MPI_Win_shared_query", window, rank, size, unit, base);
}
int MPI_Win_set_errhandler(MPI_Win window, MPI_Errhandler handler) {
    return call(PMPI_Win_set_errhandler, "MPI_Win_set_errhandler", window, handler);
}
int MPI_Win_lock_all(int assertions, MPI_Win window) {
    return call(PMPI_Win_lock_all, "MPI_Win_lock_all", assertions, window);
}
int MPI_Win_unlock_all(MPI_Win window) { return call(PMPI_Win_unlock_all, "MPI_Win_unlock_all", window); }
int MPI_Win_sync(MPI_Win window) { return call(PMPI_Win_sync, "MPI_Win_sync", window); }
int MPI_Win_free(MPI_Win* window) { return call(PMPI_Win_free, "MPI_Win_free", window); }

}  // extern "C"
