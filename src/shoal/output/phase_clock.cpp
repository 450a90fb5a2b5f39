#include "shoal/output/phase_clock.h"

#include <algorithm>
#include <array>

#include "shoal/core/timer.h"

namespace shoal {

namespace {

// The first part of the names of timers.
constexpr std::array kPhases{"neighbours", "fluid",   "walls", "coupling", "bodies",
                             "cloth",      "contact", "world", "output"};

}  // namespace

std::vector<std::string> PhaseClock::columns() {
  std::vector<std::string> names;
  names.reserve(kPhases.size() + 1);
  for (const std::string phase : kPhases) names.push_back("seconds." + phase);
  names.emplace_back("seconds.other");
  return names;
}

std::vector<double> PhaseClock::now() {
  std::vector<double> seconds;
  seconds.reserve(kPhases.size());
  for (const char* phase : kPhases) seconds.push_back(phaseSeconds(phase));
  return seconds;
}

std::vector<double> PhaseClock::lap(double wallSeconds) {
  const std::vector<double> after = now();
  std::vector<double> lap;
  double other = wallSeconds - wallBefore_;
  for (std::size_t k = 0; k < after.size(); ++k) {
    lap.push_back(after[k] - before_[k]);
    other -= lap.back();
  }
  lap.push_back(std::max(0.0, other));
  before_ = after;
  wallBefore_ = wallSeconds;
  return lap;
}

}  // namespace shoal
