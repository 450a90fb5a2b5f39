// What a hand holds of a solid, also after that has broken or was cut.
#pragma once

#include "shoal/bodies/body.h"

namespace shoal {

// The body of this name, and all that came loose from it.
std::vector<Body*> partsNamed(const std::string& name, std::span<Body* const> bodies);

class SpringAttachment {
 public:
  // Takes hold of the part that is nearest to the point: a rigid one there, others by all vertices
  // within the radius, or the nearest one.
  void take(std::span<Body* const> parts, const Vec3d& point, double radius);
  void letGo() { body_ = nullptr; }
  bool holds() const { return body_ != nullptr; }

  double mass() const;  // kg, about, of what is held
  // Adds the force of a spring to the hand where it will be at the end of a step, N/m. Parts that
  // came apart are followed first: of a hand that held several, the greater share stays.
  void pull(std::span<Body* const> parts, const Vec3d& hand, double stiffness, double dt);

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
