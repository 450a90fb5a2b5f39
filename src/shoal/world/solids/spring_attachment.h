// Spring attachment to a point of a solid; follows the material through cuts and fracture.
#pragma once

#include "shoal/bodies/body.h"
#include "shoal/core/state_list.h"

namespace shoal {

class SpringAttachment {
 public:
  // Attaches to the part that is nearest to the point: to a rigid one at that point, to others by
  // all vertices within the radius, or the nearest one.
  void attach(std::span<Body* const> parts, const Vec3d& point, double radius);
  void release() { body_ = nullptr; }
  bool holds() const { return body_ != nullptr; }

  double mass() const;  // kg, about, of what is held
  // Adds the force of a spring, in N/m, to where its anchor will be at the end of a step. Parts
  // that came apart are followed first: of an attachment to several, the greater share stays.
  void pull(std::span<Body* const> parts, const Vec3d& anchor, double stiffness, double dt);

  void save(StateWriter& state, std::span<Body* const> parts) const;
  void restore(StateReader& state, std::span<Body* const> parts);

 private:
  void follow(std::span<Body* const> parts);

  Body* body_ = nullptr;
  Vec3d place_;                          // m, of a rigid solid, in its own frame
  std::vector<std::uint32_t> vertices_;  // of others
  std::uint64_t revision_ = 0;           // of the surface that these are of
  std::vector<Vec3d> expected_;          // m, where they should be after the last step
};

}  // namespace shoal
