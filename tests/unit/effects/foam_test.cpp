// Spray, foam and bubbles in flows whose potentials are known.
#include "shoal/effects/foam/foam.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/hash_random.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/sph/kernels/lattice.h"
#include "support/with_lanes.h"
#include "support/with_threads.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.01;

FoamScene sceneOf(int dimensions = 3) {
  return {.dimensions = dimensions,
          .spacing = kSpacing,
          .gravity = {0, -9.81, 0},
          .kernel = makeKernel(KernelKind::CubicSpline, 2 * kSpacing, dimensions, kSpacing),
          .domain = {{-9, -9, -9}, {9, 9, 9}}};
}

// Particles with their lists, in the order of the grid.
struct Flow {
  template <class Velocity>
  Flow(std::vector<Vec3f> places, Velocity&& velocity, const FoamScene& scene = sceneOf())
      : grid(scene.kernel.radius, scene.dimensions) {
    grid.build(places);
    for (const std::uint32_t i : grid.order()) {
      x.push_back(places[i]);
      v.push_back(Vec3f(velocity(Vec3d(places[i]))));
      id.push_back(i);
    }
    near.build(x, grid, scene.kernel.radius, true);
  }
  FoamFluid fluid() const { return {.x = x, .v = v, .id = id, .grid = grid, .near = near}; }

  GatheredVector<Vec3f> x, v;
  std::vector<std::uint32_t> id;
  CellGrid grid;
  NeighbourList near;
};

std::vector<Vec3f> block(int nx, int ny, int nz) {
  std::vector<Vec3f> x;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        x.push_back(float(kSpacing) * Vec3f{float(i), float(j), float(k)});
  return x;
}

FoamParams easy() {
  FoamParams params;
  params.energy = {0, 1e-9};
  params.trappedAir = {0, 4};
  return params;
}

