  #  include <mpi.h>
#include "collective/check/judge.hpp"
#include "collective/mpi/communicator.hpp"
