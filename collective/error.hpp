#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace collective {

/// The root of everything that the library throws on purpose.
class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// What a caller or a file gave can't be used. Every rank of the call raises the same one.
class InputError : public Error {
  public:
    using Error::Error;
};

/// Ranks made different calls (operator, types, schedule, options). Every rank of the call raises the same
/// one.
class DisagreementError : public Error {
  public:
    using Error::Error;
};

/// A check found the result wrong. Every rank of the call raises the same one.
class CheckError : public Error {
  public:
    using Error::Error;
};

/// The communicator can't be used (null, an intercommunicator, MPI not running). Every rank sees the same.
class MpiError : public Error {
  public:
    using Error::Error;
};

/// Something failed on this rank alone while others may be waiting for it: the caller must end the job
/// (`MPI_Abort`); no further call on the communicator can succeed.
class BrokenError : public Error {
  public:
    using Error::Error;
};

/// What went wrong, for people.
inline std::string reason(const std::exception& error) {
    return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? "out of memory" : error.what();
}

}  // namespace collective
