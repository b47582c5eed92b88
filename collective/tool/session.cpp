#include "collective/tool/session.hpp"

#include <mpi.h>

#include <cstdlib>
#include <new>

#include "collective/error.hpp"
#include "collective/mpi/communicator.hpp"
#include "collective/tool/arguments.hpp"
#include "collective/tool/terminal.hpp"
#include "collective/transport/codec.hpp"
#include "collective/transport/memory.hpp"
#include "collective/transport/message.hpp"

namespace collective::tool {
namespace {

/// An error that all processes agreed on, with the status that it has where it arose.
class Agreed : public Error {
  public:
    Agreed(Exit status, const std::string& message) : Error(message), status_(status) {}
    Exit status() const { return status_; }

  private:
    Exit status_;
};

}  // namespace

Exit status_of(const std::exception& error) {
    if (const auto* agreed = dynamic_cast<const Agreed*>(&error)) return agreed->status();
    if (dynamic_cast<const UsageError*>(&error) != nullptr) return Exit::usage;
    if (dynamic_cast<const CheckError*>(&error) != nullptr) return Exit::check_failed;
    if (dynamic_cast<const InputError*>(&error) != nullptr) return Exit::bad_input;
    if (dynamic_cast<const DisagreementError*>(&error) != nullptr) return Exit::bad_input;
    return Exit::broken;
}

int launched_processes() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        if (const char* size = std::getenv(name)) return std::atoi(size);
    }
    return 0;
}

Session::Session(bool with_messages) : uses_mpi_(launched_processes() > 0 || with_messages) {
    if (uses_mpi_) {
        check_mpi(MPI_Init(nullptr, nullptr), "MPI_Init");
        transport_ = std::make_unique<MessageTransport>(duplicate_of(MPI_COMM_WORLD), std::size_t{1} << 26);
    } else {
        transport_ = std::make_unique<MemoryTransport>(1);
    }
}

void Session::end() {
    if (!uses_mpi_) return;
    free_duplicates();
    check_mpi(MPI_Finalize(), "MPI_Finalize");
}

void Session::on_all(const std::function<void()>& work) {
    Exit status = Exit::passed;
    std::string message;
    try {
        work();
    } catch (const BrokenError&) {
        throw;
    } catch (const std::exception& error) {
        status = status_of(error);
        message = reason(error);
    }
    BlockWriter block;
    block.put(status).put_text(message);
    const Bytes mine = block.take();
    for (const Bytes& bytes : transport_->allgather({&mine, 1})) {
        BlockReader other(bytes);
        const auto its_status = other.get<Exit>();
        if (its_status != Exit::passed) throw Agreed(its_status, other.get_text());
    }
}

void Session::on_root(const std::function<void()>& work) {
    on_all([&] {
        if (is_root()) work();
    });
}

Exit end_broken_job(const std::exception& error) {
    int running = 0;
    int finalized = 0;
    MPI_Initialized(&running);
    MPI_Finalized(&finalized);
    if (running == 0 || finalized != 0) {
        say("allreduce-by-key: " + reason(error) + "\n");
        return Exit::broken;
    }
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    say("allreduce-by-key: rank " + std::to_string(rank) + ": " + reason(error) + "\n");
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(Exit::broken));
    return Exit::broken;
}

}  // namespace collective::tool
