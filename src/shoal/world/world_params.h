// What a user can say about the world that fluids and solids share.
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
};

// The kernel that the world's particles are smoothed with. An automatic support is the one at which
// the cubic spline gives the same density to the lattice that fluid starts on and to the dense
// packings that it settles into (hexagonal in the plane; face- and body-centred cubic in space), so
// that settling changes neither volume nor pressure.
KernelChoice kernelOf(const WorldParams& world);

// How space repeats; throws an Error where it cannot as asked.
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
};

}  // namespace shoal
