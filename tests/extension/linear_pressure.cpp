// A pressure solver: weakly compressible SPH with p = c^2 (rho - rho0), never below zero, and
// semi-implicit Euler steps.
#include <algorithm>
#include <cmath>

#include "extension.h"
#include "shoal/sph/fluid_context.h"
#include "shoal/sph/solver_kind.h"
#include "shoal/sph/solvers/density.h"
#include "shoal/sph/solvers/fluid_solver.h"
#include "shoal/sph/solvers/pressure_force.h"

namespace {

struct LinearPressureParams {
  double stiffness = 1;  // factor on c^2
};

}  // namespace

// Scenes say `solver = "linear"` and, if they want, `linear.stiffness = 2`.
template <>
struct shoal::Describe<LinearPressureParams> {
  static Entries entries() {
    using P = LinearPressureParams;
    return {
        Param{"stiffness", &P::stiffness, 1e-3, 10.0, "", "Factor on the squared speed of sound."}};
  }
};

namespace {

using namespace shoal;

class LinearPressure final : public FluidSolver {
 public:
  explicit LinearPressure(const FluidContext& context)
      : soundSpeed_(context.soundSpeed *
                    std::sqrt(context.parameters<LinearPressureParams>().stiffness)),
        viscosity_{0.1f, static_cast<float>(soundSpeed_), context.kernel.radius / 2} {}

  void initialiseAdded(FluidParticles&, Range) override {}

  double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                     const StepLimits& limits) const override {
    const double h = double(around.kernel.radius) / 2;
    const double bySound = limits.courant * h / (soundSpeed_ + largest(fluid.v));
    const double hardest = largest(fluid.a);
    return hardest > 0 ? std::min(bySound, limits.force * std::sqrt(h / hardest)) : bySound;
  }

  double fastestMove(const FluidParticles& fluid) const override { return largestOfFree(fluid.v); }

  // addPressureAcceleration has set it already.
  void computeVirialPressure(FluidParticles&, const FluidSurroundings&) override {}

  void move(FluidParticles& fluid, double dt, double furthest) override {
    const auto step = static_cast<float>(dt), most = static_cast<float>(furthest);
    parallelFor(fluid.size(), [&](std::size_t i) {
      fluid.v[i] += step * fluid.a[i];
      fluid.x[i] = moved(fluid.x[i], fluid.v[i], step, most);
    });
    lastStep = dt;
  }

  double internalEnergy(const FluidParticles& fluid, std::size_t i) const override {
    const double s = std::max(1.0, double(fluid.s[i]));
    return double(fluid.mass(i)) * soundSpeed_ * soundSpeed_ * (std::log(s) + 1 / s - 1);
  }

  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override {
    addPressureOnBoundary(fluid, around, viscosity_, fluid.pTerm.span(), force);
  }
  void addViscousBoundaryForces(const FluidParticles&, const FluidSurroundings&,
                                std::span<Vec3f>) const override {}

  std::string advice() const override { return "take shorter steps (timeStep.courant)"; }

 private:
  void prepareState(FluidParticles& fluid, const FluidSurroundings& around) override {
    computeDensity(fluid, around);
    parallelFor(fluid.size(), [&](std::size_t i) {
      const float s = std::max(1.0f, fluid.s[i]);
      fluid.p[i] = static_cast<float>(soundSpeed_ * soundSpeed_) * fluid.restDensity(i) * (s - 1);
      fluid.pTerm[i] = fluid.p[i] / (s * s);
    });
  }
  void addAccelerations(FluidParticles& fluid, const FluidSurroundings& around, double) override {
    addPressureAcceleration(fluid, around, viscosity_);
  }
  void solvePressure(FluidParticles&, const FluidSurroundings&, double) override {}

  double soundSpeed_;  // m/s
  ArtificialViscosity viscosity_;
};

}  // namespace

void addLinearPressure() {
  shoal::PressureSolver solver{{"linear", "Pressure in proportion to compression.",
                                &shoal::parametersOf<LinearPressureParams>()}};
  solver.make = [](const shoal::FluidContext& context) {
    return std::make_unique<LinearPressure>(context);
  };
  solver.equationOfState = true;
  shoal::KindTable<shoal::PressureSolver>::add(solver);
}
