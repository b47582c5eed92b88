#pragma once

#include <mpi.h>

#include <string_view>
#include <vector>

#include "collective/schedule/topology.hpp"

namespace collective {

/// **Throws** BrokenError that names the routine and gives MPI's text, unless `code` is MPI_SUCCESS.
void check_mpi(int code, std::string_view routine);

/// The library's own duplicate of a caller's communicator: its messages can't meet the caller's, and errors come
/// back as codes.
struct Communicator {
    MPI_Comm handle;
    int rank;
    int size;
    Topology topology;  ///< the ranks that share memory are one node
};

/// The duplicate of `parent`, made at the first call and kept until `parent` is freed or MPI is finalized.
///
/// **Collective** over `parent` at the first call for it, local afterwards.
/// **Throws** MpiError if `parent` is null or an intercommunicator or MPI is not running.
const Communicator& duplicate_of(MPI_Comm parent);

/// A rank failed alone: nothing collective is done with the duplicate any more, not even to free it.
void abandon(const Communicator& communicator);

}  // namespace collective
