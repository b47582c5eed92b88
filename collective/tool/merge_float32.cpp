#include "collective/tool/merge.hpp"

namespace collective::tool {

template std::unique_ptr<Merged> merge_as<float>(Session&, const Job&, std::string_view, const Options&,
                                                 Recorder*);

}  // namespace collective::tool
