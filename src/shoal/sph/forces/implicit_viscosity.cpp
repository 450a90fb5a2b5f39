#include "shoal/sph/forces/implicit_viscosity.h"

#include "shoal/core/conjugate_gradients.h"
#include "shoal/core/timer.h"
#include "shoal/sph/forces/viscous_force.h"

namespace shoal {

namespace {

// Relative precision of velocities in float; solving further is pointless.
constexpr double kRounding = 1e-6;

// The sum of rho v^2, twice the kinetic energy per volume.
double energy(const FluidParticles& fluid, const Field<Vec3f>& v) {
  return parallelSum(fluid.size(), 0.0, [&](std::size_t i) {
    return double(fluid.restDensity(i)) * dot(Vec3d(v[i]), Vec3d(v[i]));
  });
}

// The same for the velocities that the impulses j, per volume, give.
double energyOfImpulse(const FluidParticles& fluid, const Field<Vec3f>& j) {
  return parallelSum(fluid.size(), 0.0, [&](std::size_t i) {
    return dot(Vec3d(j[i]), Vec3d(j[i])) / double(fluid.restDensity(i));
  });
}

}  // namespace

// The matrix rho - dt f of the system, without its right-hand side.
struct ImplicitViscosity::System {
  const FluidParticles& fluid;
  const FluidSurroundings& around;
  const ViscosityOperator& viscosity;
  float dt;

  void apply(const Field<Vec3f>& u, Field<Vec3f>& image) const {
    computeViscousForce(fluid, around, viscosity, u.span(), BoundaryMotion::Resting, image.span());
    parallelFor(fluid.size(),
                [&](std::size_t i) { image[i] = fluid.restDensity(i) * u[i] - dt * image[i]; });
  }
};

ImplicitViscosity::ImplicitViscosity(const ImplicitViscosityParams& params,
                                     const ViscosityOperator& viscosity, FluidParticles& fluid)
    : params_(params),
      viscosity_(viscosity),
      change_(fluid.set, "viscousChange", Role::State, Vec3f{}),
      residual_(fluid.set, "viscousResidual", Role::Scratch),
      direction_(fluid.set, "viscousDirection", Role::Scratch),
      image_(fluid.set, "viscousImage", Role::Scratch),
      after_(fluid.set, "viscousAfter", Role::Scratch),
      expected_(fluid.set, "viscousExpected", Role::State, Vec3f{}),
      lastStep_(fluid.set, "viscousStep", Role::State, 0.0f),
      pressure_(fluid.set, "viscousPressure", Role::Scratch, Vec3f{}) {}

void ImplicitViscosity::takePressureOfLastStep(const FluidParticles& fluid) {
  if (!begins_) return;
  begins_ = false;
  parallelFor(fluid.size(), [&](std::size_t i) {
    pressure_[i] = lastStep_[i] > 0 ? (1 / lastStep_[i]) * (fluid.v[i] - expected_[i]) : Vec3f{};
  });
}

void ImplicitViscosity::accelerateOver(FluidParticles& fluid, const FluidSurroundings& around,
                                       double dt) {
  const Timed t{"fluid/viscosity"};
  const System system{fluid, around, viscosity_, static_cast<float>(dt)};
  takePressureOfLastStep(fluid);
  parallelFor(fluid.size(), [&](std::size_t i) {
    after_[i] = fluid.v[i] + system.dt * (fluid.a[i] + pressure_[i]);
  });
  startFromLastStep(system);
  solve(system, sq(kRounding) * energy(fluid, after_));
  const auto perStep = static_cast<float>(1 / dt);
  parallelFor(fluid.size(), [&](std::size_t i) {
    fluid.a[i] += perStep * change_[i];
    after_[i] += change_[i];
    expected_[i] = fluid.v[i] + system.dt * fluid.a[i];
    lastStep_[i] = system.dt;
  });
}

// Sets residual_ to dt f(v*) - (rho - dt f) u with the u of the last step, or with u = 0 if that is
// the better initial guess.
void ImplicitViscosity::startFromLastStep(const System& system) {
  const FluidParticles& fluid = system.fluid;
  computeViscousForce(fluid, system.around, viscosity_, after_.span(), BoundaryMotion::Moving,
                      residual_.span());
  parallelFor(fluid.size(), [&](std::size_t i) { residual_[i] *= system.dt; });
  // Recomputed instead of subtracted and added back: that would leave rounding errors of the size
  // of the image of a bad guess.
  system.apply(change_, image_);
  parallelFor(fluid.size(), [&](std::size_t i) { image_[i] = residual_[i] - image_[i]; });
  const bool better = energyOfImpulse(fluid, image_) <= energyOfImpulse(fluid, residual_);
  parallelFor(fluid.size(), [&](std::size_t i) {
    if (better)
      residual_[i] = image_[i];
    else
      change_[i] = {};
  });
}

// As the matrix is at least rho, the residual over rho bounds the error of u: r . z, with rho as
// the preconditioner, is the energy of what is left.
void ImplicitViscosity::solve(const System& system, double negligible) {
  const FluidParticles& fluid = system.fluid;
  const auto multiply = [&] {
    system.apply(direction_, image_);
    return parallelSum(fluid.size(), 0.0,
                       [&](std::size_t i) { return dot(Vec3d(direction_[i]), Vec3d(image_[i])); });
  };
  const auto precondition = [&](auto&& update) {
    parallelFor(fluid.size(), [&](std::size_t i) {
      update(i);
      image_[i] = residual_[i] / fluid.restDensity(i);
    });
    return energyOfImpulse(fluid, residual_);
  };
  const auto enough = [&](double rest, double) {
    return !(rest > negligible && rest > sq(params_.tolerance) * energy(fluid, change_));
  };
  const auto outcome = conjugateGradients<Vec3f>(
      {change_.span(), residual_.span(), image_.span(), direction_.span(), image_.span()},
      {.maxIterations = params_.maxIterations}, multiply, precondition, enough);
  iterations_ = outcome.iterations;
}

void ImplicitViscosity::addBoundaryForces(const FluidParticles& fluid,
                                          const FluidSurroundings& around,
                                          std::span<Vec3f> force) const {
  addViscousForceOnBoundary(fluid, around, viscosity_, after_.span(), force);
}

}  // namespace shoal
