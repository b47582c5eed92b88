#include <mpi.h>
#include "collective/plan/plan.hpp"
#include "collective/mpi/communicator.hpp"
#include "collective/format/json.hpp"
