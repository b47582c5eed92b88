#pragma once

#include <exception>
#include <functional>
#include <memory>

#include "collective/transport/transport.hpp"

namespace collective::tool {

/// Exit statuses, the same with and without mpirun.
enum class Exit : int { passed = 0, check_failed = 1, usage = 2, bad_input = 3, broken = 4 };

/// The status that an exception of the library or the command stands for.
Exit status_of(const std::exception& error);

/// The processes of the job. Without a launcher MPI is not even started, unless messages are asked for.
class Session {
  public:
    /// **Collective** over all processes that the launcher started. Without one, MPI is started only
    /// `with_messages`.
    explicit Session(bool with_messages);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Ends MPI. Left out where a process failed alone, since the others would wait: see `end_broken_job`.
    /// **Collective** over all processes. **Throws** BrokenError if that fails.
    void end();

    bool uses_mpi() const { return uses_mpi_; }
    bool is_root() const { return transport_->members().front() == 0; }
    int processes() const { return transport_->topology().ranks(); }

    /// Between the processes (not between the ranks inside one).
    Transport& transport() { return *transport_; }

    /// Does something on the first process alone. **Collective**: what it throws is thrown on every process.
    void on_root(const std::function<void()>& work);

    /// Does something on every process. **Collective**: what the lowest process throws is thrown on every
    /// one.
    void on_all(const std::function<void()>& work);

  private:
    bool uses_mpi_;
    std::unique_ptr<Transport> transport_;
};

/// This process failed alone: says so, and ends the job at once, also the processes that wait for this one.
Exit end_broken_job(const std::exception& error);

/// How many processes the launcher started; 0: there is no launcher.
int launched_processes();

}  // namespace collective::tool
