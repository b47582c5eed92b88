#include "collective/plan/call.hpp"

namespace collective {

template class Call<ByCoordinate<Sum>, Row<double>, std::int64_t>;

}  // namespace collective
