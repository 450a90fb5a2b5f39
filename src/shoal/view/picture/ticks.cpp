#include "shoal/view/picture/ticks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace shoal {

std::vector<Tick> ticks(double low, double high) {
  constexpr double kWanted = 5;
  const double rough = (high - low) / kWanted;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double lead = rough / power;
  const double step = power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  const bool plain = std::max(std::abs(low), std::abs(high)) < 1e6 && decimals <= 5;
  std::vector<Tick> list;
  const double slack = 1e-9 * (high - low);
  for (double i = std::ceil((low - slack) / step); i * step <= high + slack; ++i) {
    const double value = i == 0 ? 0 : i * step;  // not -0
    list.push_back(
        {value, plain ? fmt::format("{:.{}f}", value, decimals) : fmt::format("{:.3g}", value)});
    if (list.size() > 20) break;  // a range too narrow for its numbers
  }
  return list;
}

double roundedDown(double length) {
  const double power = std::pow(10, std::floor(std::log10(length)));
  for (const double lead : {5.0, 2.0})
    if (lead * power <= length) return lead * power;
  return power;
}

std::string lengthText(double metres) {
  struct Unit {
    double metres;
    const char* name;
  };
  for (const Unit& unit : {Unit{1e3, "km"}, Unit{1, "m"}, Unit{1e-3, "mm"}, Unit{1e-6, "\u00b5m"}})
    if (metres >= 0.1 * unit.metres && (unit.metres < 1e3 || metres >= unit.metres))
      return fmt::format("{:.6g} {}", metres / unit.metres, unit.name);
  return fmt::format("{:.6g} m", metres);
}

}  // namespace shoal
