// Surface tension: curvature, the force on flat and closed surfaces, steps, and wetting.
#include "shoal/sph/forces/surface_tension.h"

#include <numbers>

#include <gtest/gtest.h>

#include "support/scene_world.h"
#include "support/with_lanes.h"
#include "unit/sph/test_fluid.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.05;

KernelChoice kernelIn(int dimensions) {
  return makeKernel(KernelKind::CubicSpline, 1.9 * kSpacing, dimensions, kSpacing);
}

// A disc of rings.
Points disc(double radius) {
  Points points;
  for (double r = radius - kSpacing / 2; r > 0; r -= kSpacing) {
    const int count = static_cast<int>(std::lround(2 * std::numbers::pi * r / kSpacing));
    for (int k = 0; k < count; ++k) {
      const double angle = 2 * std::numbers::pi * k / count;
      points.push_back(Vec3f(Vec3d{r * std::cos(angle), r * std::sin(angle), 0}));
    }
  }
  return points;
}

struct Tense : TestFluid {
  SurfaceTension tension;

  Tense(int dimensions, const Points& points, float sigma = 1)
      : TestFluid(kernelIn(dimensions), kSpacing, points),
        tension({sigma}, kernelIn(dimensions), kSpacing, {}) {
    for (Vec3f& a : fluid.a) a = {};
    tension.accelerate(fluid, around(), 0);
  }

  double meanCurvature() const {
    double sum = 0;
    for (const float curvature : tension.curvature()) sum += double(curvature);
    return sum / static_cast<double>(tension.curvature().size());
  }
};

TEST(SurfaceTension, FindsTheCurvatureOfADisc) {
  for (const double radius : {0.5, 1.0}) {
    const Tense t(2, disc(radius));
    EXPECT_GT(t.tension.band().size(), 0u);
    EXPECT_NEAR(t.meanCurvature() * radius, 1, 0.05) << radius;
  }
}

TEST(SurfaceTension, PullsIntoADiscAsMuchAsItsPressurePushes) {
  const Tense t(2, disc(1), 2);
  double pressure = 0;  // the forces on each ring, per length of the ring
  for (std::size_t i = 0; i < t.fluid.size(); ++i) {
    const Vec3d x(t.fluid.x[i]);
    const double force = -double(t.fluid.mass(i)) * dot(Vec3d(t.fluid.a[i]), x) / length(x);
    pressure += force / (2 * std::numbers::pi * length(x));
  }
  EXPECT_NEAR(pressure, 2, 0.1);
}

TEST(SurfaceTension, LeavesFlatSurfacesAlone) {
  Points slab;
  for (int j = 0; j < 8; ++j)
    for (int i = -60; i <= 60; ++i) slab.push_back(Vec3f(Vec3d{i * kSpacing, j * kSpacing, 0}));
  const Tense t(2, slab);
  const auto largest = [](const Tense& tense, double within) {
    float a = 0;
    for (std::size_t i = 0; i < tense.fluid.size(); ++i)
      if (std::abs(double(tense.fluid.x[i].x)) < within)
        a = std::max(a, length(tense.fluid.a[i]) * tense.fluid.restDensity(i));
    return double(a);
  };
  EXPECT_LT(largest(t, 2), 0.01 / kSpacing);
  EXPECT_GT(largest(t, 4), 1 / kSpacing) << "the ends are round";
}

// Lanes that stand for nobody must not count as neighbours along the surface, whatever their
// number.
TEST(SurfaceTension, IsTheSameForEveryWidth) {
  for (const int dimensions : {2, 3}) {
    const Points blob = randomBlob(dimensions, 2000, kSpacing);
    const Tense expected(dimensions, blob);
    for (const std::string& lanes : availableLanes()) {
      const WithLanes width(lanes);
      const Tense t(dimensions, blob);
      EXPECT_TRUE(std::equal(t.fluid.a.begin(), t.fluid.a.end(), expected.fluid.a.begin()))
          << lanes;
    }
  }
}

