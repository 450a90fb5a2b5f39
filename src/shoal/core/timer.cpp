#include "shoal/core/timer.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace shoal {

namespace {

std::map<std::string, Timing>& table() {
  static std::map<std::string, Timing> timings;
  return timings;
}

}  // namespace

Timed::~Timed() {
  Timing& t = table()[name_];
  t.seconds += std::chrono::duration<double>(Clock::now() - start_).count();
  ++t.calls;
}

const std::map<std::string, Timing>& timings() { return table(); }

void clearTimings() { table().clear(); }

std::string timingTable(double wallSeconds) {
  std::vector<std::pair<std::string, Timing>> rows(table().begin(), table().end());
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.second.seconds > b.second.seconds; });
  std::string text = fmt::format("{:<24} {:>10} {:>7} {:>9} {:>11}\n", "phase", "seconds", "share",
                                 "calls", "ms/call");
  for (const auto& [name, t] : rows) {
    text += fmt::format("{:<24} {:>10.3f} {:>6.1f}% {:>9} {:>11.4f}\n", name, t.seconds,
                        wallSeconds > 0 ? 100 * t.seconds / wallSeconds : 0.0, t.calls,
                        1e3 * t.seconds / static_cast<double>(std::max(1L, t.calls)));
  }
  return text;
}

}  // namespace shoal
