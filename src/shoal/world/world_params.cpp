#include "shoal/world/world_params.h"

namespace shoal {

Entries Describe<WorldParams>::entries() {
  using P = WorldParams;
  return {
      Param{"dimensions", &P::dimensions, 2, 3, "", "2 for the plane z = 0, 3 for space."},
      Vector{"gravity", &P::gravity, "m/s^2", "Acceleration of gravity; up is against it."},
      Formulas{"bodyForce", &P::bodyForce, "m/s^2",
               "Force per mass on all fluids besides gravity."},
      Param{"spacing", &P::spacing, 1e-6, 1e3, "m", "Distance between particles at rest."},
      Param{"support", &P::support, 0.0, 4.0, "spacings",
            "Radius of the smoothing kernel; 0 chooses 1.9 in the plane and 1.97 in space."},
      Param{"particleVolume", &P::particleVolume, 0.1, 2.0, "spacings^dimensions",
            "Volume that a particle stands for; below 1 the fluid first contracts from the "
            "lattice that it starts on."},
      Param{"jitter", &P::jitter, 0.0, 0.5, "spacings",
            "Particles start displaced from their lattice by up to this much along each axis, at "
            "random: to tell what a result owes to the lattice, or how far it can be trusted."},
      Param{"seed", &P::seed, 0, 1000000000, "", "Of the jitter: another seed, another start."},
      Choice{"kernel", &P::kernel, "Smoothing kernel."},
      Corners{"domain", &P::domain, "m",
              "Particles that leave this box have escaped: they are counted and removed. "
              "Left out, it is the box around all fluids and solids, and around where these "
              "move, grown by two supports and "
              "to twice its height upwards."},
      Words{"periodic", &P::periodic,
            "Axes along which space repeats: what leaves the domain through one face comes back "
            "through the opposite one. Needs a domain."}};
}

Entries Describe<TimeStepParams>::entries() {
  using P = TimeStepParams;
  return {Param{"courant", &P::courant, 1e-3, 10.0, "",
                "wcsph: share of the time that sound needs to cross half a support. dfsph, "
                "pcisph: share of a spacing that the fastest particle may move."},
          Param{"force", &P::force, 1e-3, 10.0, "",
                "wcsph: share of the time in which the largest acceleration crosses half a "
                "support; pcisph: a spacing; dfsph: no limit."},
          Param{"viscous", &P::viscous, 1e-3, 10.0, "",
                "Share of the time in which viscosity spreads over half a support; pcisph: over "
                "a spacing."},
          Param{"maxStep", &P::maxStep, 1e-9, 1.0, "s", "No step is longer than this."},
          Param{"fixed", &P::fixed, 0.0, 1.0, "s", "The step, whatever happens; 0 adapts it."}};
}

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