TEST(SurfaceTension, PushesClosedSurfacesNowhere) {
  for (const int dimensions : {2, 3}) {
    const Tense t(dimensions, randomBlob(dimensions, 2000, kSpacing));
    Vec3d force, torque;
    double forces = 0;
    for (std::size_t i = 0; i < t.fluid.size(); ++i) {
      const Vec3d f = double(t.fluid.mass(i)) * Vec3d(t.fluid.a[i]);
      force += f;
      torque += cross(Vec3d(t.fluid.x[i]), f);
      forces += length(f);
    }
    EXPECT_GT(forces, 0);
    EXPECT_LT(length(force) / forces, 1e-5);
    EXPECT_LT(length(torque) / forces, 1e-5);
  }
}

TEST(SurfaceTension, StepsResolveCapillaryWaves) {
  const Tense once(2, disc(0.5)), twice(2, disc(0.5), 4);
  const auto step = [](const Tense& t) {
    return t.tension.longestStep(t.fluid, t.around(), {0.4, 0.25, 0.4});
  };
  const double h = 0.95 * kSpacing;
  EXPECT_NEAR(step(once), 0.25 * std::sqrt(1000 * cube(h) / (2 * std::numbers::pi)), 1e-5);
  EXPECT_NEAR(step(once) / step(twice), 2, 1e-4);
}

// The share of a drop's fourth moment that has four corners: 0 for a disc, 0.43 for a square.
double squareness(const World& world) {
  double corners = 0, all = 0;
  for (const Vec3f& x : world.fluid().x) {
    const double r2 = sq(double(x.x)) + sq(double(x.y));
    corners += sq(sq(double(x.x)) - sq(double(x.y))) - 4 * sq(double(x.x) * double(x.y));
    all += sq(r2);
  }
  return std::abs(corners / all);
}

// It oscillates with a period of 1.5 s, so that a single moment says little.
TEST(Drop, ThatStartsAsASquareBecomesRound) {
  const Scene scene = projectScene(
      "validation/drop",
      {"world.spacing=0.1", "run.until=32", "fluid.water.fill=[{box=[[-0.9,-0.9],[0.9,0.9]]}]"});
  const auto world = makeWorld(scene);
  EXPECT_GT(squareness(*world), 0.4);
  double late = 0;  // largest of the last quarter
  while (world->time() < scene.run.until) {
    world->step(scene.run.until);
    if (world->time() > 0.75 * scene.run.until) late = std::max(late, squareness(*world));
  }
  EXPECT_LT(late, 0.02);
  EXPECT_EQ(world->escaped(), 0u);
}

// The height of the middle of a cap of a disc over its base, for an area of one.
double capHeight(double angle) {
  const double area = angle - std::sin(angle) * std::cos(angle);
  return (2.0 / 3 * cube(std::sin(angle)) / area - std::cos(angle)) / std::sqrt(area);
}

// The contact angle, in degrees, of the cap whose middle is as high as that of the drop.
double measuredAngle(double asked) {
  const Scene scene = projectScene(
      "validation/sessile-drop",
      {"world.spacing=0.08", "run.until=10", fmt::format("solid.wall.contactAngle={}", asked)});
  const auto world = makeWorld(scene);
  double height = 0, samples = 0;
  while (world->time() < scene.run.until) {
    world->step(scene.run.until);
    if (world->time() < scene.run.until / 2) continue;
    double sum = 0;
    for (const Vec3f& x : world->fluid().x) sum += double(x.y);
    height += sum / static_cast<double>(world->fluid().size());
    ++samples;
  }
  const double area = double(world->fluid().volume) * static_cast<double>(world->fluid().size());
  const double wanted = height / samples / std::sqrt(area);
  double low = 0.05, high = 3.14;
  for (int k = 0; k < 50; ++k) {
    const double middle = (low + high) / 2;
    (capHeight(middle) < wanted ? low : high) = middle;
  }
  return low * 180 / std::numbers::pi;
}

TEST(Drop, MeetsAWallAtTheContactAngle) {
  const double spread = measuredAngle(60), neutral = measuredAngle(90), bead = measuredAngle(120);
  std::printf("contact angles 60, 90, 120: %.1f, %.1f, %.1f\n", spread, neutral, bead);
  EXPECT_NEAR(spread, 60, 12);
  EXPECT_NEAR(neutral, 90, 12);
  EXPECT_NEAR(bead, 120, 12);
}

}  // namespace
}  // namespace shoal
