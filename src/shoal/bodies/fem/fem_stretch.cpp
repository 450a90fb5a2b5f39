#include "shoal/bodies/fem/fem_stretch.h"

#include "shoal/bodies/fem/fem_lanes.h"

namespace shoal {

namespace lanes = HWY_NAMESPACE;

SymmetricAxes axesOf(const Matrix3& symmetric) {
  const lanes::LaneAxes<double> one = lanes::axesOf(lanes::laneOf(symmetric));
  return {lanes::ofOne(one.values), lanes::ofOne(one.vectors)};
}

Stretch stretchOf(const Matrix3& f) {
  const lanes::LaneStretch<double> one = lanes::stretchOf(lanes::laneOf(f));
  return {lanes::ofOne(one.u), lanes::ofOne(one.v), lanes::ofOne(one.s)};
}

}  // namespace shoal
