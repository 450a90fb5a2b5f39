#include "shoal/world/world_params.h"

namespace shoal {

namespace {

KernelKind kindOf(const WorldParams& world, bool corrected) {
  switch (world.kernel) {
    case KernelRequest::CubicSpline:
      return KernelKind::CubicSpline;
    case KernelRequest::WendlandC2:
      return KernelKind::WendlandC2;
    case KernelRequest::BandLimited:
      return KernelKind::BandLimited;
    case KernelRequest::Automatic:
      break;
  }
  const QualityTraits& traits = traitsOf(world.quality);
  return corrected ? traits.kernel : traits.uncorrectedKernel;
}

double supportOf(const WorldParams& world, KernelKind kind, bool corrected) {
  if (world.support > 0) return world.support;
  if (kind == KernelKind::BandLimited) return kBandLimitedSupport;
  const bool chosen = world.kernel != KernelRequest::Automatic;
  if (corrected) return traitsOf(chosen ? Quality::Standard : world.quality).support;
  return world.dimensions == 2 ? 1.9 : 1.97;
}

}  // namespace

Entries Describe<WorldParams>::entries() {
  using P = WorldParams;
  return {
      Param{"dimensions", &P::dimensions, 2, 3, "", "2: the plane z = 0. 3: space."},
      Choice{"quality", &P::quality,
             "What is chosen where a scene does not choose. standard: the cubic spline. accurate: "
             "a wide kernel, for vortices, slow flow and measurements, at a multiple of the cost."},
      Vector{"gravity", &P::gravity, "m/s^2", "Acceleration of gravity; up is against it."},
      Formulas{"bodyForce", &P::bodyForce, "m/s^2",
               "Force per mass on all fluids, in addition to gravity."},
      Param{"spacing", &P::spacing, 1e-6, 1e3, "m", "Distance between particles at rest."},
      Param{"support", &P::support, 0.0, 4.0, "spacings",
            "Kernel support radius; 0 chooses 3 for the band-limited kernel, 2.1 for isph, or 3.3 "
            "with the automatic kernel of accurate quality, and otherwise 1.9 in the plane and "
            "1.97 in space."},
      Param{"particleVolume", &P::particleVolume, 0.1, 2.0, "spacings^dimensions",
            "Volume of a particle at rest; below 1 the fluid first contracts from its "
            "initial lattice."},
      Param{"jitter", &P::jitter, 0.0, 0.5, "spacings",
            "Largest random displacement of the particles from their lattice at the start, "
            "along each axis: shows how much a result depends on the lattice."},
      Param{"seed", &P::seed, 0, 1000000000, "", "Seed of the random displacements."},
      Choice{"kernel", &P::kernel,
             "Smoothing kernel. automatic: the cubic spline, or, for accurate quality, "
             "wendland-c2 with isph and band-limited with the other solvers."},
      Corners{"domain", &P::domain, "m",
              "Particles that leave this box have escaped: they are counted and removed. "
              "Left out, it is the bounding box of all fluids, sources and solids, with where "
              "motions, initial velocities and pulls may take these, grown by two supports and to "
              "twice its height upwards."},
      Words{"periodic", &P::periodic,
            "Axes of periodic boundary conditions: particles that leave the domain through "
            "one face enter through the opposite one. Needs a domain."},
      List{"sponge", &P::sponges, "Damping zones, which absorb waves."}};
}

Entries Describe<TimeStepParams>::entries() {
  using P = TimeStepParams;
  return {Param{"courant", &P::courant, 1e-3, 10.0, "",
                "CFL number. wcsph: fraction of the time that sound takes across half a support. "
                "isph, dfsph, pcisph: fraction of a spacing that the fastest particle may move."},
          Param{"force", &P::force, 1e-3, 10.0, "",
                "Step limit by acceleration. wcsph: fraction of the time in which the largest "
                "acceleration covers half a support. pcisph: a spacing. isph, dfsph: no limit."},
          Param{"viscous", &P::viscous, 1e-3, 10.0, "",
                "Step limit by viscosity: fraction of the time in which momentum diffuses over "
                "half a support; pcisph: over a spacing."},
          Param{"maxStep", &P::maxStep, 1e-9, 1.0, "s", "Longest time step."},
          Param{"fixed", &P::fixed, 0.0, 1.0, "s", "Fixed time step; 0: adaptive."}};
}

KernelChoice kernelOf(const WorldParams& world, const SolverParams& solver) {
  if (world.support != 0 && world.support < 1.5)
    throw Error({}, "world.support",
                fmt::format("{} reaches too few neighbours; choose 0 (automatic) or at least 1.5",
                            world.support));
  const bool corrected = solver.solver->correctsGradients;
  const KernelKind kind = kindOf(world, corrected);
  const double support = supportOf(world, kind, corrected);
  KernelChoice kernel = makeKernel(kind, support * world.spacing, world.dimensions, world.spacing);
  kernel.corrected = corrected;
  const bool even = corrected && support == kEvenPackingSupport;
  return even ? withEvenPacking(kernel, world.spacing) : kernel;
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
