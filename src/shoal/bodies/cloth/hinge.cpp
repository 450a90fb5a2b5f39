#include "shoal/bodies/cloth/hinge.h"

#include "shoal/bodies/cloth/sheet_lanes.h"

namespace shoal {

namespace lanes = HWY_NAMESPACE;

HingeAngle hingeAngle(const Vec3d& a, const Vec3d& b, const Vec3d& apex0, const Vec3d& apex1) {
  const lanes::LaneHinge<double> one = lanes::hingeAngle(
      lanes::laneOf(a), lanes::laneOf(b), lanes::laneOf(apex0), lanes::laneOf(apex1));
  HingeAngle hinge;
  hinge.angle = one.angle;
  for (std::size_t k = 0; k < 4; ++k) hinge.gradient[k] = lanes::ofOne(one.gradient[k]);
  return hinge;
}

}  // namespace shoal
