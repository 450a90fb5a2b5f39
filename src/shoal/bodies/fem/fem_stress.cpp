// Stress of elements as they are, for what breaks by it and for those who look at it.
#include "shoal/bodies/fem/fem_elasticity.h"

namespace shoal {

// With F = u s v^T and P = u p v^T, Cauchy's stress is P F^T / J = u (p s / J) u^T.
Matrix3 FemElasticity::stress(std::size_t element, std::span<const Vec3d> x) const {
  constexpr double kCrushed = 1e-3;  // area over J means nothing for what is nearly flat
  const std::size_t each = pointsEach(mesh_);
  Matrix3 sum;
  double volume = 0;
  for (std::size_t point = element * each; point != (element + 1) * each; ++point) {
    volume += points_[point].volume;
    const Stretch f = stretchOf(elasticDeformation(point, x));
    if (!(f.s.z > kCrushed)) continue;
    const Vec3d p = stretchStress(law_, lame_[element], f.s).stress;
    const Vec3d cauchy{p.x / (f.s.y * f.s.z), p.y / (f.s.z * f.s.x), p.z / (f.s.x * f.s.y)};
    sum += points_[point].volume * (f.u * Matrix3::diagonal(cauchy) * transposed(f.u));
  }
  return (1 / volume) * sum;
}

double vonMises(const Matrix3& stress) {
  const double mean = (stress(0, 0) + stress(1, 1) + stress(2, 2)) / 3;
  const Matrix3 deviator = stress - mean * Matrix3::identity();
  double squares = 0;
  for (const double entry : deviator.a) squares += sq(entry);
  return std::sqrt(1.5 * squares);
}

}  // namespace shoal