// v = v0 - a x: particles run into each other along the lines between them, so that a lattice has
// the sum of 2 a r (1 - r / R) over that of 1 - r / R in speed.
TEST(Foam, ConvergingFlowMakesAsManyAsItsPotentialSays) {
  const FoamScene scene = sceneOf();
  FoamParams params = easy();
  params.crestRate = 0;
  const FoamScale scale(params, scene);
  const double rate = 30;  // 1/s
  const Flow flow(block(40, 40, 40), [&](const Vec3d& x) { return Vec3d{5, 4, 3} - rate * x; });
  const double reach = double(scene.kernel.radius);
  double sum = 0, weights = 0;
  forEachLatticePoint(3, kSpacing, reach, [&](double r) {
    sum += 2 * rate * r * (1 - r / reach);
    weights += r > 0 ? 1 - r / reach : 0;
  });
  EXPECT_NEAR(scale.weights, weights, 1e-12);
  FoamSums sums(scene, scale);
  sums.find(flow.fluid(), 0);
  std::size_t inside = 0;
  double expected = 0;
  const double dt = 0.3 * scale.time;
  for (std::size_t i = 0; i < flow.x.size(); ++i) {
    if (flow.near.of(i).size() >= 26) {  // all of a cubic lattice within two spacings
      ++inside;
      EXPECT_NEAR(double(sums.trappedAir()[i]), sum / weights, 1e-3 * sum / weights);
    }
    expected += FoamPotential{double(sums.trappedAir()[i]) / scale.speed, 0, 1e9}.number(params) *
                dt / scale.time;
  }
  EXPECT_GT(inside, 50'000u);
  const double full = params.trappedRate * shareOf(sum / weights / scale.speed, params.trappedAir) *
                      dt / scale.time;
  Foam foam(params, scene);
  int steps = 0;
  for (; steps < 3; ++steps) {
    foam.advance(flow.fluid(), dt, static_cast<std::uint64_t>(steps));
    foam.settle(FoamObstacles(3), dt);
  }
  const auto made = static_cast<double>(foam.made());
  EXPECT_NEAR(made / (steps * expected), 1, 0.01);
  EXPECT_GT(made, 20'000);
  // By the formula alone, of those inside; the rim has less.
  EXPECT_NEAR(expected / (full * double(flow.x.size())), 1, 0.06);
  // Twice the rate makes twice as many: the check can fail.
  params.trappedRate *= 2;
  Foam twice(params, scene);
  twice.advance(flow.fluid(), dt, 0);
  EXPECT_NEAR(double(twice.made()) / expected, 2, 0.02);
}

TEST(Foam, DivergingFlowTrapsNoAir) {
  FoamParams params = easy();
  params.crestRate = 0;
  const Flow flow(block(20, 20, 20), [](const Vec3d& x) { return Vec3d{5, 4, 3} + 30.0 * x; });
  Foam foam(params, sceneOf());
  for (std::uint64_t k = 0; k < 5; ++k) foam.advance(flow.fluid(), 0.01, k);
  EXPECT_EQ(foam.made(), 0u);
}

TEST(Foam, FluidThatMovesAsAWholeOrTooSlowlyMakesNothing) {
  const FoamParams params;
  for (const double speed : {0.1, 50.0}) {
    const Flow flow(block(20, 20, 20), [&](const Vec3d&) { return Vec3d{0, -speed, 0}; });
    Foam foam(params, sceneOf());
    foam.advance(flow.fluid(), 0.01, 0);
    // The lower side of a falling block is a flat surface, but its edges are crests.
    if (speed < 1) {
      EXPECT_EQ(foam.made(), 0u);
    }
    FoamSums sums(sceneOf(), foam.scale());
    sums.find(flow.fluid(), 0);
    for (const float air : sums.trappedAir()) EXPECT_EQ(air, 0);
  }
}

// Flows of the same Froude number: lengths times four, speeds and times doubled.
TEST(Foam, SimilarFlowsMakeSimilarFoam) {
  const auto made = [](float size) {
    FoamScene scene = sceneOf();
    scene.spacing *= double(size);
    scene.kernel = makeKernel(KernelKind::CubicSpline, 2 * scene.spacing, 3, scene.spacing);
    std::vector<Vec3f> places = block(20, 20, 20);
    for (Vec3f& x : places) x *= size;
    const double rate = 40 / std::sqrt(double(size));
    const Flow flow(
        places,
        [&](const Vec3d& x) {
          return std::sqrt(double(size)) * Vec3d{4, 3, 2} - rate * (x + 0.3 * Vec3d{x.y, x.z, 0});
        },
        scene);
    Foam foam({}, scene);
    for (std::uint64_t k = 0; k < 10; ++k)
      foam.advance(flow.fluid(), 0.01 * std::sqrt(double(size)), k);
    return double(foam.made());
  };
  EXPECT_GT(made(1), 3000);
  EXPECT_NEAR(made(4) / made(1), 1, 0.001);
}

// Sums against plain loops in double, for a cloud in any state.
TEST(Foam, SumsAreThoseOfTheirFormulas) {
  std::vector<Vec3f> places = block(9, 9, 9);
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t axis = 0; axis < 3; ++axis)
      places[i][axis] += float(0.3 * kSpacing * randomSigned(i, axis));
  const FoamScene scene = sceneOf();
  const Flow flow(places, [](const Vec3d& x) {
    return Vec3d{100 * x.y + 1, 3 + 40 * x.x * x.x * 100, 200 * x.z - 70 * x.x};
  });
  const FoamScale scale(easy(), scene);
  FoamSums sums(scene, scale);
  sums.find(flow.fluid(), 0);
  const double reach = double(scene.kernel.radius);
  int crests = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    double air = 0, crest = 0;
    const Vec3d n_i(sums.normals()[i]), v_i(flow.v[i]);
    Vec3d gradient;
    for (std::size_t j = 0; j < places.size(); ++j) {
      const Vec3d x_ij = Vec3d(flow.x[i]) - Vec3d(flow.x[j]), v_ij = v_i - Vec3d(flow.v[j]);
      const double r = length(x_ij);
      if (i == j || r >= reach) continue;
      const double w = (1 - r / reach) / scale.weights;
      air += length(v_ij) * (1 - dot(normalised(v_ij), normalised(x_ij))) * w;
      const Vec3d n_j(sums.normals()[j]);
      if (dot(-x_ij, n_i) < 0 && length(n_j) > 0) crest += (1 - dot(n_i, n_j)) * w;
      const double h = 1e-6 * reach;
      gradient += (scene.kernel.weight(r + h) - scene.kernel.weight(r - h)) / (2 * h) *
                  cube(kSpacing) * normalised(x_ij);
    }
    EXPECT_NEAR(double(sums.trappedAir()[i]), air, 1e-4 * (air + 1));
    if (length(gradient) * reach < 0.29) {
      EXPECT_EQ(length(n_i), 0);
    }
    if (length(gradient) * reach > 0.31) {
      EXPECT_NEAR(length(n_i + normalised(gradient)), 0, 1e-3);
    }
    const bool outwards = length(n_i) > 0 && dot(normalised(v_i), n_i) >= 0.6;
    EXPECT_NEAR(double(sums.crest()[i]), outwards ? crest : 0, 2e-4);
    crests += outwards && crest > 0.02;
  }
  EXPECT_GT(crests, 10);
}

