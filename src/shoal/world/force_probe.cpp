#include "shoal/world/force_probe.h"

#include <algorithm>

#include "shoal/core/error.h"

namespace shoal {

ForceProbe::ForceProbe(const ForceProbeParams& params, const ProbeSite& site,
                       const std::string& name)
    : dimensions_(site.dimensions), about_(params.about) {
  const auto wall = std::find(site.walls.begin(), site.walls.end(), params.solid);
  if (wall == site.walls.end())
    fail("probe {}: there is no solid \"{}\"{}", name, params.solid,
         didYouMean(params.solid, site.walls));
  wall_ = static_cast<std::size_t>(wall - site.walls.begin());
}

std::vector<std::string> ForceProbe::columns() const {
  if (dimensions_ == 2)
    return {"forceX[N/m]", "forceY[N/m]", "forceZ[N/m]", "torqueX[N]", "torqueY[N]", "torqueZ[N]"};
  return {"forceX[N]", "forceY[N]", "forceZ[N]", "torqueX[N m]", "torqueY[N m]", "torqueZ[N m]"};
}

void ForceProbe::measure(const ProbeView& view, std::span<double> values) {
  const Vec3d force = view.wallForces[wall_];
  const Vec3d about = about_ ? *about_ : view.wallMiddles[wall_];
  const Vec3d torque = view.wallTorques[wall_] - cross(about, force);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    values[axis] = force[axis];
    values[3 + axis] = torque[axis];
  }
}

}  // namespace shoal
