#include "shoal/effects/foam/foam_scale.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/error.h"
#include "shoal/core/portable.h"
#include "shoal/sph/boundary/sample_volume.h"
#include "shoal/sph/kernels/lattice.h"

namespace shoal {

namespace {

void requireOrder(const std::array<double, 2>& pair, const char* key) {
  if (!(pair[0] < pair[1]))
    throw Error({}, fmt::format("foam.{}", key),
                fmt::format("begins at {:g} and is full at {:g}; the second has to be larger",
                            pair[0], pair[1]));
}

double unitOfSpeed(const FoamParams& params, const FoamScene& scene) {
  if (params.speed > 0) return params.speed;
  const double speed = std::sqrt(length(scene.gravity) * scene.spacing);
  if (!(speed > 0))
    throw Error({}, "foam.speed", "without gravity, say which speed is fast enough to make foam");
  return speed;
}

}  // namespace

FoamScale::FoamScale(const FoamParams& params, const FoamScene& scene)
    : speed(unitOfSpeed(params, scene)),
      time(scene.spacing / speed),
      particleRadius(scene.dimensions == 2
                         ? scene.spacing / std::sqrt(std::numbers::pi)
                         : scene.spacing * portable::cbrt(3 / (4 * std::numbers::pi))),
      weights(-1),  // the particle itself is no neighbour
      neighbours(0),
      wallShare(static_cast<float>(fitWall(scene.kernel, scene.spacing).wallPressureFactor / 2)) {
  validate(params, "foam");
  requireOrder(params.trappedAir, "trappedAir");
  requireOrder(params.crest, "crest");
  requireOrder(params.energy, "energy");
  requireOrder(params.neighbours, "neighbours");
  const auto reach = double(scene.kernel.radius);
  forEachLatticePoint(scene.dimensions, scene.spacing, reach,
                      [&](double r) { weights += 1 - r / reach; });
  const double q = reach / scene.spacing;
  neighbours = std::numbers::pi * (scene.dimensions == 2 ? q * q : 4.0 / 3 * q * q * q);
}

double shareBefore(double d, double reach, int dimensions) {
  const double q = std::clamp(d / reach, 0.0, 1.0);
  // A cap of a ball is (2 - 3 q + q^3) / 4 of it, a segment of a disc (acos q - q sqrt(1 - q^2)) /
  // pi.
  const double behind = dimensions == 2
                            ? (portable::acos(q) - q * std::sqrt(1 - q * q)) / std::numbers::pi
                            : (2 - 3 * q + q * q * q) / 4;
  return 1 - behind;
}

}  // namespace shoal
