#include "shoal/world/probes/patch_probe.h"

#include "shoal/core/error.h"

namespace shoal {

PatchProbe::PatchProbe(const PatchProbeParams& params, const ProbeSite& site, std::string name)
    : name_(std::move(name)),
      region_{params, site.dimensions, site.spacing},
      frame_(params.solid, params.at.value_or(params.box.value_or(Box3d{{}, {}}).centre())) {
  requireSolid(params.solid, site, name_);
  if (params.box.has_value() == params.at.has_value() || (params.at && !(params.radius > 0)))
    fail("probe {}: give patch.box, or patch.at and patch.radius", name_);
}

std::vector<std::string> PatchProbe::columns() const { return {"pressure[Pa]"}; }

// Before the first step, or when the solid is added: what is chosen depends on the start alone, so
// that a resumed run has the same samples.
void PatchProbe::follow(std::span<const ProbedSolid> solids) {
  frame_.follow(solids);
  const auto number = numberOf(frame_.solid(), solids);
  if (number == number_) return;
  number_ = number;
  if (!number_) return;
  const ProbedSolid& solid = solids[*number_];
  for (const Body* part : solid.parts())
    if (part->deforms())
      fail("probe {}: \"{}\" deforms; a patch is part of a solid that keeps its shape", name_,
           solid.name);
  if (solid.samples.empty())
    fail(
        "probe {}: \"{}\" has no boundary samples, which a patch consists of; choose a coupling "
        "that has, such as volumes",
        name_, solid.name);
  const Pose back = inverse(frame_.frame(0));
  PatchChoice choice = choosePatch(region_, solid.surface(), solid.samples, back);
  chosen_ = std::move(choice.samples);
  area_ = choice.area;
  if (!(length(area_) > 0))
    fail("probe {}: no boundary sample of \"{}\" belongs to its patch; move or enlarge it", name_,
         solid.name);
}

void PatchProbe::measure(const ProbeView& view, std::span<double> values) {
  const Boundary& boundary = view.boundary;
  const Boundary::Forces& forces = boundary.forces;
  if (!number_ || forces.viscous.size() != view.walls.size()) return;
  Vec3d force;
  for (std::size_t b = 0; b < view.walls.size(); ++b) {
    if (boundary.solidOf(b) != *number_ || !chosen_[view.walls.sample[b]]) continue;
    force += Vec3d(forces.all[b]) - Vec3d(forces.viscous[b]) - Vec3d(forces.adhesive[b]);
  }
  const Vec3d atRest = rotate(conjugate(frame_.frame(view.time).rotation), force);
  values[0] = 0 - dot(area_, atRest) / dot(area_, area_);  // not -0
}

void PatchProbe::measureStep(const ProbeView& view, std::span<double> values) {
  measure(view, values);
  values[0] *= view.share;
}

}  // namespace shoal
