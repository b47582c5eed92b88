#include <boost/multiprecision/cpp_int.hpp>
#include "collective/transport/transport.hpp"