// Slow particles have no sums, though fast ones beside them need their normals.
TEST(Foam, NormalsOfSlowNeighboursCount) {
  const auto velocity = [](const Vec3d& x) {
    return x.y > 0.085 ? Vec3d{0, 3, 0} : Vec3d{0, 0.5, 0};
  };
  const Flow flow(block(6, 10, 6), velocity);
  const FoamScene scene = sceneOf();
  const FoamScale scale(easy(), scene);
  FoamSums all(scene, scale), fast(scene, scale);
  all.find(flow.fluid(), 0);
  fast.find(flow.fluid(), 1);
  float largest = 0;
  for (std::size_t i = 0; i < flow.x.size(); ++i) {
    const bool isFast = flow.v[i].y > 1;
    EXPECT_EQ(fast.crest()[i], isFast ? all.crest()[i] : 0);
    EXPECT_EQ(fast.trappedAir()[i], isFast ? all.trappedAir()[i] : 0);
    largest = std::max(largest, fast.crest()[i]);
  }
  EXPECT_GT(largest, 0.05f);
}

std::uint64_t hashOf(int threads, const std::vector<Vec3f>& places) {
  return withThreads(threads, [&] {
    const Flow flow(places, [](const Vec3d& x) {
      return Vec3d{3, 4 - 60 * x.y, 1 - 50 * x.z} - 30.0 * x;
    });
    Foam foam(easy(), sceneOf());
    FoamObstacles ball(3);
    ball.add(makeBox({{0.05, 0.05, 0.05}, {0.15, 0.3, 0.15}}), FluidRoom::Outside);
    for (std::uint64_t k = 0; k < 20; ++k) {
      foam.advance(flow.fluid(), 0.002, k);
      ball.beginStep();
      foam.settle(ball, 0.002);
    }
    EXPECT_GT(foam.particles().size(), 3000u);
    return foam.hash();
  });
}

TEST(Foam, HasTheSameBitsForAnyNumberOfThreads) {
  const std::uint64_t one = hashOf(1, block(20, 20, 20));
  for (const int threads : {2, 3, 8}) EXPECT_EQ(hashOf(threads, block(20, 20, 20)), one) << threads;
  EXPECT_NE(hashOf(1, block(20, 20, 19)), one);
}

void setAlone(Foam& foam, const Vec3f& x, const Vec3f& v, float life = 1) {
  const std::size_t i = foam.particles().set.append(1);
  foam.particles().x[i] = x;
  foam.particles().v[i] = v;
  foam.particles().life[i] = life;
  foam.particles().id[i] = static_cast<std::uint32_t>(i);
}

TEST(Foam, SprayKeepsItsParabolaAndDoesNotAge) {
  const Flow far(block(3, 3, 3), [](const Vec3d&) { return Vec3d{}; });
  Foam foam({}, sceneOf());
  setAlone(foam, {1, 1, 1}, {2, 3, 0});
  for (std::uint64_t k = 0; k < 100; ++k) {
    foam.advance(far.fluid(), 0.005, k);
    foam.settle(FoamObstacles(3), 0.005);
  }
  const Vec3d expected{2, 1 + 1.5 - 0.5 * 9.81 * 0.25, 1};
  EXPECT_NEAR(length(Vec3d(foam.particles().x[0]) - expected), 0, 1e-5);
  EXPECT_EQ(foam.particles().kind[0], std::uint32_t(FoamKind::Spray));
  EXPECT_EQ(foam.particles().life[0], 1);
}

// In fluid at rest a bubble rises at its speed, stops as foam at the surface, and dies there.
TEST(Foam, BubblesRiseToTheSurfaceAndLiveTheirLife) {
  const Flow pool(block(20, 30, 20), [](const Vec3d&) { return Vec3d{}; });
  FoamParams params;
  params.buoyancy = 2;
  params.drag = 0.2;
  Foam foam(params, sceneOf());
  const double speed = 2 * 9.81 * 0.2 * foam.scale().time;
  setAlone(foam, {0.1f, 0.1f, 0.1f}, {});
  const double dt = 0.001;
  const auto step = [&](std::uint64_t k) {
    foam.advance(pool.fluid(), dt, k);
    foam.settle(FoamObstacles(3), dt);
  };
  for (std::uint64_t k = 0; k < 500; ++k) step(k);
  ASSERT_EQ(foam.particles().size(), 1u);
  EXPECT_EQ(foam.particles().kind[0], std::uint32_t(FoamKind::Bubble));
  EXPECT_NEAR(double(foam.particles().x[0].y), 0.1 + 0.5 * speed, 0.02 * speed);
  EXPECT_EQ(foam.particles().life[0], 1) << "bubbles do not age";
  for (std::uint64_t k = 500; k < 2000; ++k) step(k);
  ASSERT_EQ(foam.particles().size(), 1u);
  EXPECT_EQ(foam.particles().kind[0], std::uint32_t(FoamKind::Foam));
  EXPECT_NEAR(double(foam.particles().x[0].y), 0.29, 0.01) << "just below the surface at 0.295 m";
  for (std::uint64_t k = 2000; k < 3500; ++k) step(k);
  EXPECT_EQ(foam.particles().size(), 0u);
}

