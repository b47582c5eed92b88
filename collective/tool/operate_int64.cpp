#include "collective/tool/operate.hpp"

namespace collective::tool {

template std::unique_ptr<Merged> operate_as<std::int64_t>(Session&, const Job&, const Options&, Recorder*);

}  // namespace collective::tool
