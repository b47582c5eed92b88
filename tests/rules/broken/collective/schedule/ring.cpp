#include "collective/error.hpp"
#include "collective/schedule/ring.hpp"
#include "collective/transport/transport.hpp"
#include "topology.hpp"
