#include "collective/format/format.hpp"
#include "collective/format/libsvm_reader.hpp"

namespace collective {

extern const Format libsvm_format{"libsvm", "label index:value ..., a worker on each line; see --index-base",
                                  ".libsvm .svm", read_libsvm, nullptr};

}  // namespace collective
