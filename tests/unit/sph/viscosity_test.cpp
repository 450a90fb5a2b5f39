// The viscous pair forces: how viscous they are, what they conserve, and how walls drag.
#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include "shoal/sph/forces/artificial_viscosity.h"
#include "shoal/sph/forces/explicit_viscosity.h"
#include "shoal/sph/forces/viscous_force.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.01;
constexpr float kViscosity = 3;  // Pa s

KernelChoice kernelOf(int dimensions, double support) {
  return makeKernel(KernelKind::CubicSpline, support * kSpacing, dimensions, kSpacing);
}

void forEachKernel(const std::function<void(const KernelChoice&)>& check) {
  for (const int dimensions : {2, 3})
    for (const double support : {dimensions == 2 ? 1.9 : 1.97, 2.0, 2.5, 3.0}) {
      SCOPED_TRACE(testing::Message() << dimensions << "D " << support);
      check(kernelOf(dimensions, support));
    }
}

constexpr int kHalf = 7;  // the lattices below reach this far to both sides of the axis

// Rows at heights y0, y0 + d, ..., moved sideways by a share of the spacing.
Points lattice(int dimensions, int rows, double y0, double shift = 0, double shiftZ = 0) {
  Points points;
  const int depth = dimensions == 3 ? 4 : 0;
  for (int k = -depth; k <= depth; ++k)
    for (int j = 0; j < rows; ++j)
      for (int i = -kHalf; i <= kHalf; ++i)
        points.push_back(Vec3f(Vec3d((i + shift) * kSpacing, y0 + j * kSpacing,
                                     dimensions == 3 ? (k + shiftZ) * kSpacing : 0)));
  return points;
}

using Flow = std::function<Vec3d(const Vec3d&)>;

struct ViscousFluid : TestFluid {
  ViscosityOperator viscosity;

  ViscousFluid(const KernelChoice& k, ViscosityForm form, const Points& points,
               const Points& samples = {})
      : TestFluid(k, kSpacing, points, samples), viscosity(fitViscosity(form, k, kSpacing)) {
    fluid.phases.viscosity[0] = kViscosity;
  }
  void flow(const Flow& v) {
    for (std::size_t i = 0; i < fluid.size(); ++i) fluid.v[i] = Vec3f(v(Vec3d(fluid.x[i])));
  }
  std::vector<Vec3f> force() const {
    std::vector<Vec3f> f(fluid.size());
    computeViscousForce(fluid, around(), viscosity, fluid.v.span(), BoundaryMotion::Moving, f);
    return f;
  }
  // The force per volume on the particle nearest to a place.
  Vec3d forceAt(const Vec3d& place) const {
    const std::vector<Vec3f> f = force();
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < fluid.size(); ++i)
      if (length(Vec3d(fluid.x[i]) - place) < length(Vec3d(fluid.x[nearest]) - place)) nearest = i;
    return Vec3d(f[nearest]);
  }
};

double largest(const std::vector<Vec3f>& f) {
  double most = 0;
  for (const Vec3f& a : f) most = std::max(most, double(length(a)));
  return most;
}

constexpr ViscosityForm kForms[] = {ViscosityForm::Projected, ViscosityForm::Full};

TEST(ViscosityOperator, IsExactForQuadraticFlowOnTheLattice) {
  forEachKernel([](const KernelChoice& kernel) {
    for (const ViscosityForm form : kForms) {
      ViscousFluid t(kernel, form, lattice(kernel.dimensions, 9, -4 * kSpacing));
      t.flow([](const Vec3d& x) { return Vec3d(5 * x.y * x.y, 0, 0); });
      EXPECT_NEAR(t.forceAt({}).x / (10 * double(kViscosity)), 1, 1e-4);
      t.viscosity.scale *= 1.01;
      EXPECT_GT(std::abs(t.forceAt({}).x / (10 * double(kViscosity)) - 1), 1e-3);
    }
  });
}

TEST(ViscosityOperator, IsTheSameInAllDirections) {
  const double c = std::cos(0.4), s = std::sin(0.4);
  const Vec3d along(c, s, 0), across(-s, c, 0);
  forEachKernel([&](const KernelChoice& kernel) {
    ViscousFluid t(kernel, ViscosityForm::Projected, lattice(kernel.dimensions, 9, -4 * kSpacing));
    t.flow([&](const Vec3d& x) { return 5 * sq(dot(x, across)) * along; });
    EXPECT_NEAR(length(t.forceAt({}) / (10 * double(kViscosity)) - along), 0, 1e-3);
    t.viscosity.mix = 0;
    const Vec3d f = t.forceAt({});
    EXPECT_GT(length(f / length(f) - along), 1e-3) << "the linear weight would do as well";
  });
}

