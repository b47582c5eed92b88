#include "collective/plan/call.hpp"

namespace collective {

template class Call<ByCoordinate<Sum>, float, std::int64_t>;
template class Call<ByCoordinate<Sum>, double, std::int64_t>;
template class Call<Position, double, std::int64_t>;
template class Call<Overwrite, double, std::int64_t>;

}  // namespace collective
