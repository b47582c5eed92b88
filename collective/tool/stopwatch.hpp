#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace collective::tool {

/// Time and peak memory of this process, phase by phase.
class Stopwatch {
  public:
    struct Lap {
        std::string phase;
        double seconds;
        double peak_mebibytes;  ///< the most that the process held at any time of the phase
        std::size_t bytes = 0;  ///< that the phase worked through, for a rate; 0: none
    };

    Stopwatch() { restart(); }

    void lap(std::string phase, std::size_t bytes = 0);
    const std::vector<Lap>& laps() const { return laps_; }

  private:
    using Clock = std::chrono::steady_clock;

    void restart();

    Clock::time_point start_;
    std::vector<Lap> laps_;
};

}  // namespace collective::tool
