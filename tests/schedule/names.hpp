#pragma once

#include <string>
#include <vector>

#include "collective/schedule/schedule.hpp"

namespace collective::testing {

/// What `Options::schedule` may be.
inline const std::vector<std::string>& schedule_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all{"auto"};
        for (const Schedule& schedule : schedules()) all.emplace_back(schedule.name);
        return all;
    }();
    return names;
}

}  // namespace collective::testing
