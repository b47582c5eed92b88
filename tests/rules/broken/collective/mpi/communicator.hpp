#include <mpi.h>
#include "collective/error.hpp"
