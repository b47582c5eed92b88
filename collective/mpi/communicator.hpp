#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <typeindex>
#include <vector>

#include "collective/mpi/window.hpp"
#include "collective/options.hpp"
#include "collective/schedule/topology.hpp"

namespace collective {

/// **Throws** BrokenError that names the routine and gives MPI's text, unless `code` is MPI_SUCCESS.
void check_mpi(int code, std::string_view routine);

/// What the ranks of one node share: a communicator, and memory that is kept from call to call.
struct Node {
    MPI_Comm handle = MPI_COMM_NULL;
    Window control;                ///< who offers what, see `WindowTransport`
    std::array<Window, 4> arenas;  ///< runs, values, and what else is offered in even and in odd rounds
    std::uint64_t calls = 0;
};

/// A plan that the plain call made and the next one finds again.
struct KeptPlan {
    std::type_index type;
    Options options;
    std::shared_ptr<void> plan;
};

/// The library's own duplicate of a caller's communicator: its messages can't meet the caller's, and errors
/// come back as codes.
struct Communicator {
    MPI_Comm handle = MPI_COMM_NULL;
    int rank = 0;
    int size = 1;
    Topology topology = Topology::flat(1);  ///< the ranks that share memory are one node
    std::unique_ptr<Node> node;
    std::span<const std::byte> last_result;  ///< the next call may overwrite its memory
    std::vector<KeptPlan> plans;             ///< the latest last
};

/// The duplicate of `parent`, made at the first call and kept until `parent` is freed or MPI is finalized.
///
/// **Collective** over `parent` at the first call for it, local afterwards.
/// **Throws** MpiError if `parent` is null or an intercommunicator or MPI is not running.
Communicator& duplicate_of(MPI_Comm parent);

/// Frees all duplicates now. Else MPI_Finalize does, which tells nobody if that fails. Nothing but
/// MPI_Finalize may follow. **Collective** over all processes. **Throws** BrokenError.
void free_duplicates();

/// A rank failed alone: nothing collective is done with the duplicate any more, not even to free it.
void abandon(const Communicator& communicator);

}  // namespace collective
