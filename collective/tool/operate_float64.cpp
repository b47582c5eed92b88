#include "collective/tool/operate.hpp"

namespace collective::tool {

template std::unique_ptr<Merged> operate_as<double>(Session&, const Job&, const Options&, Recorder*);

}  // namespace collective::tool
