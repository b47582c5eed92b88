#include "collective/operator/sum.hpp"
#include <collective/tool/main.hpp>
