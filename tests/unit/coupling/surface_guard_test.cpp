// Nothing passes a surface that is guarded, however both move.
#include "shoal/coupling/volumes/surface_guard.h"

#include <memory>

#include <gtest/gtest.h>

#include "support/passes.h"
#include "unit/coupling/sampled_surface.h"

namespace shoal {
namespace {

class Puppet final : public Body {
 public:
  explicit Puppet(const TriangleMesh& mesh) : Body("puppet"), shape(surfaceOf(mesh)) {}
  const BodySurface& surface() const override { return shape; }
  void addForces(std::span<const Vec3d>) override {}
  BodyTotals totals() const override { return {}; }

  BodySurface shape;
};

// Particles about bodies, and one step of theirs.
struct Stage {
  std::vector<std::unique_ptr<Puppet>> bodies;
  FluidParticles fluid;
  BoundarySamples walls;
  Neighbours near;
  CellGrid grid{float(h), 3};
  SurfaceGuard guard{kSpacing, 3};

  void add(const TriangleMesh& mesh) {
    bodies.push_back(std::make_unique<Puppet>(mesh));
    guard.watch(bodies.size(), *bodies.back(), {.distance = 0.3 * kSpacing});
  }
  void place(const Points& particles) {
    fluid.set.resize(particles.size());
    std::copy(particles.begin(), particles.end(), fluid.x.begin());
    Points samples;
    for (const auto& body : bodies) {
      MeshSampling sampling(kSpacing, 3);
      sampling.update(body->shape);
      for (const Vec3f& x : placesOf(sampling.samples(), body->shape)) samples.push_back(x);
    }
    grid.build(samples);
    walls.set.resize(samples.size());
    for (std::size_t b = 0; b < samples.size(); ++b) walls.x[b] = samples[grid.order()[b]];
    near.boundaryOfFluid.build(fluid.x.span(), grid, float(h), false);
    guard.begin(fluid, {walls, near, kKernel, {}});
  }

  // How many paths lead through a surface, given where all was before.
  std::size_t passed(const Points& before, const std::vector<BodySurface>& surfaces) const {
    std::size_t n = 0;
    for (std::size_t i = 0; i < fluid.size(); ++i) {
      std::size_t crossings = 0;
      for (std::size_t b = 0; b < bodies.size(); ++b)
        for (const auto& [p, q, r] : surfaces[b].triangles) {
          const std::vector<Vec3d>&from = surfaces[b].x, &to = bodies[b]->shape.x;
          crossings += passes({Vec3d(before[i]), from[p], from[q], from[r]},
                              {Vec3d(fluid.x[i]), to[p], to[q], to[r]});
        }
      n += crossings % 2;
    }
    return n;
  }
};

// Within two spacings of the plane z = 0.
Points aboutThePlane(std::size_t n) {
  RandomPoints random(3);
  Points points;
  while (points.size() < n) {
    const Vec3f p = random.inCube(1);
    points.push_back({2 * p.x - 1, 2 * p.y - 1, (4 * p.z - 2) * float(kSpacing)});
  }
  return points;
}

TEST(SurfaceGuard, ParticlesStayOnTheirSideOfASheetThatIsThrown) {
  for (const bool guarded : {true, false}) {
    Stage stage;
    stage.add(makeSheet({0, 0, 0}, {0, 0, 1}, 3, 3, 2.2 * kSpacing));
    const Points before = aboutThePlane(1500);
    stage.place(before);
    const std::vector<BodySurface> surfaces{stage.bodies[0]->shape};
    RandomPoints random(3, 7);
    const auto anywhere = [&](double far) {
      return far * kSpacing * (2.0 * Vec3d(random.inCube(1)) - Vec3d{1, 1, 1});
    };
    for (Vec3d& x : stage.bodies[0]->shape.x) x += anywhere(0.4);
    for (Vec3f& x : stage.fluid.x) x += Vec3f(anywhere(0.5));
    if (guarded) {
      EXPECT_TRUE(stage.guard.correct(stage.fluid, 1).empty());
      EXPECT_GT(stage.guard.putBack(), 100u);
      EXPECT_EQ(stage.passed(before, surfaces), 0u);
    } else {
      EXPECT_GT(stage.passed(before, surfaces), 50u) << "or nothing is shown";
    }
  }
}

// Step by step, until a hundredth of a spacing is left.
TEST(SurfaceGuard, ParticlesBetweenSheetsThatCloseStayBetweenThem) {
  Stage stage;
  for (const double z : {-1.0, 1.0})
    stage.add(makeSheet({0, 0, z * kSpacing}, {0, 0, 1}, 3, 3, 3 * kSpacing));
  Points particles;
  RandomPoints random(3);
  for (int k = 0; k < 200; ++k) {
    const Vec3f p = random.inCube(1);
    particles.push_back({2 * p.x - 1, 2 * p.y - 1, (p.z - 0.5f) * float(kSpacing)});
  }
  double gap = 1;  // spacings from the middle
  while (gap > 0.005) {
    stage.place(particles);
    gap = std::max(gap - 0.3, gap / 2);
    for (std::size_t b = 0; b < 2; ++b)
      for (Vec3d& x : stage.bodies[b]->shape.x) x.z = (b == 0 ? -gap : gap) * kSpacing;
    stage.guard.correct(stage.fluid, 1);
    particles.assign(stage.fluid.x.begin(), stage.fluid.x.end());
  }
  for (const Vec3f& x : particles) EXPECT_LT(std::abs(double(x.z)), gap * kSpacing);
}

TEST(SurfaceGuard, LeavesAloneWhatComesNearNothing) {
  Stage stage;
  stage.add(makeSheet({0, 0, 0}, {0, 0, 1}, 3, 3, 2 * kSpacing));
  Points particles{{0, 0, float(kSpacing)}, {0.3f, 0.1f, -1.2f * float(kSpacing)}, {0, 0, 1}};
  stage.place(particles);
  for (Vec3f& x : stage.fluid.x) x += Vec3f{0.04f, 0.02f, 0};
  const Points moved(stage.fluid.x.begin(), stage.fluid.x.end());
  stage.guard.correct(stage.fluid, 1);
  EXPECT_EQ(stage.guard.putBack(), 0u);
  EXPECT_TRUE(std::equal(moved.begin(), moved.end(), stage.fluid.x.begin()));
}

}  // namespace
}  // namespace shoal
