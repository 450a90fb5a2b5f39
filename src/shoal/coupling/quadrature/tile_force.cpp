#include "shoal/coupling/quadrature/tile_force.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/coupling/quadrature/tile_force.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// What Traction::atDepth is to a double.
HWY_INLINE Wide tractionAtDepth(const Traction& traction, Wide depth) {
  const Wide squared = depth * depth;
  return Wide(traction.scale) * squared * (squared - Wide(traction.restDepth2));
}

// Writes the force on each listed particle to scratch.force, as vectors of x, y and z, and returns
// what the second and third vertex have of all these forces together.
std::array<Vec3f, 2> tilePass(const TileForceLaw& law, const Vec3f& centre,
                              std::span<const std::uint32_t> particles, const FluidNearby& fluid,
                              TileScratch& scratch) {
  const float h = law.traction.range;
  KernelChoice reach;
  reach.radius = 1e3f * h;  // beyond every sample of a tile
  const PairSpace space(reach, fluid.period);
  const std::size_t lanes = wideLanes();
  float* out = scratch.force.data();
  WideVec second(Vec3f{}), third(Vec3f{});
  forEachNeighbour(
      particles, centre, fluid.x.data(), space, [&](WideIndex i, const WideVec& toCentre) HWY_ATTR {
        const WideVec v_i = gather(fluid.v.data(), i);
        WideVec force(Vec3f{});
        for (const TileSample& b : scratch.samples) {
          WideVec x_bi = toCentre;  // from the particle to the sample
          x_bi += WideVec(b.x);
          const Wide r = max(sqrt(dot(x_bi, x_bi)), Wide(1e-6f * h));
          const Wide depth = max(Wide(h) - r, Wide(0));
          const Wide repulsion = tractionAtDepth(law.traction, depth) / r;
          // eq. 16 and 19 of [MSHG04]; the traction acts along the line between the two.
          const WideVec f = Wide(b.size) * mulAdd(Wide(law.friction) * depth, WideVec(b.v) - v_i,
                                                  (Wide(0) - repulsion) * x_bi);
          force += f;
          second = mulAdd(Wide(b.share1), f, second);
          third = mulAdd(Wide(b.share2), f, third);
        }
        hn::StoreU(force.x.v, FloatTag{}, out);
        hn::StoreU(force.y.v, FloatTag{}, out + lanes);
        hn::StoreU(force.z.v, FloatTag{}, out + 2 * lanes);
        out += 3 * lanes;
      });
  return {sum(second), sum(third)};
}

std::size_t forceLanes() { return wideLanes(); }

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(tilePass);
HWY_EXPORT(forceLanes);

void placeSamples(const SurfaceTile& tile, int dimensions, double sampleDistance, bool asImpulses,
                  TileScratch& scratch) {
  scratch.samples.clear();
  const Vec3d centre(Vec3f(tile.centre(dimensions)));  // as particles see it
  const double size = tile.size(dimensions);
  const auto place = [&](const SurfacePoint& p, double weight) {
    const double factor = asImpulses ? impulseFactor(p.share) : 1;
    scratch.samples.push_back({Vec3f(p.x - centre), Vec3f(p.v),
                               static_cast<float>(size * weight * factor),
                               static_cast<float>(p.share.y), static_cast<float>(p.share.z)});
  };
  const auto& [a, b, c] = tile.corner;
  if (dimensions == 3)
    forEachSample(tile.corner, subdivisionsFor(TriangleOf<Vec3d>{a.x, b.x, c.x}, sampleDistance),
                  place);
  else
    forEachSample(SegmentOf<SurfacePoint>{a, b},
                  subdivisionsFor(SegmentOf<Vec3d>{a.x, b.x}, sampleDistance), place);
}

VertexForces pushParticles(const TileForceLaw& law, const Vec3f& centre,
                           std::span<const std::uint32_t> particles, const FluidNearby& fluid,
                           TileScratch& scratch, std::vector<Push>& pushes) {
  const std::size_t lanes = HWY_DYNAMIC_DISPATCH(forceLanes)();
  const std::size_t vectors = (particles.size() + lanes - 1) / lanes;
  if (scratch.force.size() < 3 * lanes * vectors) scratch.force.resize(3 * lanes * vectors);
  const auto [second, third] =
      HWY_DYNAMIC_DISPATCH(tilePass)(law, centre, particles, fluid, scratch);
  Vec3d total;
  for (std::size_t k = 0; k < particles.size(); ++k) {
    const float* from = scratch.force.data() + 3 * lanes * (k / lanes) + k % lanes;
    const Vec3f force{from[0], from[lanes], from[2 * lanes]};
    if (force == Vec3f{}) continue;
    pushes.push_back({particles[k], force});
    total += Vec3d(force);
  }
  const Vec3d onSecond = -Vec3d(second), onThird = -Vec3d(third);
  return {-total - onSecond - onThird, onSecond, onThird};
}

}  // namespace shoal
#endif  // HWY_ONCE
