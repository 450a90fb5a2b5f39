#include "shoal/core/timer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace shoal {

namespace {

std::map<std::string, Timing>& table() {
  static std::map<std::string, Timing> timings;
  return timings;
}

Timed* innermost = nullptr;  // of the timings that are under way

}  // namespace

Timed::Timed(const char* name)
    : name_(name), start_(Clock::now()), outer_(std::exchange(innermost, this)) {}

Timed::~Timed() {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  Timing& t = table()[name_];
  t.seconds += seconds;
  t.own += seconds - inner_;
  innermost = outer_;
  if (outer_) outer_->inner_ += seconds;
  ++t.calls;
}

const std::map<std::string, Timing>& timings() { return table(); }

void clearTimings() { table().clear(); }

double phaseSeconds(std::string_view phase) {
  double seconds = 0;
  for (const auto& [name, t] : table())
    if (name.starts_with(phase) && name.substr(phase.size()).starts_with('/')) seconds += t.own;
  return seconds;
}

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
