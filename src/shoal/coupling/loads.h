// Loads on a solid, split into pressure, viscosity, adhesion and contact.
#pragma once

#include <array>
#include <cstddef>

#include "shoal/core/vec.h"

namespace shoal {

struct Load {
  Vec3d force;   // N; in the plane N/m
  Vec3d torque;  // N m, about the origin; in the plane N

  Load& operator+=(const Load& other) {
    force += other.force;
    torque += other.torque;
    return *this;
  }
  Load& operator-=(const Load& other) {
    force -= other.force;
    torque -= other.torque;
    return *this;
  }
  Load operator*(double factor) const { return {force * factor, torque * factor}; }
};

// The first three are by fluid; the last by other solids, joints, pins and springs.
enum class LoadKind : std::size_t { Pressure, Viscosity, Adhesion, Contact };
inline constexpr std::size_t kLoadKinds = 4;
inline constexpr std::array<const char*, kLoadKinds> kLoadNames{"pressure", "viscosity", "adhesion",
                                                                "contact"};

class Loads {
 public:
  Load& operator[](LoadKind kind) { return of_[static_cast<std::size_t>(kind)]; }
  const Load& operator[](LoadKind kind) const { return of_[static_cast<std::size_t>(kind)]; }
  const std::array<Load, kLoadKinds>& all() const { return of_; }

  Load byFluid() const {
    Load sum = (*this)[LoadKind::Pressure];
    sum += (*this)[LoadKind::Viscosity];
    sum += (*this)[LoadKind::Adhesion];
    return sum;
  }

 private:
  std::array<Load, kLoadKinds> of_;
};

// The loads of the fluid on one solid in a step.
struct LoadsOnSolid {
  std::size_t solid = 0;  // its number among those of the world
  Loads loads;
  Vec3d centre;               // m, of the solid when they were found: torques refer to it
  bool whileAdvanced = true;  // whether they acted while the solid was advanced, not after
};

}  // namespace shoal
