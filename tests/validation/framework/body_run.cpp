#include "validation/framework/body_run.h"

namespace shoal::validation {

Body& bodyOf(const World& world, const std::string& name) {
  return *world.solids()->partsOf(name).front();
}

void makeRoom(WorldSetup& setup, const std::function<double(const Vec3d&)>& distance) {
  const auto taken = [&](const Vec3f& x) { return distance(Vec3d(x)) < setup.world.spacing / 2; };
  std::vector<Vec3f> x, v;
  std::vector<std::uint32_t> phases;
  for (std::size_t i = 0; i < setup.positions.size(); ++i) {
    if (taken(setup.positions[i])) continue;
    x.push_back(setup.positions[i]);
    if (!setup.velocities.empty()) v.push_back(setup.velocities[i]);
    if (!setup.phases.empty()) phases.push_back(setup.phases[i]);
  }
  setup.positions = std::move(x);
  setup.velocities = std::move(v);
  setup.phases = std::move(phases);
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