TEST(Foam, GoesWithTheFluid) {
  const Flow stream(block(40, 5, 20), [](const Vec3d&) { return Vec3d{0.7, 0, 0.2}; });
  Foam foam({}, sceneOf());
  setAlone(foam, {0.1f, 0.046f, 0.05f}, {});
  for (std::uint64_t k = 0; k < 100; ++k) foam.advance(stream.fluid(), 0.001, k);
  EXPECT_EQ(foam.particles().kind[0], std::uint32_t(FoamKind::Foam));
  EXPECT_NEAR(length(Vec3d(foam.particles().x[0]) - Vec3d{0.17, 0.046, 0.07}), 0, 1e-6);
}

// Beside a wall half of the neighbours are missing; a bubble there is one all the same.
TEST(Foam, WallsCountAsFluid) {
  const Flow pool(block(20, 30, 20), [](const Vec3d&) { return Vec3d{}; });
  for (const bool wall : {true, false}) {
    Foam foam({}, sceneOf());
    FoamObstacles obstacles(3);
    if (wall) obstacles.add(makeBox({{-0.2, -0.2, -0.2}, {-0.005, 0.5, 0.5}}), FluidRoom::Outside);
    setAlone(foam, {-0.003f, 0.1f, 0.1f}, {});
    obstacles.beginStep();
    foam.settle(obstacles, 0.001);  // measures the distance
    foam.advance(pool.fluid(), 0.001, 0);
    EXPECT_EQ(foam.particles().kind[0], std::uint32_t(wall ? FoamKind::Bubble : FoamKind::Foam));
  }
}

TEST(Foam, WhatLeavesTheDomainOrIsNotFiniteIsRemoved) {
  FoamScene scene = sceneOf();
  scene.domain = {{0, 0, 0}, {1, 1, 1}};
  Foam foam({}, scene);
  setAlone(foam, {0.5f, 0.5f, 0.5f}, {});
  setAlone(foam, {1.5f, 0.5f, 0.5f}, {});
  setAlone(foam, {NAN, 0.5f, 0.5f}, {});
  foam.settle(FoamObstacles(3), 0.001);
  ASSERT_EQ(foam.particles().size(), 1u);
  EXPECT_EQ(foam.particles().id[0], 0u);
}

TEST(Foam, NoMoreAreMadeThanAllowed) {
  FoamParams params = easy();
  params.most = 100;
  const Flow flow(block(20, 20, 20), [](const Vec3d& x) { return Vec3d{5, 4, 3} - 60.0 * x; });
  Foam foam(params, sceneOf());
  foam.advance(flow.fluid(), 0.05, 0);
  EXPECT_EQ(foam.particles().size(), 100u);
}

TEST(Foam, ParametersThatMakeNoSenseAreErrors) {
  const auto messageOf = [](const FoamParams& params, const FoamScene& scene) -> std::string {
    try {
      Foam(params, scene);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  FoamParams p;
  p.crest = {0.5, 0.5};
  EXPECT_THAT(messageOf(p, sceneOf()), testing::HasSubstr("foam.crest"));
  p = {};
  p.trappedRate = -1;
  EXPECT_THAT(messageOf(p, sceneOf()), testing::HasSubstr("foam.trappedRate"));
  p = {};
  p.life = {1, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THAT(messageOf(p, sceneOf()), testing::HasSubstr("foam.life"));
  FoamScene afloat = sceneOf();
  afloat.gravity = {};
  EXPECT_THAT(messageOf({}, afloat), testing::HasSubstr("foam.speed"));
  p = {};
  p.speed = 1;
  EXPECT_EQ(messageOf(p, afloat), "");
}

}  // namespace
}  // namespace shoal
