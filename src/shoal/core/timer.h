// Timers that are named where the work happens: `Timed t{"fluid/density"};`.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>

namespace shoal {

struct Timing {
  double seconds = 0;
  double own = 0;  // those of the seconds in which no timing inside this one ran
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
  Timed* outer_;      // the timing that this one runs inside of, if any
  double inner_ = 0;  // s, of timings inside this one
};

// Everything timed so far, by name, and a table of it with shares of `wallSeconds`.
const std::map<std::string, Timing>& timings();
void clearTimings();

// The seconds spent so far in what is named "phase/...". A moment counts once, for the innermost
// timing that ran.
double phaseSeconds(std::string_view phase);

std::string timingTable(double wallSeconds);

}  // namespace shoal
