// Spring attachment to a point of a solid; follows the material through cuts and fracture.
#pragma once

#include "shoal/bodies/body.h"
#include "shoal/core/state_list.h"

namespace shoal {

class SpringAttachment {
 public:
  // Attaches to the part that is nearest to the point: to a rigid one at that point, to others by
  // all vertices within the radius, or by the nearest one.
  void attach(std::span<Body* const> parts, const Vec3d& point, double radius);
  void release() { body_ = nullptr; }
  bool holds() const { return body_ != nullptr; }

  double mass() const;  // kg, approximate mass of the attached vertices
  // Applies the force of a spring of this stiffness, in N/m, towards the position of its anchor at
  // the end of a step. After a cut or fracture, an attachment to several parts stays with the one
  // that has most of its vertices.
  void pull(std::span<Body* const> parts, const Vec3d& anchor, double stiffness, double dt);

  void save(StateWriter& state, std::span<Body* const> parts) const;
  void restore(StateReader& state, std::span<Body* const> parts);

 private:
  void follow(std::span<Body* const> parts);

  Body* body_ = nullptr;
  Vec3d place_;                          // m, of a rigid solid, in body coordinates
  std::vector<std::uint32_t> vertices_;  // of deformable solids
  std::uint64_t revision_ = 0;           // of the surface that these belong to
  std::vector<Vec3d> expected_;          // m, their predicted positions after the last step
};

}  // namespace shoal
