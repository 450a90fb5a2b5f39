#include "shoal/world/probes/force_probe.h"

#include <algorithm>

#include "shoal/core/error.h"

namespace shoal {

ForceProbe::ForceProbe(const ForceProbeParams& params, const ProbeSite& site,
                       const std::string& name)
    : dimensions_(site.dimensions), about_(params.about), parts_(params.parts) {
  const auto wall = std::find(site.walls.begin(), site.walls.end(), params.solid);
  if (wall == site.walls.end())
    fail("probe {}: there is no solid \"{}\"{}", name, params.solid,
         didYouMean(params.solid, site.walls));
  wall_ = static_cast<std::size_t>(wall - site.walls.begin());
}

std::vector<std::string> ForceProbe::columns() const {
  const bool plane = dimensions_ == 2;
  std::vector<std::string> names;
  const auto add = [&](const std::string& force, const std::string& torque) {
    for (const char* axis : {"X", "Y", "Z"})
      names.push_back(force + axis + (plane ? "[N/m]" : "[N]"));
    for (const char* axis : {"X", "Y", "Z"})
      names.push_back(torque + axis + (plane ? "[N]" : "[N m]"));
  };
  add("force", "torque");
  if (parts_)
    for (const char* kind : kLoadNames) add(kind, std::string(kind) + "Torque");
  return names;
}

void ForceProbe::measure(const ProbeView& view, std::span<double> values) {
  const Vec3d about = about_ ? *about_ : view.centres[wall_];
  const auto write = [&](const Load& load) {
    const Vec3d torque = load.torque - cross(about, load.force);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      values[axis] = load.force[axis];
      values[3 + axis] = torque[axis];
    }
    values = values.subspan(6);
  };
  write(view.loads[wall_].byFluid());
  if (parts_)
    for (const Load& load : view.loads[wall_].all()) write(load);
}

}  // namespace shoal
