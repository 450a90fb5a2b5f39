#include <gtest/gtest.h>

#include "shoal/bodies/rigid/rigid_world.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/sph/forces/gravity.h"
#include "shoal/sph/solvers/dfsph.h"
#include "unit/coupling/quadrature_rig.h"

namespace shoal {
namespace {

// Incompressible water, whatever surfaces there are, and nothing else.
struct Water {
  double spacing;
  int dimensions;
  KernelChoice kernel = makeKernel(KernelKind::CubicSpline,
                                   (dimensions == 3 ? 1.97 : 1.9) * spacing, dimensions, spacing);
  FluidParticles fluid;
  BoundarySamples walls;
  Neighbours near;
  CellGrid grid{kernel.radius, dimensions}, wallGrid{kernel.radius, dimensions};
  Dfsph solver;
  FluidForces forces;
  QuadratureForce* coupling;
  double time = 0;

  Water(double d, int dim, const QuadratureParams& params, const Box3d& fill, double speed,
        const Vec3f& gravity)
      : spacing(d), dimensions(dim), solver({}, d, speed, kernel, fluid) {
    fluid.phases.add("water", 1000);
    fluid.volume = static_cast<float>(std::pow(d, dim));
    std::vector<Vec3f> places;
    const auto from = [&](double a) { return static_cast<float>(a + d / 2); };
    for (float x = from(fill.lower.x); double(x) < fill.upper.x; x += float(d))
      for (float y = from(fill.lower.y); double(y) < fill.upper.y; y += float(d))
        for (float z = from(fill.lower.z); double(z) < fill.upper.z; z += float(d))
          places.push_back({x, y, dim == 3 ? z : 0});
    fluid.set.resize(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      fluid.x[i] = places[i];
      fluid.v[i] = Vec3f{};
    }
    solver.initialiseAdded(fluid, {0, fluid.size()});
    wallGrid.build(walls.x.span());
    forces.push_back(std::make_unique<Gravity>(gravity));
    auto quadrature =
        std::make_unique<QuadratureForce>(params, QuadratureScene{d, dim, 1000, speed});
    coupling = quadrature.get();
    forces.push_back(std::move(quadrature));
  }

  double mass() const { return double(fluid.size()) * double(fluid.mass(0)); }

  // Returns the length of the step.
  double step(std::span<Body* const> bodies) {
    grid.build(fluid.x.span());
    fluid.set.rearrange(grid.order());
    near.fluidOfFluid.build(fluid.x.span(), grid, kernel.radius, true);
    near.boundaryOfFluid.build(fluid.x.span(), wallGrid, kernel.radius, false);
    const FluidSurroundings around{walls, near, kernel, {}};
    const StepLimits limits{0.4, 0.25, 0.4};
    coupling->setBodies(bodies);
    solver.prepare(fluid, around, forces, time);
    const double dt = std::min(solver.longestStep(fluid, around, limits),
                               coupling->longestStep(fluid, around, limits));
    solver.solve(fluid, around, forces, dt);
    solver.move(fluid, dt, spacing / 2);
    time += dt;
    return dt;
  }
};

struct Rest {
  int passed = 0;        // particles on the wrong side
  double nearest = 1e9;  // spacings, to a wall
  double load = 0;       // on the tank, in weights of the water
};

// A metre of water in a tank whose walls are surfaces alone, after two seconds.
Rest restOfAMetre(int dimensions, const QuadratureParams& params) {
  const double d = dimensions == 3 ? 0.1 : 0.05, width = 0.4;
  const double back = dimensions == 3 ? width : d;
  Water water(d, dimensions, params, {{0, 0, 0}, {width, 1, back}}, std::sqrt(2 * 9.81),
              {0, -9.81f, 0});
  const BoxFace open[] = {BoxFace::HighY};
  const bool flat = dimensions == 2;
  MeshBody tank(makeBox({{0, 0, flat ? -1.0 : 0.0}, {width, 1.5, flat ? 1 : back}}, open));
  Body* const bodies[] = {&tank};
  Rest rest;
  double impulse = 0;
  while (water.time < 2) {
    const double dt = water.step(bodies);
    if (water.time < 1) continue;
    for (const Vec3d& f : water.coupling->vertexForces(tank)) impulse -= dt * f.y;
  }
  rest.load = impulse / (water.mass() * 9.81 * (water.time - 1));
  for (const Vec3f& x : water.fluid.x) {
    double off = std::min({double(x.y), double(x.x), width - double(x.x)});
    if (!flat) off = std::min({off, double(x.z), back - double(x.z)});
    rest.nearest = std::min(rest.nearest, off / d);
    rest.passed += off < 0;
  }
  return rest;
}

TEST(QuadratureRest, AMetreOfWaterStaysInATankMadeOfSurfaces) {
  for (const int dimensions : {2, 3}) {
    const Rest rest = restOfAMetre(dimensions, {});
    EXPECT_EQ(rest.passed, 0) << dimensions;
    EXPECT_GT(rest.nearest, 0.35) << dimensions;
    EXPECT_NEAR(rest.load, 1, 0.05) << dimensions;
  }
  QuadratureParams soft;
  soft.stiffness = 5e3;
  EXPECT_GT(restOfAMetre(2, soft).passed, 10) << "nothing is needed to hold it";
}

// Water and a rigid box that fly at each other, in space without anything else.
TEST(QuadratureRest, WaterAndAFreeBodyKeepTheirMomentum) {
  constexpr double d = 0.02;
  QuadratureParams params;
  params.viscosity = 1;
  Water water(d, 3, params, {{0, 0, 0}, {0.16, 0.1, 0.16}}, 2, {});
  RigidWorld rigid({}, {});
  RigidParams matter;
  matter.density = 700;
  RigidBody& box =
      rigid.addDynamic("box", BoxShape{{0.06, 0.06, 0.06}}, matter, {{0.09, 0.16, 0.07}, {}});
  RigidState state = box.state();
  state.v = {0.1, -2, 0};
  box.setState(state);
  const auto momentum = [&] {
    Vec3d sum = box.totals().momentum;
    for (std::size_t i = 0; i < water.fluid.size(); ++i)
      sum += double(water.fluid.mass(i)) * Vec3d(water.fluid.v[i]);
    return sum;
  };
  const Vec3d before = momentum();
  for (int s = 0; s < 100; ++s) {
    const double t = water.time;
    const double dt = water.step(rigid.bodies());
    box.addForces(water.coupling->vertexForces(box));
    rigid.advance(t, dt);
  }
  EXPECT_GT(box.velocity().y, -1.5) << "the water does not stop it";
  EXPECT_GT(length(box.spin()), 1e-3);
  EXPECT_LT(length(momentum() - before), 1e-5 * length(before));
}

}  // namespace
}  // namespace shoal
