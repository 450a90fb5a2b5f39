// Parameters of the world that fluids and solids share.
#pragma once

#include "shoal/core/parameter.h"
#include "shoal/core/period.h"
#include "shoal/sph/kernels/kernels.h"

namespace shoal {

template <>
struct EnumWords<KernelKind> {
  static constexpr EnumWord<KernelKind> words[] = {{KernelKind::CubicSpline, "cubic-spline"},
                                                   {KernelKind::WendlandC2, "wendland-c2"}};
};

enum class Axis { X, Y, Z };

template <>
struct EnumWords<Axis> {
  static constexpr EnumWord<Axis> words[] = {{Axis::X, "x"}, {Axis::Y, "y"}, {Axis::Z, "z"}};
};

struct WorldParams {
  int dimensions = 3;
  Vec3d gravity{0, -9.81, 0};   // m/s^2
  VectorFormulaText bodyForce;  // m/s^2, of place and time
  double spacing = 0.02;        // m between particles at rest
  double support = 0;           // kernel radius in spacings; 0: see kernelOf
  double particleVolume = 1;    // of a particle at rest, in spacing^dimensions
  double jitter = 0;            // of a spacing, by which particles are displaced at the start
  int seed = 1;                 // of the jitter
  KernelKind kernel = KernelKind::CubicSpline;
  std::optional<Box3d> domain;  // m; particles that leave it have escaped
  std::vector<Axis> periodic;
};

template <>
struct Describe<WorldParams> {
  static Entries entries() {
    using P = WorldParams;
    return {Param{"dimensions", &P::dimensions, 2, 3, "", "2: the plane z = 0. 3: space."},
            Vector{"gravity", &P::gravity, "m/s^2", "Acceleration of gravity; up is against it."},
            Formulas{"bodyForce", &P::bodyForce, "m/s^2",
                     "Force per mass on all fluids, in addition to gravity."},
            Param{"spacing", &P::spacing, 1e-6, 1e3, "m", "Distance between particles at rest."},
            Param{"support", &P::support, 0.0, 4.0, "spacings",
                  "Kernel support radius; 0 chooses 1.9 in the plane and 1.97 in space."},
            Param{"particleVolume", &P::particleVolume, 0.1, 2.0, "spacings^dimensions",
                  "Volume of a particle at rest; below 1 the fluid first contracts from its "
                  "initial lattice."},
            Param{"jitter", &P::jitter, 0.0, 0.5, "spacings",
                  "Largest random displacement of the particles from their lattice at the start, "
                  "along each axis: shows how much a result depends on the lattice."},
            Param{"seed", &P::seed, 0, 1000000000, "", "Seed of the random displacements."},
            Choice{"kernel", &P::kernel, "Smoothing kernel."},
            Corners{"domain", &P::domain, "m",
                    "Particles that leave this box have escaped: they are counted and removed. "
                    "Left out, it is the bounding box of all fluids and solids, with the motion of "
                    "these, grown by two supports and to twice its height upwards."},
            Words{"periodic", &P::periodic,
                  "Axes of periodic boundary conditions: particles that leave the domain through "
                  "one face enter through the opposite one. Needs a domain."}};
  }
};

// The kernel that the world's particles are smoothed with. An automatic support is the one at which
// the cubic spline gives the same density to the lattice that fluid starts on and to the dense
// packings that it settles into (hexagonal in the plane; face- and body-centred cubic in space), so
// that settling changes neither volume nor pressure.
KernelChoice kernelOf(const WorldParams& world);

// The periodic box; throws an Error where it is not possible as asked.
Period periodOf(const WorldParams& world);

struct TimeStepParams {
  // The length L is half a support for wcsph, a spacing for dfsph and pcisph. The speed is that of
  // sound plus that of the fastest particle for wcsph, for the others the larger of that of the
  // fastest particle and of the flow to be expected.
  double courant = 0.4;   // of L / speed
  double force = 0.25;    // of sqrt(L / acceleration); dfsph has no such limit
  double viscous = 0.4;   // of L^2 / kinematic viscosity; for dfsph, too, L is half a support here
  double maxStep = 0.01;  // s
  double fixed = 0;       // s; 0: adaptive
};

template <>
struct Describe<TimeStepParams> {
  static Entries entries() {
    using P = TimeStepParams;
    return {Param{"courant", &P::courant, 1e-3, 10.0, "",
                  "CFL number. wcsph: fraction of the time that sound takes across half a support. "
                  "dfsph, pcisph: fraction of a spacing that the fastest particle may move."},
            Param{"force", &P::force, 1e-3, 10.0, "",
                  "Step limit by acceleration. wcsph: fraction of the time in which the largest "
                  "acceleration covers half a support. pcisph: a spacing. dfsph: no limit."},
            Param{"viscous", &P::viscous, 1e-3, 10.0, "",
                  "Step limit by viscosity: fraction of the time in which momentum diffuses over "
                  "half a support; pcisph: over a spacing."},
            Param{"maxStep", &P::maxStep, 1e-9, 1.0, "s", "Longest time step."},
            Param{"fixed", &P::fixed, 0.0, 1.0, "s", "Fixed time step; 0: adaptive."}};
  }
};

}  // namespace shoal
