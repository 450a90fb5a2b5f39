// Where a probe is.
#pragma once

#include "shoal/world/probes/solid_point.h"

namespace shoal {

// The place of a probe: fixed, or given as before any motion of the solid that it rides on.
class ProbePlace {
 public:
  // `solid`: that it rides on; "": none.
  ProbePlace(const Vec3d& at, const std::string& solid);

  bool rides() const { return solid_.has_value(); }
  void follow(std::span<const ProbedSolid> solids);
  const Vec3d& given() const { return at_; }  // m
  // From there to where it is at the time t; none if its solid was removed.
  std::optional<Pose> frame(double t) const;
  // Where it is at the time of the view.
  std::optional<Vec3d> in(const ProbeView& view) const;

 private:
  Vec3d at_;  // m
  std::optional<SolidPoint> solid_;
};

}  // namespace shoal
