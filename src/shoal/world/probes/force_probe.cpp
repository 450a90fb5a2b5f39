#include "shoal/world/probes/force_probe.h"

#include "shoal/world/probes/solid_point.h"

namespace shoal {

ForceProbe::ForceProbe(const ForceProbeParams& params, const ProbeSite& site,
                       const std::string& name)
    : dimensions_(site.dimensions),
      solid_(params.solid),
      about_(params.about),
      parts_(params.parts) {
  requireSolid(solid_, site, name);
}

void ForceProbe::follow(std::span<const ProbedSolid> solids) { number_ = numberOf(solid_, solids); }

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
  write(view, 1, values);
}

void ForceProbe::measureStep(const ProbeView& view, std::span<double> values) {
  write(view, view.share, values);
}

void ForceProbe::write(const ProbeView& view, double share, std::span<double> values) const {
  if (!number_) return;
  const Vec3d about = about_ ? *about_ : view.centres[*number_];
  const auto put = [&](const Load& load) {
    const Vec3d torque = load.torque - cross(about, load.force);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      values[axis] = load.force[axis];
      values[3 + axis] = torque[axis];
    }
    values = values.subspan(6);
  };
  const Loads& loads = view.loads[*number_];
  put(loads.byFluid() * share);
  if (!parts_) return;
  for (const LoadKind kind : {LoadKind::Pressure, LoadKind::Viscosity, LoadKind::Adhesion})
    put(loads[kind] * share);
  put(loads[LoadKind::Contact]);
}

}  // namespace shoal
