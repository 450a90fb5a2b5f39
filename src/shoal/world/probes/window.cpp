#include "shoal/world/probes/window.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/core.h>

namespace shoal {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The unit of the integral over time: m^3/s becomes m^3, m/s^2 becomes m/s, N becomes N s.
std::string integrated(const std::string& unit) {
  if (unit.ends_with("/s^2")) return unit.substr(0, unit.size() - 2);
  if (unit.ends_with("/s")) return unit.substr(0, unit.size() - 2);
  if (unit.ends_with("N/m")) return "N s/m";
  return unit + " s";
}

}  // namespace

void WindowSums::clear() {
  for (std::size_t k = 0; k < memory_.size(); k += kNumbers) {
    memory_[k] = memory_[k + 1] = 0;
    memory_[k + 2] = -kInfinity;
    memory_[k + 3] = kInfinity;
  }
}

void WindowSums::add(std::span<const double> values, double dt) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (std::isnan(values[k])) continue;
    double* of = memory_.data() + k * kNumbers;
    of[0] += dt * values[k];
    of[1] += dt;
    of[2] = std::max(of[2], values[k]);
    of[3] = std::min(of[3], values[k]);
  }
}

void WindowSums::write(ProbeWindow statistic, std::span<double> numbers) const {
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const double* of = memory_.data() + k * kNumbers;
    numbers[k] = std::numeric_limits<double>::quiet_NaN();
    if (!(of[1] > 0)) continue;
    if (statistic == ProbeWindow::Mean) numbers[k] = of[0] / of[1];
    if (statistic == ProbeWindow::Impulse) numbers[k] = of[0];
    if (statistic == ProbeWindow::Max) numbers[k] = of[2];
    if (statistic == ProbeWindow::Min) numbers[k] = of[3];
  }
}

std::string windowColumn(const std::string& column, ProbeWindow statistic) {
  const std::size_t bracket = column.find('[');
  const std::string name = column.substr(0, bracket);
  const std::string unit = column.substr(bracket + 1, column.size() - bracket - 2);
  return fmt::format("{}.{}[{}]", name, wordOf(statistic),
                     statistic == ProbeWindow::Impulse ? integrated(unit) : unit);
}

}  // namespace shoal
