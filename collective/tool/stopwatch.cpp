#include "collective/tool/stopwatch.hpp"

#include <fstream>
#include <sstream>
#include <utility>

namespace collective::tool {
namespace {

/// The kernel's high-water mark of resident memory, since the last reset.
double peak_mebibytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (!line.starts_with("VmHWM:")) continue;
        std::istringstream fields(line.substr(6));
        double kibibytes = 0;
        fields >> kibibytes;
        return kibibytes / 1024;
    }
    return 0;
}

}  // namespace

void Stopwatch::restart() {
    std::ofstream("/proc/self/clear_refs")
        << "5";  // resets the mark; where that is not allowed it only grows
    start_ = Clock::now();
}

void Stopwatch::lap(std::string phase, std::size_t bytes) {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    laps_.push_back({std::move(phase), seconds, peak_mebibytes(), bytes});
    restart();
}

}  // namespace collective::tool
