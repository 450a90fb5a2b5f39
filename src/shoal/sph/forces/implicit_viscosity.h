// Implicit viscosity: forces from the velocities at the end of the step, for high viscosities.
#pragma once

#include "shoal/sph/forces/fluid_force.h"
#include "shoal/sph/forces/viscosity_operator.h"
#include "shoal/sph/viscosity_params.h"

namespace shoal {

// With the velocities v* that all other forces lead to, the change u of velocity by viscosity is
// the solution of
//   rho u - dt f(v* + u) = 0,   f the force per volume of ViscosityOperator,
// in the projected form a symmetric positive system that leaves rigid motion alone, [WKBB18].
// Conjugate gradients solve it, from the last step's u. Deviation: the mass is the preconditioner,
// not the diagonal of the matrix. Then every iterate, however far from the solution, conserves the
// linear and angular momentum of each drop; and the diagonal, which is nearly uniform, would save
// few iterations.
//
// Pressure is not known yet when the system is solved. Without it, v* of fluid at rest would be
// that of a free fall over the step: walls and bodies would brake a fall that does not happen, and
// drive fluid up along them by an impulse that pressure cannot take back. So v* includes the
// acceleration by pressure of the last step, as in incremental projection methods [GMS06]; it is
// what the velocity of a particle has changed by since the last solve.
class ImplicitViscosity final : public FluidForce {
 public:
  ImplicitViscosity(const ImplicitViscosityParams& params, const ViscosityOperator& viscosity,
                    FluidParticles& fluid);

  const char* name() const override { return "viscosity"; }
  // Only notes that a step begins: accelerateOver may be called more than once in it.
  void accelerate(FluidParticles&, const FluidSurroundings&, double) override { begins_ = true; }
  bool actsOverSteps() const override { return true; }
  void accelerateOver(FluidParticles& fluid, const FluidSurroundings& around, double dt) override;
  int iterations() const override { return iterations_; }
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override;

 private:
  struct System;
  void takePressureOfLastStep(const FluidParticles& fluid);
  void startFromLastStep(const System& system);
  void solve(const System& system, double negligible);

  ImplicitViscosityParams params_;
  ViscosityOperator viscosity_;
  Field<Vec3f> change_;     // m/s, u
  Field<Vec3f> residual_;   // kg/(m^2 s)
  Field<Vec3f> direction_;  // m/s
  Field<Vec3f> image_;      // kg/(m^2 s), the matrix times a velocity; m/s, the residual over rho
  Field<Vec3f> after_;      // m/s, v* and in the end v* + u
  Field<Vec3f> expected_;   // m/s, velocity at the end of the last step if there was no pressure
  Field<float> lastStep_;   // s; 0 of a particle that had none
  Field<Vec3f> pressure_;   // m/s^2, acceleration by pressure in the last step
  bool begins_ = false;     // a step, which accelerateOver has not seen yet
  int iterations_ = 0;
};

}  // namespace shoal
