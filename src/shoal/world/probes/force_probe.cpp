#include "shoal/world/probes/force_probe.h"

#include <algorithm>

#include "shoal/core/error.h"

namespace shoal {

ForceProbe::ForceProbe(const ForceProbeParams& params, const ProbeSite& site,
                       const std::string& name)
    : dimensions_(site.dimensions),
      solid_(params.solid),
      about_(params.about),
      parts_(params.parts) {
  follow(site.walls);
  if (!number_)
    fail("probe {}: there is no solid \"{}\"{}", name, solid_, didYouMean(solid_, site.walls));
}

void ForceProbe::follow(std::span<const std::string> solids) {
  const auto found = std::find(solids.begin(), solids.end(), solid_);
  number_.reset();
  if (found != solids.end()) number_ = static_cast<std::size_t>(found - solids.begin());
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
  if (!number_) return;
  const Vec3d about = about_ ? *about_ : view.centres[*number_];
  const auto write = [&](const Load& load) {
    const Vec3d torque = load.torque - cross(about, load.force);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      values[axis] = load.force[axis];
      values[3 + axis] = torque[axis];
    }
    values = values.subspan(6);
  };
  write(view.loads[*number_].byFluid());
  if (parts_)
    for (const Load& load : view.loads[*number_].all()) write(load);
}

}  // namespace shoal
