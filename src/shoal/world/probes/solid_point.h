// A point that moves with a solid.
#pragma once

#include <optional>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/world/probes/probe.h"

namespace shoal {

// An Error that names the nearest solid if there is none of that name.
void requireSolid(const std::string& solid, const ProbeSite& site, const std::string& probe);
// None if there is no such solid, or no more.
std::optional<std::size_t> numberOf(const std::string& solid, std::span<const ProbedSolid> solids);

// Given by where it is in the rest shape of the solid: where that was made, before any motion. On a
// solid that keeps its shape it is any place that moves with it; on one that deforms, the point of
// the material that is nearest, also after cuts and fracture.
class SolidPoint {
 public:
  SolidPoint(std::string solid, const Vec3d& rest);

  const std::string& solid() const { return solid_; }
  const Vec3d& given() const { return rest_; }  // m
  // An Error if the model of the solid has no material points.
  void follow(std::span<const ProbedSolid> solids);
  bool isThere() const { return number_.has_value(); }  // whether the solid is

  // The place of the material point in the rest shape.
  Vec3d rest() const;
  PointMotion motion(double t) const;
  // Cauchy stress, in Pa; none if the solid has none.
  std::optional<Matrix3> stress() const;
  // From places around the point at rest to where they are at the time t. On a solid that deforms
  // this is a translation.
  Pose frame(double t) const;

 private:
  // The part of the solid that has the point, and the point on it.
  struct Located {
    const Body* part = nullptr;  // none of what is no body
    std::optional<MaterialPoint> point;
  };
  const Located& locate() const;

  std::string solid_;
  Vec3d rest_;  // m
  std::optional<std::size_t> number_;
  std::function<std::vector<Body*>()> parts_;
  std::optional<Motion> motion_;

  // Found anew when the solid has other parts or other elements.
  mutable std::optional<Located> located_;
  mutable std::vector<std::uint64_t> revisions_;  // of the parts
};

}  // namespace shoal