TEST(ViscosityOperator, HardlyDependsOnHowRowsFaceEachOther) {
  forEachKernel([](const KernelChoice& kernel) {
    for (const double shift : {0.2, 0.5}) {
      Points rows;
      for (int row = -4; row <= 4; ++row) {
        const double moved = row * shift - std::round(row * shift);
        const Points one = lattice(kernel.dimensions, 1, row * kSpacing, moved);
        rows.insert(rows.end(), one.begin(), one.end());
      }
      ViscousFluid t(kernel, ViscosityForm::Projected, rows);
      t.flow([](const Vec3d& x) { return Vec3d(5 * x.y * x.y, 0, 0); });
      EXPECT_NEAR(t.forceAt({}).x / (10 * double(kViscosity)), 1, 0.12);
    }
  });
}

TEST(ViscosityOperator, LinearWeightNearsTheLaplacianOfThePaper) {
  for (const int dimensions : {2, 3}) {
    const double R = 6 * kSpacing;
    const auto fit = fitViscosity(ViscosityForm::Full, kernelOf(dimensions, 6), kSpacing);
    // [MSHG04] eq. 18 in space; in the plane with the factor that makes the kernel's integral one.
    const double perLength = dimensions == 2 ? 40 / (std::numbers::pi * std::pow(R, 5))
                                             : 45 / (std::numbers::pi * std::pow(R, 6));
    EXPECT_NEAR(fit.weight(R / 2) / (perLength * R / 2), 1, 0.02);
  }
}

TEST(ViscosityOperator, DoesNotDependOnTheScaleOfTheWorld) {
  const auto fit = [](double d) {
    return fitViscosity(ViscosityForm::Projected,
                        makeKernel(KernelKind::CubicSpline, 1.97 * d, 3, d), d);
  };
  const ViscosityOperator small = fit(1e-6), large = fit(100);
  EXPECT_NEAR(small.mix, large.mix, 1e-4);
  EXPECT_NEAR(small.drag, large.drag, 1e-4);
  EXPECT_NEAR(small.rate * 1e-12, large.rate * 1e4, 1e-3);
}

TEST(Viscosity, LeavesRigidMotionAlone) {
  for (const int dimensions : {2, 3}) {
    ViscousFluid t(kernelOf(dimensions, 1.95), ViscosityForm::Projected,
                   randomBlob(dimensions, 1000, kSpacing));
    const auto spin = [](const Vec3d& x) {
      return Vec3d(1, 2, 0) + cross(Vec3d(0, 0, 3), x - Vec3d(0.7, -0.3, 0));
    };
    t.flow([&](const Vec3d& x) { return spin(x) + 0.1 * Vec3d(x.y, x.x, 0); });
    const double sheared = largest(t.force());
    t.flow(spin);
    EXPECT_LT(largest(t.force()), 1e-3 * sheared);
    t.viscosity = fitViscosity(ViscosityForm::Full, t.kernel, kSpacing);
    EXPECT_GT(largest(t.force()), sheared) << "the other form slows rotation";
  }
}

// A blob of two fluids with wall samples strewn through it.
struct Mixture : ViscousFluid {
  Mixture(int dimensions, ViscosityForm form)
      : ViscousFluid(kernelOf(dimensions, 1.95), form, randomBlob(dimensions, 1500, kSpacing),
                     randomBlob(dimensions, 500, 1.4 * kSpacing, 8)) {
    fluid.phases.add("oil", 800, 0.7);
    for (std::size_t i = 0; i < fluid.size(); ++i) fluid.phase[i] = i % 3 == 0 ? 1 : 0;
    giveRandomVelocities(1);
    for (std::size_t b = 0; b < walls.size(); ++b) {
      walls.v[b] = {0.5f, -0.2f, 0};
      walls.slip[b] = b % 2 == 0 ? 0 : 0.6f;
    }
  }
};

TEST(Viscosity, ConservesMomentumWithWallsAndPhases) {
  for (const int dimensions : {2, 3})
    for (const ViscosityForm form : kForms) {
      const Mixture t(dimensions, form);
      const std::vector<Vec3f> f = t.force();
      std::vector<Vec3f> onWalls(t.walls.size());
      addViscousForceOnBoundary(t.fluid, t.around(), t.viscosity, t.fluid.v.span(), onWalls);
      Vec3d force, torque;
      double forces = 0;
      const auto add = [&](const Vec3f& x, const Vec3d& one) {
        force += one;
        torque += cross(Vec3d(x) - Vec3d(0.7, -0.3, 0.4), one);
        forces += length(one);
      };
      for (std::size_t i = 0; i < f.size(); ++i)
        add(t.fluid.x[i], double(t.fluid.volume) * Vec3d(f[i]));
      EXPECT_GT(length(force), 1e-5 * forces) << "the walls do nothing";
      for (std::size_t b = 0; b < onWalls.size(); ++b) add(t.walls.x[b], Vec3d(onWalls[b]));
      EXPECT_LT(length(force), 1e-6 * forces);
      if (form == ViscosityForm::Projected)
        EXPECT_LT(length(torque), 1e-7 * forces);
      else
        EXPECT_GT(length(torque), 1e-6 * forces);
    }
}

