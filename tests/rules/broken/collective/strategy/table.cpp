#include "collective/local/combine.hpp"
#include <collective/tool/main.hpp>
