#include "shoal/world/divergence.h"

#include <algorithm>
#include <limits>

namespace shoal {

namespace {

// How much of an acceleration there is; one that is not a number is the most there can be.
float strength(const Vec3f& a) {
  const float squared = dot(a, a);
  return squared <= std::numeric_limits<float>::max() ? squared
                                                      : std::numeric_limits<float>::infinity();
}

}  // namespace

std::optional<std::size_t> firstBeyond(const FluidParticles& fluid, double speed, double dt) {
  const std::size_t n = fluid.size();
  const auto step = static_cast<float>(dt);
  const auto beyond = [&](std::size_t i) {
    const Vec3f v = fluid.v[i] + step * fluid.a[i];
    return !(double(dot(v, v)) <= sq(speed));  // also true for what is not a number
  };
  const std::size_t first = parallelReduce(
      n, n, [&](std::size_t i) { return beyond(i) ? i : n; },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
  return first < n ? std::optional(first) : std::nullopt;
}

std::string strongestTerm(FluidParticles& fluid, const FluidSurroundings& around,
                          const FluidForces& forces, double time, std::size_t i) {
  Vec3f rest = fluid.a[i];
  std::string name = "pressure";
  float most = -1;
  for (const auto& force : forces) {
    std::fill(fluid.a.begin(), fluid.a.end(), Vec3f{});
    force->accelerate(fluid, around, time);
    rest -= fluid.a[i];
    if (strength(fluid.a[i]) <= most) continue;
    most = strength(fluid.a[i]);
    name = force->name();
  }
  return strength(rest) > most ? "pressure" : name;
}

}  // namespace shoal
