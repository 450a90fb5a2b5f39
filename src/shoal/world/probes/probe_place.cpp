#include "shoal/world/probes/probe_place.h"

namespace shoal {

ProbePlace::ProbePlace(const Vec3d& at, const std::string& solid) : at_(at) {
  if (!solid.empty()) solid_.emplace(solid, at);
}

void ProbePlace::follow(std::span<const ProbedSolid> solids) {
  if (solid_) solid_->follow(solids);
}

std::optional<Pose> ProbePlace::frame(double t) const {
  if (!solid_) return Pose{};
  if (!solid_->isThere()) return std::nullopt;
  return solid_->frame(t);
}

std::optional<Vec3d> ProbePlace::in(const ProbeView& view) const {
  const auto now = frame(view.time);
  if (!now) return std::nullopt;
  return (*now)(at_);
}

}  // namespace shoal
