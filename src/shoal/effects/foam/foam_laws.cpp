#include "shoal/effects/foam/foam_laws.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/hash_random.h"
#include "shoal/core/portable.h"

namespace shoal {

double shareOf(double value, const std::array<double, 2>& range) {
  return std::clamp((value - range[0]) / (range[1] - range[0]), 0.0, 1.0);
}

FoamRandom::FoamRandom(std::uint64_t seed, std::uint64_t particle, std::uint64_t step)
    : base_(scramble(scramble(scramble(seed) ^ particle) ^ step)) {}

double FoamRandom::operator()(std::uint64_t k, std::uint64_t axis) const {
  return 0.5 + 0.5 * randomSigned(base_, k, axis);
}

int FoamRandom::wholeNumber(double expected) const {
  constexpr std::uint64_t kNobody = ~std::uint64_t{0};
  constexpr double kMost = 1e6;  // more is a mistake in the parameters, and would not fit anywhere
  if (!(expected > 0)) return 0;
  return static_cast<int>(std::floor(std::min(expected, kMost) + (*this)(kNobody, 0)));
}

double FoamPotential::number(const FoamParams& params) const {
  return shareOf(energy, params.energy) *
         (params.trappedRate * shareOf(trappedAir, params.trappedAir) +
          params.crestRate * shareOf(crest, params.crest));
}

double FoamPotential::strength(const FoamParams& params) const {
  const double most = params.trappedRate + params.crestRate;
  return most > 0 ? number(params) / most : 0;
}

FoamMotion motionAtBirth(const FoamMotion& parent, double dt, double radius, double spread,
                         int dimensions, const FoamRandom& random, std::uint64_t k) {
  const Vec3d along = normalised(parent.v);
  Vec3d offset;
  if (dimensions == 2) {
    offset = radius * (2 * random(k, 0) - 1) * Vec3d{-along.y, along.x, 0};
  } else {
    // Two directions across the path, from the axis that it is furthest from.
    const bool alongX = std::abs(along.x) > 0.6;
    const Vec3d e1 = normalised(cross(along, alongX ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0}));
    const Vec3d e2 = cross(along, e1);
    const double r = radius * std::sqrt(random(k, 0)), angle = 2 * std::numbers::pi * random(k, 1);
    offset = r * portable::cos(angle) * e1 + r * portable::sin(angle) * e2;
  }
  return {parent.x + offset + random(k, 2) * dt * parent.v, parent.v + spread * offset};
}

FoamKind kindOf(double share, const std::array<double, 2>& range) {
  if (share < range[0]) return FoamKind::Spray;
  return share > range[1] ? FoamKind::Bubble : FoamKind::Foam;
}

FoamMotion fly(const FoamMotion& from, const Vec3d& gravity, double dt) {
  return {from.x + dt * from.v + (0.5 * dt * dt) * gravity, from.v + dt * gravity};
}

FoamMotion drift(const FoamMotion& from, const Vec3d& fluid, double dt) {
  return {from.x + dt * fluid, fluid};
}

FoamMotion rise(const FoamMotion& from, const Vec3d& fluid, const Vec3d& buoyancy, double tau,
                double dt) {
  const Vec3d terminal = fluid + tau * buoyancy;
  const double lost = -portable::expm1(-dt / tau);  // 1 - exp(-dt / tau)
  return {from.x + dt * terminal + (tau * lost) * (from.v - terminal),
          terminal + (1 - lost) * (from.v - terminal)};
}

}  // namespace shoal
