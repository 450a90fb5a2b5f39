#include <gtest/gtest.h>

#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/sph/forces/gravity.h"
#include "shoal/sph/solvers/wcsph.h"
#include "unit/coupling/forcing_scene.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.025;
constexpr double kWidth = 1, kDepth = 0.4;  // m

// Weakly compressible water in the plane, in a basin that it meets by direct forcing.
struct Basin : ForcedScene {
  KernelChoice kernel = makeKernel(KernelKind::CubicSpline, 1.9 * kSpacing, 2, kSpacing);
  BoundarySamples walls;
  Neighbours near;
  CellGrid grid{kernel.radius, 2}, wallGrid{kernel.radius, 2};
  FluidForces forces;
  std::unique_ptr<FluidSolver> solver;
  double dt = 0;  // s, of the last step

  // Leaves out what is in the hole.
  explicit Basin(const DirectForcingParams& params, const Box3d& hole = {})
      : ForcedScene(kSpacing, {0, -9.81, 0}, 2) {
    forcing.add(rigid.addStatic("basin", makeBox({{0, 0, -1}, {kWidth, 2, 1}})), params);
    forces.push_back(std::make_unique<Gravity>(Vec3f(gravity)));
    WcsphParams wcsph;
    wcsph.density = DensityMethod::Shepard;
    solver = std::make_unique<Wcsph>(wcsph, 10 * std::sqrt(2 * 9.81 * kDepth), kernel, fluid);
    for (double y = radius(); y < kDepth; y += spacing)
      for (double x = radius(); x < kWidth; x += spacing)
        if (!hole.contains({x, y, 0})) addParticle({x, y, 0});
    solver->initialiseAdded(fluid, {0, fluid.size()});
    wallGrid.build(walls.x.span());
  }

  FluidSurroundings around() const { return {walls, near, kernel, {}}; }

  // The height of the surface between two places, m.
  double level(double from, double to) const {
    const int columns = static_cast<int>((to - from) / (2 * spacing));
    double sum = 0;
    for (int k = 0; k < columns; ++k) {
      double highest = 0;
      for (const Vec3f& x : fluid.x)
        if (std::abs(double(x.x) - from - (2 * k + 1) * spacing) < spacing)
          highest = std::max(highest, double(x.y));
      sum += highest + radius();
    }
    return sum / columns;
  }

  void step() {
    grid.build(fluid.x.span());
    fluid.set.rearrange(grid.order());
    near.fluidOfFluid.build(fluid.x.span(), grid, kernel.radius, true);
    near.boundaryOfFluid.build(fluid.x.span(), wallGrid, kernel.radius, false);
    solver->prepare(fluid, around(), forces, time);
    dt = std::min(forcing.longestStep(), solver->longestStep(fluid, around(), {0.4, 0.25, 0.4}));
    solver->solve(fluid, around(), forces, dt);
    forcing.begin(fluid);
    solver->move(fluid, dt, radius());
    rigid.advance(time, dt);
    solver->changeVelocities(fluid, forcing.correct(fluid, dt));
    time += dt;
  }
};

TEST(ForcedFluid, ABasinCarriesTheWeightOfItsWater) {
  Basin basin(forcingOf(1));
  Vec3d impulse;
  double seconds = 0;
  while (basin.time < 1.2) {
    basin.step();
    ASSERT_EQ(basin.forcing.report().squeezed, 0u);
    if (basin.time < 0.8) continue;
    impulse += basin.dt * basin.forcing.report().onBody[0].force;
    seconds += basin.dt;
  }
  const Vec3d force = impulse / seconds, weight{0, 9.81 * 1000 * kDepth * kWidth, 0};
  EXPECT_LT(length(force + weight), 0.01 * length(weight));
  EXPECT_NEAR(basin.level(0, kWidth), kDepth, 0.5 * kSpacing);
}

// How deep a box that is let go where it should float is in the water after a while, as a share of
// its height.
double draft(double density, const DirectForcingParams& params) {
  constexpr double width = 0.4, height = 0.2;
  const Vec3d half{width / 2, height / 2, 0.5};
  const double start = kDepth - density / 1000 * height;  // of the bottom
  Basin basin(params, {{0.5 - half.x, start, -1}, {0.5 + half.x, 1, 1}});
  RigidParams rigid;
  rigid.density = density;
  RigidBody& box =
      basin.rigid.addDynamic("box", BoxShape{2.0 * half}, rigid, {{0.5, start + half.y, 0}, {}});
  basin.forcing.add(box, params);
  double deep = 0;
  int steps = 0;
  while (basin.time < 1.2) {
    basin.step();
    for (const Vec3f& x : basin.fluid.x) {
      const Vec3d p = ForcedBody::toLocal(box.state(), Vec3d(x));
      const Vec3d beyond = max(Vec3d{std::abs(p.x), std::abs(p.y), 0} - half, Vec3d{});
      EXPECT_GE(length(beyond), (1 - 1e-4) * basin.radius());
    }
    if (basin.time < 0.8) continue;
    deep += basin.level(0, 0.5 - half.x - kSpacing) - (box.centre().y - half.y);
    ++steps;
  }
  return deep / steps / height;
}

TEST(ForcedFluid, ABodyFloatsAsDeepAsItIsHeavy) {
  EXPECT_NEAR(draft(250, forcingOf(0)), 0.25, 0.06) << "half a spacing";
  EXPECT_NEAR(draft(625, forcingOf(1)), 0.625, 0.06);
  EXPECT_GT(draft(625, forcingOf(1, 0, ForcingSolve::Global, ForcingCondition::Published)), 0.8)
      << "drags what slides along";
}

}  // namespace
}  // namespace shoal
