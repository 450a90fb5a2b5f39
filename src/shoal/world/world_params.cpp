#include "shoal/world/world_params.h"

namespace shoal {

KernelChoice kernelOf(const WorldParams& world) {
  if (world.support != 0 && world.support < 1.5)
    throw Error({}, "world.support",
                fmt::format("{} reaches too few neighbours; choose 0 (automatic) or at least 1.5",
                            world.support));
  const double automatic = world.dimensions == 2 ? 1.9 : 1.97;
  const double support = world.support > 0 ? world.support : automatic;
  return makeKernel(world.kernel, support * world.spacing, world.dimensions, world.spacing);
}

Period periodOf(const WorldParams& world) {
  Period period;
  if (world.periodic.empty()) return period;
  if (!world.domain)
    throw Error({}, "world.domain", "is missing; it says over which lengths space repeats");
  period.lower = Vec3f(world.domain->lower);
  for (const Axis name : world.periodic) {
    const auto axis = static_cast<std::size_t>(name);
    if (name == Axis::Z && world.dimensions == 2)
      throw Error({}, "world.periodic", "must not name z when dimensions = 2");
    period.length[axis] = static_cast<float>(world.domain->size()[axis]);
  }
  return period;
}

}  // namespace shoal
