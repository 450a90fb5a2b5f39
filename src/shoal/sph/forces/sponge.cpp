#include "shoal/sph/forces/sponge.h"

#include <cmath>

#include "shoal/core/portable.h"

namespace shoal {

Sponge::Sponge(const std::vector<SpongeParams>& zones) {
  for (const SpongeParams& params : zones) {
    if (!(length(params.direction) > 0))
      throw Error({}, "world.sponge.direction", "must not be zero");
    const Vec3d along = normalised(params.direction);
    const Vec3d half = params.box.size() / 2;
    const double reach =
        std::abs(along.x) * half.x + std::abs(along.y) * half.y + std::abs(along.z) * half.z;
    Zone zone;
    zone.box = {Vec3f(params.box.lower), Vec3f(params.box.upper)};
    zone.direction = Vec3f(along);
    zone.begin = static_cast<float>(dot(params.box.lower + half, along) - reach);
    zone.length = static_cast<float>(2 * reach);
    zone.rate = static_cast<float>(params.rate);
    zone.velocity = Vec3f(params.velocity);
    zones_.push_back(zone);
  }
}

double Sponge::rateAt(std::size_t zone, const Vec3f& x) const {
  const Zone& z = zones_[zone];
  if (!z.box.contains(x)) return 0;
  return double(z.rate) * sq(double((dot(x, z.direction) - z.begin) / z.length));
}

void Sponge::accelerateOver(FluidParticles& fluid, const FluidSurroundings&, double dt) {
  power_ = parallelSum(fluid.size(), 0.0, [&](std::size_t i) {
    double power = 0;
    for (std::size_t z = 0; z < zones_.size(); ++z) {
      const double rate = rateAt(z, fluid.x[i]);
      if (rate == 0) continue;
      const auto share = static_cast<float>(-portable::expm1(-rate * dt) / dt);
      const Vec3f a = share * (zones_[z].velocity - fluid.v[i]);
      fluid.a[i] += a;
      power += double(fluid.mass(i) * dot(a, fluid.v[i]));
    }
    return power;
  });
}

}  // namespace shoal
