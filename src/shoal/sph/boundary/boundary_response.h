// Interface: the response of bodies to impulses on their boundary samples.
#pragma once

#include <cstdint>
#include <span>

#include "shoal/core/vec.h"

namespace shoal {

class BoundaryResponse {
 public:
  virtual ~BoundaryResponse() = default;

  // Sets `change` to the change of velocity, in m/s, of the listed samples by impulses on them,
  // in N s, that act all at once. Linear in the impulses, and symmetric: an impulse here moves a
  // sample there as the same impulse there would move the one here.
  virtual void respond(std::span<const std::uint32_t> samples, std::span<const Vec3f> impulses,
                       std::span<Vec3f> change) const = 0;
};

}  // namespace shoal