TEST(Viscosity, OnlyDissipates) {
  for (const ViscosityForm form : kForms) {
    Mixture t(3, form);
    for (Vec3f& v : t.walls.v) v = {};
    const std::vector<Vec3f> f = t.force();
    double power = 0;
    for (std::size_t i = 0; i < f.size(); ++i) power += double(dot(t.fluid.v[i], f[i]));
    EXPECT_LT(power, 0);
  }
}

TEST(Viscosity, InviscidPhaseFeelsNothing) {
  Mixture t(2, ViscosityForm::Projected);
  t.fluid.phases.viscosity[1] = 0;
  const std::vector<Vec3f> f = t.force();
  EXPECT_GT(largest(f), 0);
  for (std::size_t i = 0; i < f.size(); ++i)
    if (t.fluid.phase[i] == 1) {
      EXPECT_EQ(f[i], Vec3f{});
    }
}

// Fluid in linear shear over a wall whose surface is y = 0.
struct Sheared : ViscousFluid {
  static constexpr double kShear = 7;  // 1/s

  Sheared(const KernelChoice& k, ViscosityForm form, double shift)
      : ViscousFluid(k, form, lattice(k.dimensions, 7, kSpacing / 2),
                     lattice(k.dimensions, 1, -fitWall(k, kSpacing).standoff, shift, shift)) {
    flow([](const Vec3d& x) { return Vec3d(kShear * x.y, 0, 0); });
  }
  // The drag per area on the wall by the middle of the fluid, as a share of mu times shear.
  double drag() const {
    std::vector<Vec3f> f(walls.size());
    addViscousForceOnBoundary(fluid, around(), viscosity, fluid.v.span(), f);
    std::size_t middle = 0;
    for (std::size_t b = 0; b < f.size(); ++b)
      if (std::abs(walls.x[b].x) + std::abs(walls.x[b].z) <
          std::abs(walls.x[middle].x) + std::abs(walls.x[middle].z))
        middle = b;
    return double(f[middle].x) /
           (double(kViscosity) * kShear * std::pow(kSpacing, kernel.dimensions - 1));
  }
};

TEST(ViscosityAtWalls, DragIsViscosityTimesShear) {
  forEachKernel([](const KernelChoice& kernel) {
    for (const ViscosityForm form : kForms) {
      double mean = 0;
      for (int k = 0; k < 8; ++k) {
        const double drag = Sheared(kernel, form, (k + 0.5) / 8 - 0.5).drag();
        EXPECT_NEAR(drag, 1, 0.25) << k;
        mean += drag / 8;
      }
      EXPECT_NEAR(mean, 1, 0.01);
    }
  });
}

TEST(ViscosityAtWalls, SlipLetsGo) {
  Sheared t(kernelOf(2, 1.9), ViscosityForm::Projected, 0);
  const double stuck = t.drag();
  for (float& slip : t.walls.slip) slip = 0.75f;
  EXPECT_NEAR(t.drag() / stuck, 0.25, 1e-5);
  for (float& slip : t.walls.slip) slip = 1;
  EXPECT_EQ(t.drag(), 0);
}

TEST(ViscosityAtWalls, FluidThatMovesWithThemIsLeftAlone) {
  Sheared t(kernelOf(3, 1.97), ViscosityForm::Full, 0);
  t.flow([](const Vec3d&) { return Vec3d(1, 2, 3); });
  EXPECT_GT(largest(t.force()), 0);
  for (Vec3f& v : t.walls.v) v = {1, 2, 3};
  EXPECT_EQ(largest(t.force()), 0);
}

// How much the energy grows in 200 explicit steps of leapfrog.
double growth(ViscousFluid& t, double step) {
  ExplicitViscosity force(t.viscosity, t.fluid);
  const double dt = step * force.longestStep(t.fluid, t.around(), {0.4, 0.25, 0.4});
  t.giveRandomVelocities(1);
  std::vector<Vec3f> half(t.fluid.v.begin(), t.fluid.v.end());
  const auto energy = [&] {  // becomes NaN where velocities do
    double sum = 0;
    for (const Vec3f& v : half) sum += double(dot(v, v));
    return sum;
  };
  const double before = energy();
  for (int k = 0; k < 200; ++k) {
    for (Vec3f& a : t.fluid.a) a = {};
    force.accelerate(t.fluid, t.around(), 0);
    for (std::size_t i = 0; i < half.size(); ++i) {
      half[i] += static_cast<float>(dt) * t.fluid.a[i];
      t.fluid.v[i] = half[i] + static_cast<float>(dt / 2) * t.fluid.a[i];
    }
  }
  return energy() / before;
}

