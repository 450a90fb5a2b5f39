// Walls that continue the lattice of the fluid, and the pressure at their samples.
#include "shoal/sph/boundary/wall_pressure.h"

#include <gtest/gtest.h>

#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.02;
constexpr int kHalf = 5;  // lattices reach this far to both sides of the axis that is looked at

KernelChoice kernelIn(int dimensions) {
  return makeKernel(KernelKind::BandLimited, kBandLimitedSupport * kSpacing, dimensions, kSpacing);
}

// Rows at heights y0, y0 + d, ..., each a lattice around the axis.
Points lattice(int dimensions, int rows, double y0) {
  Points points;
  const int depth = dimensions == 3 ? kHalf : 0;
  for (int k = -depth; k <= depth; ++k)
    for (int j = 0; j < rows; ++j)
      for (int i = -kHalf; i <= kHalf; ++i)
        points.push_back(Vec3f(Vec3d(i * kSpacing, y0 + j * kSpacing, k * kSpacing)));
  return points;
}

// Fluid on a flat wall whose surface is y = 0, with two layers behind it.
struct OnFilledWall : TestFluid {
  explicit OnFilledWall(int dimensions, const Points& particles = {})
      : TestFluid(kernelIn(dimensions), kSpacing,
                  particles.empty() ? lattice(dimensions, 6, kSpacing / 2) : particles,
                  lattice(dimensions, 2, -1.5 * kSpacing)) {
    walls.wallPressureFactor = 1;
    walls.layerSpacing = static_cast<float>(kSpacing);
    walls.planeDensity = static_cast<float>(planeDensity(kernel, kSpacing));
    for (std::size_t b = 0; b < walls.size(); ++b)
      walls.layer[b] = walls.x[b].y > -kSpacing ? 1 : 2;
    computeSampleVolumes(walls, sampleGrid(), kernel);
    pressures.build(fluid, around());
  }
  CellGrid sampleGrid() const {
    CellGrid grid(kernel.radius, kernel.dimensions);
    grid.build(walls.x.span());
    return grid;
  }
  std::size_t at(const Vec3d& place) const {
    for (std::size_t i = 0; i < fluid.size(); ++i)
      if (length(Vec3d(fluid.x[i]) - place) < 0.01 * kSpacing) return i;
    throw std::logic_error("no particle there");
  }
  std::size_t inRow(int row) const { return at({0, (row + 0.5) * kSpacing, 0}); }

  WallPressure pressures;
};

TEST(FilledWall, SamplesHaveTheVolumeOfAParticle) {
  for (const int dimensions : {2, 3}) {
    const OnFilledWall t(dimensions);
    for (std::size_t b = 0; b < t.walls.size(); ++b)
      if (length(Vec3d(double(t.walls.x[b].x), 0, double(t.walls.x[b].z))) < 0.5 * kSpacing) {
        EXPECT_NEAR(t.walls.volume[b] / t.fluid.volume, 1, 1e-3) << dimensions;
      }
  }
}

TEST(FilledWall, EveryRowHasTheRestDensity) {
  for (const int dimensions : {2, 3}) {
    OnFilledWall t(dimensions);
    t.density();
    for (const int row : {0, 1, 2}) EXPECT_NEAR(t.fluid.s[t.inRow(row)], 1, 1e-3) << row;
    // One layer where it fits the first row does not fit the second.
    const KernelChoice cubic =
        makeKernel(KernelKind::CubicSpline, kBandLimitedSupport * kSpacing, dimensions, kSpacing);
    TestFluid single(cubic, kSpacing, lattice(dimensions, 6, kSpacing / 2),
                     lattice(dimensions, 1, -fitWall(cubic, kSpacing).standoff));
    single.density();
    EXPECT_GT(std::abs(single.fluid.s[t.inRow(1)] - 1), 2e-3);
  }
}

