// Timers that are named where the work happens: `Timed t{"fluid/density"};`.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>

namespace shoal {

struct Timing {
  double seconds = 0;
  double outermost = 0;  // those of the seconds that were not within another timing
  long calls = 0;
};

// Adds the life of this object to the named timing of the process. For the thread that steps the
// simulation; work inside parallel loops is part of what surrounds it.
class Timed {
 public:
  explicit Timed(const char* name);
  ~Timed();
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  const char* name_;
  Clock::time_point start_;
};

// Everything timed so far, by name, and a table of it with shares of `wallSeconds`.
const std::map<std::string, Timing>& timings();
void clearTimings();

// The seconds spent so far in what is named "phase/...", no moment of which counts twice.
double phaseSeconds(std::string_view phase);

std::string timingTable(double wallSeconds);

}  // namespace shoal
