// The step that all pressure solvers share, seen from a solver that only fills in its own parts.
#include <gtest/gtest.h>

#include "shoal/sph/forces/implicit_viscosity.h"
#include "shoal/sph/solvers/fluid_solver.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.01, kStep = 0.004;

// Fluid without pressure. Spoils fluid.a while it "solves", as solvers may.
class Pressureless final : public FluidSolver {
 public:
  void initialiseAdded(FluidParticles&, Range) override {}
  double longestStep(const FluidParticles&, const FluidSurroundings&,
                     const StepLimits&) const override {
    return kStep;
  }
  double fastestMove(const FluidParticles& fluid) const override { return largestOfFree(fluid.v); }
  void computeVirialPressure(FluidParticles&, const FluidSurroundings&) override {}
  void move(FluidParticles& fluid, double, double) override {
    for (std::size_t i = 0; i < fluid.size(); ++i) fluid.v[i] = next_[i];
  }
  double internalEnergy(const FluidParticles&, std::size_t) const override { return 0; }
  void addBoundaryForces(const FluidParticles&, const FluidSurroundings&,
                         std::span<Vec3f>) const override {}
  void addViscousBoundaryForces(const FluidParticles&, const FluidSurroundings&,
                                std::span<Vec3f>) const override {}
  std::string advice() const override { return ""; }

 private:
  void prepareState(FluidParticles& fluid, const FluidSurroundings&) override {
    for (float& s : fluid.s) s = 1;
  }
  void addAccelerations(FluidParticles&, const FluidSurroundings&, double) override {}
  void solvePressure(FluidParticles& fluid, const FluidSurroundings&, double dt) override {
    next_.resize(fluid.size());
    for (std::size_t i = 0; i < fluid.size(); ++i) {
      next_[i] = fluid.v[i] + static_cast<float>(dt) * fluid.a[i];
      fluid.a[i] = {1e6f, 0, 0};
    }
  }

  std::vector<Vec3f> next_;
};

struct Honey : TestFluid {
  FluidForces forces;
  Pressureless solver;

  explicit Honey(double pascalSeconds)
      : TestFluid(makeKernel(KernelKind::CubicSpline, 1.95 * kSpacing, 2, kSpacing), kSpacing,
                  randomBlob(2, 1000, kSpacing)) {
    fluid.phases.viscosity[0] = static_cast<float>(pascalSeconds);
    forces.push_back(std::make_unique<ImplicitViscosity>(
        ImplicitViscosityParams{}, fitViscosity(ViscosityForm::Projected, kernel, kSpacing),
        fluid));
    giveRandomVelocities(1);
  }
  double squaredSpeeds() const {
    double sum = 0;
    for (const Vec3f& v : fluid.v) sum += double(dot(v, v));
    return sum;
  }
};

TEST(FluidSolver, GetsImplicitViscosityWithoutAskingForIt) {
  for (const double mu : {0.0, 1e3}) {
    Honey t(mu);
    const double before = t.squaredSpeeds();
    t.solver.prepare(t.fluid, t.around(), t.forces, 0);
    t.solver.solve(t.fluid, t.around(), t.forces, kStep);
    t.solver.move(t.fluid, kStep, 1);
    if (mu > 0) {
      EXPECT_LT(t.squaredSpeeds(), 0.1 * before);
      EXPECT_GT(t.solver.report().forceIterations, 0);
    } else {
      EXPECT_EQ(t.squaredSpeeds(), before);
    }
  }
}

TEST(FluidSolver, StartsFromThePreparedAccelerationWhenAStepIsSolvedAgain) {
  for (const bool viscous : {false, true}) {
    Honey once(viscous ? 1e3 : 0), again(viscous ? 1e3 : 0);
    if (!viscous) once.forces.clear(), again.forces.clear();
    once.solver.prepare(once.fluid, once.around(), once.forces, 0);
    once.solver.solve(once.fluid, once.around(), once.forces, kStep);
    once.solver.move(once.fluid, kStep, 1);
    again.solver.prepare(again.fluid, again.around(), again.forces, 0);
    again.solver.solve(again.fluid, again.around(), again.forces, 2 * kStep);
    again.solver.solve(again.fluid, again.around(), again.forces, kStep);
    again.solver.move(again.fluid, kStep, 1);
    // The iteration of implicit viscosity starts elsewhere, so equal up to its tolerance.
    for (std::size_t i = 0; i < once.fluid.size(); ++i)
      EXPECT_LT(length(once.fluid.v[i] - again.fluid.v[i]), 0.02f) << viscous;
  }
}

TEST(FluidSolver, DrivenParticlesDoNotCountAsFast) {
  Honey t(0);
  const std::size_t n = t.fluid.size();
  for (Vec3f& v : t.fluid.v) v = {0, 0.5f, 0};
  t.fluid.v[n / 2] = {3, 4, 0};
  t.fluid.v[7] = {2, 0, 0};
  EXPECT_EQ(t.solver.fastestMove(t.fluid), 5);
  const std::vector<std::uint32_t> driven{static_cast<std::uint32_t>(n / 2), 3};
  t.solver.setDriven(driven);
  EXPECT_EQ(t.solver.fastestMove(t.fluid), 2);
  t.solver.setDriven({});
  EXPECT_EQ(t.solver.fastestMove(t.fluid), 5);
}

}  // namespace
}  // namespace shoal
