#include "collective/tool/merge_pitfall.hpp"

namespace collective::tool {

template std::unique_ptr<Merged> merge_pitfall_as<double>(Session&, const Job&, std::string_view,
                                                          const Options&);

}  // namespace collective::tool
