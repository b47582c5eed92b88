#include "collective/plan/call.hpp"

namespace collective {

template class Call<ByCoordinate<Sum>, std::int64_t, std::int64_t>;
template class Call<Position, std::int64_t, std::int64_t>;
template class Call<Overwrite, std::int64_t, std::int64_t>;

}  // namespace collective