TEST(ExplicitViscosity, IsStableUpToItsLongestStepAndNotFarBeyond) {
  for (const int dimensions : {2, 3})
    for (const ViscosityForm form : kForms) {
      const KernelChoice kernel = kernelOf(dimensions, dimensions == 2 ? 1.9 : 1.97);
      ViscousFluid t(kernel, form, lattice(dimensions, 6, kSpacing / 2),
                     lattice(dimensions, 1, -fitWall(kernel, kSpacing).standoff, 0.5));
      EXPECT_LT(growth(t, 1), 1);
      EXPECT_FALSE(growth(t, 2) < 10);
    }
}

TEST(ExplicitViscosity, StiffestPairOfPhasesLimitsTheStep) {
  FluidPhases phases;
  phases.add("water", 1000, 1e-3);
  const ViscosityOperator fit = fitViscosity(ViscosityForm::Projected, kernelOf(3, 2), kSpacing);
  EXPECT_NEAR(viscousRate(phases, fit) / (1e-6 * fit.rate), 1, 1e-6);
  phases.add("air", 1, 1e-3);
  EXPECT_NEAR(viscousRate(phases, fit) / (1e-3 * fit.rate), 1, 1e-6);
}

// The acceleration of one of two particles that approach at a speed, in m/s^2.
double dampingOf(const ArtificialViscosity& viscosity, float speed) {
  TestFluid t(kernelOf(2, 1.9), kSpacing, {{0, 0, 0}, {static_cast<float>(kSpacing), 0, 0}}, {});
  t.fluid.v[0] = {t.fluid.x[0].x < t.fluid.x[1].x ? speed : -speed, 0, 0};
  t.density();
  for (float& pTerm : t.fluid.pTerm) pTerm = 0;
  t.acceleration(viscosity);
  return length(t.fluid.a[0]);
}

TEST(ArtificialViscosity, WithALimitGrowsWithTheSquareOfTheSpeedUpToTheOneWithout) {
  const ArtificialViscosity without{0.2f, 10, static_cast<float>(kSpacing)};
  ArtificialViscosity limited = without;
  limited.limit = 4;
  const double unlimited = dampingOf(without, 0.01f);
  EXPECT_NEAR(dampingOf(without, 0.02f) / unlimited, 2, 1e-5);
  const double slow = dampingOf(limited, 0.01f);
  EXPECT_LT(slow, 0.01 * unlimited);
  EXPECT_NEAR(dampingOf(limited, 0.02f) / slow, 4, 1e-4);
  EXPECT_NEAR(dampingOf(limited, 5) / dampingOf(without, 5), 1, 1e-6);
}

TEST(ArtificialViscosity, IsLimitedForTheKernelWhoseFluidYieldsToTheSmallestForce) {
  EXPECT_EQ(artificialViscosity(0.1, 10, kernelOf(2, 1.9)).limit, 0);
  const KernelChoice kernel = makeKernel(KernelKind::BandLimited, 3 * kSpacing, 2, kSpacing);
  EXPECT_GT(artificialViscosity(0.1, 10, kernel).limit, 0);
}

TEST(ArtificialViscosityForce, IsWhatThePressurePassAdds) {
  TestFluid t(kernelOf(3, 1.97), kSpacing, randomBlob(3, 1000, kSpacing),
              randomBlob(3, 400, 1.3 * kSpacing, 8));
  t.giveRandomVelocities(1);
  t.rubWalls(0.5f);
  t.density();
  for (float& pTerm : t.fluid.pTerm) pTerm = 0;
  const ArtificialViscosity viscosity = t.viscosity(0.2f, 10);
  t.acceleration(viscosity);
  const std::vector<Vec3f> expected(t.fluid.a.begin(), t.fluid.a.end());
  const std::vector<Vec3f> onWalls = t.wallForces(viscosity);
  for (Vec3f& a : t.fluid.a) a = {};
  ArtificialViscosityForce force(viscosity);
  force.accelerate(t.fluid, t.around(), 0);
  std::vector<Vec3f> f(t.walls.size());
  force.addBoundaryForces(t.fluid, t.around(), f);
  EXPECT_GT(largest(expected), 1);
  EXPECT_GT(largest(f), 0);
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_LT(length(t.fluid.a[i] - expected[i]), 1e-5 * largest(expected));
  for (std::size_t b = 0; b < f.size(); ++b)
    EXPECT_LT(length(f[b] - onWalls[b]), 1e-5 * largest(onWalls));
}

}  // namespace
}  // namespace shoal
