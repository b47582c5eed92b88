#include <algorithm>

#include "collective/schedule/schedule.hpp"

namespace collective {

extern const Schedule gather_schedule, recursive_doubling_schedule, ring_schedule, split_schedule,
    hierarchical_schedule;

std::span<const Schedule> schedules() {
    static const Schedule table[] = {gather_schedule, recursive_doubling_schedule, ring_schedule,
                                     split_schedule, hierarchical_schedule};
    return table;
}

const Schedule* find_schedule(std::string_view name) {
    const auto table = schedules();
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Schedule& row) { return row.name == name; });
    return found == table.end() ? nullptr : &*found;
}

}  // namespace collective
