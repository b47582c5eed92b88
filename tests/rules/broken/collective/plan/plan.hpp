#include <mpi.h>
#include <boost/multiprecision/cpp_int.hpp>