TEST(FilledWall, DeeperSamplesWithoutRoomHaveNoVolume) {
  // The second layer behind one face stands where the first behind the other does.
  OnFilledWall t(2);
  for (std::size_t b = 0; b < t.walls.size(); ++b)
    if (t.walls.layer[b] == 2) t.walls.x[b].y = static_cast<float>(-0.5 * kSpacing);
  computeSampleVolumes(t.walls, t.sampleGrid(), t.kernel);
  for (std::size_t b = 0; b < t.walls.size(); ++b)
    EXPECT_EQ(t.walls.volume[b] > 0, t.walls.layer[b] == 1);
  // Those of another surface do not count.
  for (std::size_t b = 0; b < t.walls.size(); ++b) t.walls.wall[b] = t.walls.layer[b];
  computeSampleVolumes(t.walls, t.sampleGrid(), t.kernel);
  for (std::size_t b = 0; b < t.walls.size(); ++b) EXPECT_GT(t.walls.volume[b], 0);
}

TEST(WallPressure, UniformPressureCausesNoForceOnAnyRow) {
  for (const int dimensions : {2, 3}) {
    OnFilledWall t(dimensions);
    t.density();
    for (float& pTerm : t.fluid.pTerm) pTerm = 1;
    WallPressure::BySample ofSamples;
    t.pressures.extrapolate(t.around(), t.fluid.pTerm.data(), ofSamples);
    const auto force = [&](std::span<const float> added, int row) {
      for (Vec3f& a : t.fluid.a) a = {};
      addPressureAcceleration(t.fluid, t.around(), {}, added);
      return double(length(t.fluid.a[t.inRow(row)])) * 1000 * kSpacing;  // of a pascal per spacing
    };
    for (const int row : {0, 1}) EXPECT_LT(force(ofSamples, row), 2e-3) << dimensions << " " << row;
    EXPECT_GT(force({}, 0), 0.2) << "the pressure of particles alone would do as well";
  }
}

// Random fluid beside a wall, whose samples move.
struct Disordered : OnFilledWall {
  explicit Disordered(int dimensions) : OnFilledWall(dimensions, scattered(dimensions)) {
    RandomPoints random(dimensions, 5);
    giveRandomVelocities(1);
    for (Vec3f& v : walls.v) v = random.inCube(1);
    for (std::size_t i = 0; i < fluid.size(); ++i) fluid.pTerm[i] = 1 + float(i % 7);
  }
  static Points scattered(int dimensions) {
    Points points = lattice(dimensions, 5, 0.5 * kSpacing);
    RandomPoints random(dimensions, 11);
    for (Vec3f& x : points) x += random.inCube(static_cast<float>(0.3 * kSpacing));
    return points;
  }
};

// What makes the system of the pressure symmetric: with the rates r of the samples (rates() has V_b
// r / V), the forces of their pressures have the power -sum_b V_b P_b r_b, and the rates of
// particles add up to the same.
TEST(WallPressure, RatesAreTheTransposeOfForces) {
  for (const int dimensions : {2, 3}) {
    Disordered t(dimensions);
    const float* P = t.fluid.pTerm.data();
    WallPressure::BySample ofSamples, rates;
    t.pressures.extrapolate(t.around(), P, ofSamples);
    t.pressures.rates(t.around(), t.fluid.v.data(), true, {}, rates);
    double work = 0;
    for (std::size_t b = 0; b < t.walls.size(); ++b)
      work += double(t.fluid.volume) * double(ofSamples[b]) * double(rates[b]);

    std::vector<float> ofParticles(t.fluid.size(), 0);
    t.pressures.addRates(t.around(), rates, ofParticles.data(), {0, t.fluid.size()});
    double byParticles = 0;
    for (std::size_t i = 0; i < t.fluid.size(); ++i)
      byParticles += double(t.fluid.volume) * double(P[i]) * double(ofParticles[i]);

    std::vector<Vec3f> u(t.fluid.size());
    t.pressures.accelerate(t.fluid, t.around(), ofSamples, 1, u.data(), {0, t.fluid.size()});
    double power = 0;
    for (std::size_t i = 0; i < t.fluid.size(); ++i)
      power += double(t.fluid.mass(i)) * dot(Vec3d(u[i]), Vec3d(t.fluid.v[i]));
    std::vector<float> none(t.fluid.size(), 0);
    std::vector<Vec3f> force(t.walls.size());
    addPressureOnBoundary(t.fluid, t.around(), {}, none, force, ofSamples);
    for (std::size_t b = 0; b < t.walls.size(); ++b)
      power += dot(Vec3d(force[b]), Vec3d(t.walls.v[b]));

    EXPECT_GT(std::abs(work), 1e-6);
    EXPECT_NEAR(byParticles / work, 1, 1e-4) << dimensions;
    EXPECT_NEAR(power / work, -1, 1e-4) << dimensions;
  }
}

