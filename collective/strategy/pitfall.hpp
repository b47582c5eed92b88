#pragma once

#include <string_view>

#include "collective/options.hpp"

namespace collective {

/// What a wrong way has beside its name, its meaning and its flaw, so that people can see it happen.
struct Pitfall {
    std::string_view assumes;    ///< what whoever wrote it took for granted
    std::string_view report;     ///< a public one: project#number
    std::string_view url;        ///< of the report
    std::string_view input;      ///< the smallest rows, as JSON, that go wrong on several ranks
    std::string_view caught_by;  ///< the check that fails on them whatever the schedule
    Fault fault = Fault::none;   ///< of a right call, where that is what goes wrong
};

}  // namespace collective
