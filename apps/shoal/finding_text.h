// Findings and durations as commands print them.
#pragma once

#include <string>

#include "shoal/scene/doctor/doctor.h"

namespace shoal::app {

// "warning: solid "tank": ...".
std::string findingText(const Finding& finding);

// "12 s", "3 min 05 s" or "2 h 10 min".
std::string durationText(double seconds);

}  // namespace shoal::app
