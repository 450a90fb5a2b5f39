#include "shoal/sph/wcsph.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "shoal/core/timer.h"
#include "shoal/sph/density.h"
#include "shoal/sph/tait.h"

namespace shoal {

Wcsph::Wcsph(const WcsphParams& params, double soundSpeed, const KernelChoice& kernel,
             FluidParticles& fluid)
    : soundSpeed_(soundSpeed),
      viscosity_{static_cast<float>(params.artificialViscosity), static_cast<float>(soundSpeed),
                 kernel.radius / 2},
      damping_(static_cast<float>(params.acousticDamping * soundSpeed) * kernel.radius / 2),
      dimensions_(kernel.dimensions),
      vHalf_(fluid.set, "halfVelocity", Role::State),
      sBefore_(fluid.set, "relativeDensityBefore", Role::Scratch) {}

void Wcsph::welcome(FluidParticles& fluid, Range fresh) {
  for (std::size_t i = fresh.begin; i < fresh.end; ++i) vHalf_[i] = fluid.v[i];
}

void Wcsph::prepare(FluidParticles& fluid, const FluidSurroundings& around,
                    const FluidForces& forces, double time) {
  {
    const Timed t{"fluid/density"};
    std::copy(fluid.s.begin(), fluid.s.end(), sBefore_.begin());
    computeDensity(fluid, around);
    computePressure(fluid, sBefore_.span(), static_cast<float>(soundSpeed_), damping_, lastStep);
  }
  computeForces(fluid, around, forces, time);
  const Timed t{"fluid/pressure force"};
  addPressureAcceleration(fluid, around, viscosity_);
  rememberAcceleration(fluid, forces);
}

double Wcsph::longestStep(const FluidParticles& fluid, const FluidSurroundings&,
                          const StepLimits& limits) const {
  const Timed t{"fluid/time step"};
  constexpr double never = std::numeric_limits<double>::infinity();
  const double h = double(viscosity_.smoothingLength);
  const double hardest = largest(fluid.a);
  const double bySound = limits.courant * h / (soundSpeed_ + largest(fluid.v));
  const double byForce = hardest > 0 ? limits.force * std::sqrt(h / hardest) : never;
  const double nu = equivalentViscosity(viscosity_, dimensions_);
  const double byViscosity = nu > 0 ? limits.viscous * h * h / nu : never;
  return std::min({bySound, byForce, byViscosity});
}

void Wcsph::solve(FluidParticles& fluid, const FluidSurroundings& around, const FluidForces& forces,
                  double dt) {
  if (!anyRemembered()) return;
  // The velocities at the half steps are the ones that move: those at whole steps, which are
  // predicted, would go beyond the mark and ring.
  std::swap_ranges(fluid.v.begin(), fluid.v.end(), vHalf_.begin());
  addForcesOver(fluid, around, forces, (lastStep + dt) / 2);
  std::swap_ranges(fluid.v.begin(), fluid.v.end(), vHalf_.begin());
}

double Wcsph::fastestMove(const FluidParticles&) const { return largest(vHalf_); }

void Wcsph::move(FluidParticles& fluid, double dt, double furthest) {
  const Timed t{"fluid/move"};
  // [And05] eq. 3.8; with steps of unequal length the velocities at the half steps lie
  // (last + dt) / 2 apart. Then eq. 3.9 for the velocity at the new time.
  const auto betweenHalves = static_cast<float>((lastStep + dt) / 2);
  const auto step = static_cast<float>(dt);
  const auto half = static_cast<float>(dt / 2);
  const auto limit = static_cast<float>(furthest);
  parallelFor(fluid.size(), [&](std::size_t i) {
    vHalf_[i] += betweenHalves * fluid.a[i];
    fluid.x[i] = moved(fluid.x[i], vHalf_[i], step, limit);
    fluid.v[i] = vHalf_[i] + half * fluid.a[i];
  });
  lastStep = dt;
}

double Wcsph::internalEnergy(const FluidParticles& fluid, std::size_t i) const {
  // m times the integral of P / rho^2 from rho0 to rho, zero where the pressure was cut off.
  const double s = std::max(1.0, double(fluid.s[i]));
  return double(fluid.mass(i)) * sq(soundSpeed_) / 7 * ((sq(cube(s)) - 1) / 6 + 1 / s - 1);
}

void Wcsph::addWallForces(const FluidParticles& fluid, const FluidSurroundings& around,
                          std::span<Vec3f> force) const {
  addPressureOnWalls(fluid, around, viscosity_, force);
}

std::string Wcsph::advice() const {
  return fmt::format(
      "take shorter steps (timeStep.courant), or a higher fluid.wcsph.soundSpeed than {:.4g} m/s",
      soundSpeed_);
}

}  // namespace shoal
