// Parameters of the world that fluids and solids share.
#pragma once

#include "shoal/core/parameter.h"
#include "shoal/core/period.h"
#include "shoal/sph/fluid_params.h"
#include "shoal/sph/kernels/kernels.h"
#include "shoal/sph/sponge_params.h"
#include "shoal/world/quality.h"

namespace shoal {

// The kernel that a world asks for; an automatic one is that of its quality.
enum class KernelRequest { Automatic, CubicSpline, WendlandC2, BandLimited };

template <>
struct EnumWords<KernelRequest> {
  static constexpr EnumWord<KernelRequest> words[] = {{KernelRequest::Automatic, "automatic"},
                                                      {KernelRequest::CubicSpline, "cubic-spline"},
                                                      {KernelRequest::WendlandC2, "wendland-c2"},
                                                      {KernelRequest::BandLimited, "band-limited"}};
};

enum class Axis { X, Y, Z };

template <>
struct EnumWords<Axis> {
  static constexpr EnumWord<Axis> words[] = {{Axis::X, "x"}, {Axis::Y, "y"}, {Axis::Z, "z"}};
};

struct WorldParams {
  int dimensions = 3;
  Quality quality = Quality::Standard;
  Vec3d gravity{0, -9.81, 0};   // m/s^2
  VectorFormulaText bodyForce;  // m/s^2, of place and time
  double spacing = 0.02;        // m between particles at rest
  double support = 0;           // kernel radius in spacings; 0: see kernelOf
  double particleVolume = 1;    // of a particle at rest, in spacing^dimensions
  double jitter = 0;            // of a spacing, by which particles are displaced at the start
  int seed = 1;                 // of the jitter
  KernelRequest kernel = KernelRequest::Automatic;
  std::optional<Box3d> domain;  // m; particles that leave it have escaped
  std::vector<Axis> periodic;
  std::vector<SpongeParams> sponges;
};

template <>
struct Describe<WorldParams> {
  static Entries entries();
};

// The kernel that the world's particles are smoothed with. An automatic support is, with corrected
// gradients, that of the quality, or of the standard one for a kernel that the quality does not
// choose; otherwise that of the kernel, or the one at which the cubic spline gives the same density
// to the lattice that fluid starts on and to the dense packings that it settles into (hexagonal in
// the plane; face- and body-centred cubic in space), so that settling changes neither volume nor
// pressure.
KernelChoice kernelOf(const WorldParams& world, const SolverParams& solver);

// The periodic box; throws an Error where it is not possible as asked.
Period periodOf(const WorldParams& world);

struct TimeStepParams {
  // The length L is half a support for wcsph, a spacing for the others. The speed is that of
  // sound plus that of the fastest particle for wcsph, for the others the larger of that of the
  // fastest particle and of the flow to be expected.
  double courant = 0.4;   // of L / speed
  double force = 0.25;    // of sqrt(L / acceleration); isph and dfsph have no such limit
  double viscous = 0.4;   // of L^2 / kinematic viscosity; for dfsph, too, L is half a support here
  double maxStep = 0.01;  // s
  double fixed = 0;       // s; 0: adaptive
};

template <>
struct Describe<TimeStepParams> {
  static Entries entries();
};

}  // namespace shoal
