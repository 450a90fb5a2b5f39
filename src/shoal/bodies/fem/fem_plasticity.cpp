// Plastic flow of elements. Deformation splits into a lasting part and an elastic one that follows
// it, F = F_e F_p [ITF04], so that any material can flow by any amount.
#include "shoal/bodies/fem/fem_elasticity.h"
#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

// The deviation of logarithmic strains from their mean: what changes shape, not volume.
Vec3d shapeStrain(const Vec3d& s) {
  const Vec3d strain{portable::log(s.x), portable::log(s.y), portable::log(s.z)};
  const double mean = (strain.x + strain.y + strain.z) / 3;
  return strain - Vec3d{mean, mean, mean};
}

// [MG04]: yield, creep and a largest plastic strain. Deviations: the yield is a von
// Mises stress, only what lies beyond it creeps, and volume is kept.
Matrix3 flowed(const Matrix3& plasticInverse, const Stretch& elastic, double mu, double dt,
               const FemPlasticityParams& params) {
  constexpr double kCrushed = 0.05;  // logarithms of what is nearly inside out say nothing
  if (!(elastic.s.z > kCrushed)) return plasticInverse;
  const Vec3d strain = shapeStrain(elastic.s);
  const double stress = std::sqrt(1.5) * 2 * mu * length(strain);
  if (!(stress > params.yield)) return plasticInverse;
  const double share = (1 - params.yield / stress) * -portable::expm1(-params.creep * dt);
  const Vec3d back{portable::exp(-share * strain.x), portable::exp(-share * strain.y),
                   portable::exp(-share * strain.z)};
  const Matrix3 next =
      plasticInverse * (elastic.v * Matrix3::diagonal(back) * transposed(elastic.v));
  const auto lasting = [](const Matrix3& m) { return length(shapeStrain(stretchOf(m).s)); };
  const double size = lasting(next);
  const bool isTooMuch = size > params.maxPlasticity && size > lasting(plasticInverse);
  return isTooMuch ? plasticInverse : next;
}

}  // namespace

void FemElasticity::flow(std::span<const Vec3d> x, double dt, const FemPlasticityParams& params) {
  if (plasticInverse_.empty()) plasticInverse_.assign(points_.size(), Matrix3::identity());
  parallelFor(points_.size(), [&](std::size_t point) {
    const Stretch elastic = stretchOf(elasticDeformation(point, x));
    const double mu = lame_[point / pointsEach(mesh_)].mu;
    plasticInverse_[point] = flowed(plasticInverse_[point], elastic, mu, dt, params);
  });
}

}  // namespace shoal
