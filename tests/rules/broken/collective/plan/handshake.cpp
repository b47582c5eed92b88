#include <boost/multiprecision/cpp_int.hpp>
#include <mpi.h>