TEST(WallPressure, FluidAndWallExchangeEqualMomentum) {
  Disordered t(3);
  WallPressure::BySample ofSamples;
  t.pressures.extrapolate(t.around(), t.fluid.pTerm.data(), ofSamples);
  std::vector<Vec3f> u(t.fluid.size());
  t.pressures.accelerate(t.fluid, t.around(), ofSamples, 1, u.data(), {0, t.fluid.size()});
  std::vector<float> none(t.fluid.size(), 0);
  std::vector<Vec3f> force(t.walls.size());
  addPressureOnBoundary(t.fluid, t.around(), {}, none, force, ofSamples);
  Vec3d total, size;
  for (std::size_t i = 0; i < t.fluid.size(); ++i) total += double(t.fluid.mass(i)) * Vec3d(u[i]);
  for (const Vec3f& f : force) {
    total += Vec3d(f);
    size += Vec3d(f);
  }
  EXPECT_LT(length(total), 1e-5 * length(size));
}

TEST(WallPressure, OfConstantPressureIsThisPressure) {
  OnFilledWall t(2);
  for (float& pTerm : t.fluid.pTerm) pTerm = 3;
  WallPressure::BySample ofSamples;
  t.pressures.extrapolate(t.around(), t.fluid.pTerm.data(), ofSamples);
  for (std::size_t b = 0; b < t.walls.size(); ++b)
    if (!t.near.fluidOfBoundary.of(b).empty()) {
      EXPECT_NEAR(ofSamples[b], 3, 1e-5);
    }
}

TEST(WallPressure, WallsOfOneLayerHaveNone) {
  OnFilledWall t(2);
  for (std::uint32_t& layer : t.walls.layer) layer = 0;
  t.pressures.build(t.fluid, t.around());
  EXPECT_FALSE(t.pressures.any());
}

// Fluid at rest on a floor: with its weight, samples have the pressure of their depth.
TEST(WallPressure, OfSamplesIsHydrostaticWithWeight) {
  for (const int dimensions : {2, 3}) {
    const OnFilledWall t(dimensions);
    constexpr double kG = 9.81, kDepth = 6 * kSpacing;
    const double rho = double(t.fluid.restDensity(0));
    std::vector<float> P;
    for (const Vec3f& x : t.fluid.x)
      P.push_back(static_cast<float>(rho * kG * (kDepth - double(x.y))));
    const std::vector<Vec3f> a(t.fluid.size(), Vec3f{0, static_cast<float>(-kG), 0});
    const auto mean = t.pressures.ofSamples(t.around(), P);
    WallPressure::BySample weights;
    t.pressures.weights(t.fluid, t.around(), P.data(), a.data(), 20, weights);
    for (std::size_t b = 0; b < t.walls.size(); ++b) {
      if (length(Vec3d(double(t.walls.x[b].x), 0, double(t.walls.x[b].z))) > 0.5 * kSpacing)
        continue;
      const double exact = rho * kG * (kDepth - double(t.walls.x[b].y));
      EXPECT_NEAR(double(mean[b] + weights[b]) / exact, 1, 1e-4);
      EXPECT_LT(double(mean[b]) / exact, 0.95) << "the mean alone would do";
    }
  }
}

// Below a ceiling the weight of fluid pulls it off.
TEST(WallPressure, StaysPositiveBelowCeilings) {
  const OnFilledWall t(2);
  const std::vector<float> P(t.fluid.size(), 1.0f);
  const std::vector<Vec3f> away(t.fluid.size(), Vec3f{0, 1000, 0});
  WallPressure::BySample weights;
  t.pressures.weights(t.fluid, t.around(), P.data(), away.data(), 1e4f, weights);
  const auto mean = t.pressures.ofSamples(t.around(), P);
  ASSERT_EQ(mean.size(), weights.size());
  for (std::size_t b = 0; b < mean.size(); ++b) EXPECT_NEAR(mean[b] + weights[b], 0, 1e-5);
}

}  // namespace
}  // namespace shoal
