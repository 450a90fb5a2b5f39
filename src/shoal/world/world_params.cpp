#include "shoal/world/world_params.h"

namespace shoal {

KernelChoice kernelOf(const WorldParams& world) {
  if (world.support != 0 && world.support < 1.5)
    throw Error({}, "world.support",
                fmt::format("{} reaches too few neighbours; choose 0 (automatic) or at least 1.5",
                            world.support));
  const double automatic = world.dimensions == 2 ? 1.9 : 1.97;
  const double support = world.support > 0 ? world.support : automatic;
  const bool wendland = world.kernel == "wendland-c2";
  return makeKernel(wendland ? KernelKind::WendlandC2 : KernelKind::CubicSpline,
                    support * world.spacing, world.dimensions, world.spacing);
}

}  // namespace shoal
