#include "shoal/sph/wcsph.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/core/timer.h"
#include "shoal/sph/density.h"
#include "shoal/sph/tait.h"

namespace shoal {

Wcsph::Wcsph(const WcsphParams& params, double soundSpeed, const KernelChoice& kernel)
    : soundSpeed_(soundSpeed),
      viscosity_{static_cast<float>(params.artificialViscosity), static_cast<float>(soundSpeed),
                 kernel.radius / 2},
      damping_(static_cast<float>(params.acousticDamping * soundSpeed) * kernel.radius / 2),
      dimensions_(kernel.dimensions) {}

void Wcsph::prepare(FluidParticles& fluid, const FluidSurroundings& around) {
  {
    const Timed t{"fluid/density"};
    std::copy(fluid.rho.begin(), fluid.rho.end(), fluid.rhoBefore.begin());
    computeDensity(fluid, around.walls, around.near, around.kernel);
    computePressure(fluid, static_cast<float>(soundSpeed_), damping_, lastStep);
  }
  const Timed t{"fluid/forces"};
  computeAcceleration(fluid, around.walls, around.near, around.kernel, viscosity_, around.gravity);
}

double Wcsph::longestStep(const FluidParticles& fluid, const StepLimits& limits) const {
  const Timed t{"fluid/time step"};
  constexpr double never = std::numeric_limits<double>::infinity();
  const double h = double(viscosity_.smoothingLength);
  const double fastest = std::sqrt(double(
      parallelMax(fluid.size(), 0.0f, [&](std::size_t i) { return dot(fluid.v[i], fluid.v[i]); })));
  const double hardest = std::sqrt(double(
      parallelMax(fluid.size(), 0.0f, [&](std::size_t i) { return dot(fluid.a[i], fluid.a[i]); })));
  const double bySound = limits.courant * h / (soundSpeed_ + fastest);
  const double byForce = hardest > 0 ? limits.force * std::sqrt(h / hardest) : never;
  // The artificial viscosity acts like a kinematic one of alpha h c / (2 (D + 2)), [Mon05].
  const double nu = double(viscosity_.alpha) * h * soundSpeed_ / (2 * (dimensions_ + 2));
  const double byViscosity = nu > 0 ? limits.viscous * h * h / nu : never;
  return std::min({bySound, byForce, byViscosity});
}

void Wcsph::advance(FluidParticles& fluid, const FluidSurroundings&, double dt) {
  const Timed t{"fluid/advance"};
  // [And05] eq. 3.8; with steps of unequal length the velocities at the half steps lie
  // (last + dt) / 2 apart. Then eq. 3.9 for the velocity at the new time.
  const auto betweenHalves = static_cast<float>((lastStep + dt) / 2);
  const auto step = static_cast<float>(dt);
  const auto half = static_cast<float>(dt / 2);
  parallelFor(fluid.size(), [&](std::size_t i) {
    fluid.vHalf[i] += betweenHalves * fluid.a[i];
    fluid.x[i] += step * fluid.vHalf[i];
    fluid.v[i] = fluid.vHalf[i] + half * fluid.a[i];
  });
  lastStep = dt;
}

double Wcsph::internalEnergy(const FluidParticles& fluid, std::size_t i) const {
  // m times the integral of P / rho^2 from rho0 to rho, zero where the pressure was cut off.
  const double rho0 = double(fluid.restDensity);
  const double s = std::max(1.0, double(fluid.rho[i]) / rho0);
  const double c2 = sq(soundSpeed_);
  return double(fluid.mass) * c2 / 7 * ((sq(cube(s)) - 1) / 6 + 1 / s - 1);
}

void Wcsph::wallForces(const FluidParticles& fluid, const FluidSurroundings& around,
                       std::vector<Vec3f>& force) const {
  computeWallForces(fluid, around.walls, around.near, around.kernel, viscosity_, force);
}

}  // namespace shoal
