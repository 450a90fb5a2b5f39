// Densities that do not fall off at free surfaces: corrected and integrated ones.
#include <gtest/gtest.h>

#include "shoal/sph/solvers/density_correction.h"
#include "shoal/sph/solvers/density_rate.h"
#include "shoal/sph/solvers/wcsph.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.02;
constexpr int kHalf = 5;

KernelChoice kernelOf(int dimensions) {
  return makeKernel(KernelKind::CubicSpline, 1.95 * kSpacing, dimensions, kSpacing);
}

// A cube of lattice around the origin, compressed to `scale` of its size.
Points cube(int dimensions, double scale = 1) {
  Points points;
  const int depth = dimensions == 3 ? kHalf : 0;
  for (int k = -depth; k <= depth; ++k)
    for (int j = -kHalf; j <= kHalf; ++j)
      for (int i = -kHalf; i <= kHalf; ++i)
        points.push_back(Vec3f(scale * kSpacing * Vec3d(i, j, k)));
  return points;
}

struct Cube : TestFluid {
  explicit Cube(int dimensions, double scale = 1)
      : TestFluid(kernelOf(dimensions), kSpacing, cube(dimensions, scale)) {
    density();
  }
  // The particle next to a place in units of the spacing.
  std::size_t at(const Vec3d& place) const {
    std::size_t best = 0;
    for (std::size_t i = 0; i < fluid.size(); ++i)
      if (distance(i, place) < distance(best, place)) best = i;
    return best;
  }
  void correct() {
    std::vector<float> summed(fluid.size());
    correctDensity(fluid, around(), summed);
  }

 private:
  double distance(std::size_t i, const Vec3d& place) const {
    return length(Vec3d(fluid.x[i]) - kSpacing * place);
  }
};

TEST(CorrectedDensity, OfALatticeIsTheRestDensityUpToItsSurface) {
  for (const int dimensions : {2, 3}) {
    Cube t(dimensions);
    EXPECT_LT(t.fluid.s[t.at({0, kHalf, 0})], 0.9) << "summation has no deficiency here";
    t.correct();
    for (std::size_t i = 0; i < t.fluid.size(); ++i) EXPECT_NEAR(t.fluid.s[i], 1, 1e-5);
  }
}

TEST(CorrectedDensity, SeesCompressionInsideAndAtTheSurface) {
  for (const int dimensions : {2, 3}) {
    Cube t(dimensions, 0.99);
    const float inside = t.fluid.s[t.at({0, 0, 0})];
    ASSERT_GT(inside, 1.015);
    t.correct();
    EXPECT_NEAR(t.fluid.s[t.at({0, 0, 0})], inside, 1e-5);
    EXPECT_GT(t.fluid.s[t.at({0, kHalf, 0})], 1.002);
    EXPECT_LE(t.fluid.s[t.at({0, kHalf, 0})], inside);
  }
}

TEST(DensityRate, IsTheChangeOfTheSummedDensity) {
  for (const int dimensions : {2, 3}) {
    constexpr float kStep = 1e-3f;
    TestFluid t(kernelOf(dimensions), kSpacing, randomBlob(dimensions, 500, kSpacing),
                randomBlob(dimensions, 200, kSpacing, 8));
    t.giveRandomVelocities(0.05f);
    std::vector<float> rate(t.fluid.size());
    computeDensityRate(t.fluid, t.around(), rate);
    const auto densityAfter = [&](float dt) {
      for (std::size_t i = 0; i < t.fluid.size(); ++i) t.fluid.x[i] += dt * t.fluid.v[i];
      t.density();
      return std::vector<float>(t.fluid.s.begin(), t.fluid.s.end());
    };
    const auto later = densityAfter(kStep), earlier = densityAfter(-2 * kStep);
    double deviation = 0, size = 0;
    for (std::size_t i = 0; i < rate.size(); ++i) {
      deviation += sq(double(rate[i]) - double(later[i] - earlier[i]) / (2 * double(kStep)));
      size += sq(double(rate[i]));
    }
    EXPECT_LT(deviation, sq(0.02) * size);
    EXPECT_GT(size, 1e-6);
  }
}

TEST(DensityRate, OfRigidMotionIsZero) {
  Cube t(3);
  std::vector<float> rate(t.fluid.size());
  const auto largest = [&] {
    computeDensityRate(t.fluid, t.around(), rate);
    return *std::max_element(rate.begin(), rate.end());
  };
  for (Vec3f& v : t.fluid.v) v = {3, 2, 1};
  EXPECT_LT(largest(), 1e-4f);
  for (std::size_t i = 0; i < t.fluid.size(); ++i) t.fluid.v[i] = -t.fluid.x[i];
  EXPECT_GT(largest(), 1);
}

// A lattice that shrinks by v = -x for `time` seconds; the density of its middle at the end, and
// what summation makes of the end.
struct Shrunk {
  double integrated, summed;
};

Shrunk shrink(int dimensions, double time, int steps) {
  Cube t(dimensions);
  WcsphParams params;
  params.density = DensityMethod::Continuity;
  params.artificialViscosity = params.acousticDamping = 0;
  Wcsph solver(params, 1e-4, t.kernel, t.fluid);  // so soft that it does not resist
  for (std::size_t i = 0; i < t.fluid.size(); ++i) t.fluid.v[i] = -t.fluid.x[i], t.fluid.s[i] = 1;
  solver.initialiseAdded(t.fluid, {0, t.fluid.size()});
  for (int k = 0; k < steps; ++k) {
    solver.prepare(t.fluid, t.around(), {}, 0);
    solver.solve(t.fluid, t.around(), {}, time / steps);
    solver.move(t.fluid, time / steps, 1);
  }
  const std::size_t middle = t.at({0, 0, 0});
  const double integrated = double(t.fluid.s[middle]);
  t.density();
  return {integrated, double(t.fluid.s[middle])};
}

TEST(ContinuityDensity, FollowsACompressionAsSummationDoes) {
  for (const int dimensions : {2, 3}) {
    const Shrunk end = shrink(dimensions, 0.02, 20);
    const double exact = std::pow(1 - 0.02, -dimensions);
    EXPECT_NEAR(end.integrated, end.summed, 2e-4);
    // Few neighbours see some percent more or less of the change itself.
    EXPECT_NEAR((end.integrated - 1) / (exact - 1), 1, 0.12);
    EXPECT_GT(std::abs(shrink(dimensions, 0.03, 20).integrated - end.summed), 0.01);
  }
}

TEST(ContinuityDensity, OfASurfaceStaysTheRestDensity) {
  Cube t(2);
  WcsphParams params;
  params.density = DensityMethod::Continuity;
  Wcsph solver(params, 10, t.kernel, t.fluid);
  for (float& s : t.fluid.s) s = 1;
  solver.initialiseAdded(t.fluid, {0, t.fluid.size()});
  solver.prepare(t.fluid, t.around(), {}, 0);
  solver.solve(t.fluid, t.around(), {}, 1e-3);
  solver.move(t.fluid, 1e-3, 1);
  for (const float s : t.fluid.s) EXPECT_EQ(s, 1);
}

}  // namespace
}  // namespace shoal
