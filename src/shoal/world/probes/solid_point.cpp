#include "shoal/world/probes/solid_point.h"

#include <algorithm>
#include <limits>

#include "shoal/bodies/rigid/rigid_body.h"
#include "shoal/core/error.h"

namespace shoal {

void requireSolid(const std::string& solid, const ProbeSite& site, const std::string& probe) {
  if (std::find(site.walls.begin(), site.walls.end(), solid) == site.walls.end())
    fail("probe {}: there is no solid \"{}\"{}", probe, solid, didYouMean(solid, site.walls));
}

std::optional<std::size_t> numberOf(const std::string& solid, std::span<const ProbedSolid> solids) {
  for (std::size_t s = 0; s < solids.size(); ++s)
    if (solids[s].name == solid) return s;
  return std::nullopt;
}

SolidPoint::SolidPoint(std::string solid, const Vec3d& rest)
    : solid_(std::move(solid)), rest_(rest) {}

void SolidPoint::follow(std::span<const ProbedSolid> solids) {
  const auto number = numberOf(solid_, solids);
  if (number == number_) return;
  number_ = number;
  parts_ = nullptr;
  motion_.reset();
  located_.reset();
  if (!number_) return;
  parts_ = solids[*number_].parts;
  if (solids[*number_].motion) motion_.emplace(*solids[*number_].motion);
  if (!motion_ && !parts_().empty() && !locate().part)
    fail("solid \"{}\": its model does not know the points of its material, so no probe follows it",
         solid_);
}

const SolidPoint::Located& SolidPoint::locate() const {
  const std::vector<Body*> parts = parts_ ? parts_() : std::vector<Body*>{};
  std::vector<std::uint64_t> revisions;
  for (const Body* part : parts) revisions.push_back(part->surface().revision);
  if (located_ && revisions == revisions_) return *located_;
  revisions_ = std::move(revisions);
  located_.emplace();
  double least = std::numeric_limits<double>::infinity();
  for (const Body* part : parts) {
    auto point = part->materialPoint(rest_);
    if (!point || !(length(point->rest - rest_) < least)) continue;
    least = length(point->rest - rest_);
    located_ = {part, std::move(point)};
  }
  return *located_;
}

Vec3d SolidPoint::rest() const {
  if (motion_) return rest_;
  const Located& found = locate();
  return found.point ? found.point->rest : rest_;
}

PointMotion SolidPoint::motion(double t) const {
  if (motion_) return {motion_->position(rest_, t), motion_->velocity(rest_, t)};
  const Located& found = locate();
  return found.part ? found.part->motionOf(*found.point) : PointMotion{rest_, {}};
}

std::optional<Matrix3> SolidPoint::stress() const {
  const Located& found = locate();
  return found.part ? found.part->stressAt(*found.point) : std::nullopt;
}

Pose SolidPoint::frame(double t) const {
  if (motion_) return motion_->pose(t);
  const Located& found = locate();
  if (!found.part) return {};
  if (const RigidBody* rigid = found.part->asRigid()) return rigid->sinceStart();
  return {found.part->motionOf(*found.point).x - found.point->rest, {}};
}

}  // namespace shoal
