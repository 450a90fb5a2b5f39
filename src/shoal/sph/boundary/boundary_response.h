// Interface: the response of bodies to impulses on their boundary samples.
#pragma once

#include <cstdint>
#include <span>

#include "shoal/core/vec.h"

namespace shoal {

class BoundaryResponse {
 public:
  virtual ~BoundaryResponse() = default;

  // Sets `change` to the velocity change, in m/s, of the listed samples by simultaneous impulses on
  // them, in N s. Linear and symmetric: the response of one sample to an impulse on another equals
  // that of the other to the same impulse on the first.
  virtual void respond(std::span<const std::uint32_t> samples, std::span<const Vec3f> impulses,
                       std::span<Vec3f> change) const = 0;
};

}  // namespace shoal
