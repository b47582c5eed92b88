#include <mpi.h>
#include "collective/operator/sum.hpp"
