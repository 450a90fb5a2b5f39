#include "validation/framework/body_run.h"

namespace shoal::validation {

Body& bodyOf(const World& world, const std::string& name) {
  return *world.solids()->partsOf(name).front();
}

double slopeOf(const Series& series) {
  const auto n = static_cast<double>(series.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const Point& p : series) {
    x += p.x / n;
    y += p.y / n;
  }
  for (const Point& p : series) {
    xx += (p.x - x) * (p.x - x);
    xy += (p.x - x) * (p.y - y);
  }
  return xy / xx;
}

double meanFrom(const Series& series, double from) {
  double sum = 0, n = 0;
  for (const Point& p : series) {
    if (p.x < from) continue;
    sum += p.y;
    ++n;
  }
  return sum / n;
}

}  // namespace shoal::validation
