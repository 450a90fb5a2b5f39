#include "shoal/bodies/body_model.h"

namespace shoal {

void BodyModel::cut(SolidId, const BladeStroke&, std::vector<std::uint32_t>&) {
  fail("solids of model \"{}\" cannot be cut", name());
}

void BodyModel::join(const JointParams&) {
  fail("solids of model \"{}\" cannot be joined", name());
}

std::vector<Vec3d> rigidVelocities(std::span<const Vec3d> x, const Vec3d& centre,
                                   const Vec3d& velocity, const Vec3d& spin) {
  std::vector<Vec3d> v;
  v.reserve(x.size());
  for (const Vec3d& p : x) v.push_back(velocity + cross(spin, p - centre));
  return v;
}

}  // namespace shoal
