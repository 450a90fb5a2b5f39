#include <gtest/gtest.h>

#include "shoal/geometry/mesh_shapes.h"
#include "shoal/sph/gravity.h"
#include "shoal/sph/wcsph.h"
#include "unit/forcing_scene.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.025;
constexpr double kWidth = 1, kDepth = 0.4;  // m

// Weakly compressible water in the plane, in a basin that it meets by direct forcing.
struct Basin : ForcedScene {
  KernelChoice kernel = makeKernel(KernelKind::CubicSpline, 1.9 * kSpacing, 2, kSpacing);
  WallSamples walls;
  Neighbours near;
  CellGrid grid{kernel.radius, 2}, wallGrid{kernel.radius, 2};
  FluidForces forces;
  std::unique_ptr<FluidSolver> solver;

  // Leaves out what is in the hole.
  explicit Basin(const DirectForcingParams& params, const Box3d& hole = {})
      : ForcedScene(kSpacing, {0, -9.81, 0}, 2) {
    forcing.add(rigid.addStatic("basin", makeBox({{0, 0, -1}, {kWidth, 2, 1}})), params);
    forces.push_back(std::make_unique<Gravity>(Vec3f(gravity)));
    WcsphParams wcsph;
    wcsph.density = "shepard";
    solver = std::make_unique<Wcsph>(wcsph, 10 * std::sqrt(2 * 9.81 * kDepth), kernel, fluid);
    for (double y = radius(); y < kDepth; y += spacing)
      for (double x = radius(); x < kWidth; x += spacing)
        if (!hole.contains({x, y, 0})) addParticle({x, y, 0});
    solver->welcome(fluid, {0, fluid.size()});
    wallGrid.build(walls.x.span());
  }

  FluidSurroundings around() const { return {walls, near, kernel, {}}; }

  void stepFluid() {
    grid.build(fluid.x.span());
    fluid.set.rearrange(grid.order());
    near.fluidOfFluid.build(fluid.x.span(), grid, kernel.radius, true);
    near.wallOfFluid.build(fluid.x.span(), wallGrid, kernel.radius, false);
    solver->prepare(fluid, around(), forces, time);
    const double dt = std::min(forcing.longestStep(),
                               solver->longestStep(fluid, around(), {0.4, 0.25, 0.4}));
    solver->solve(fluid, around(), forces, dt);
    forcing.begin(fluid);
    solver->move(fluid, dt, radius());
    rigid.advance(time, dt);
    solver->changeVelocities(fluid, forcing.correct(fluid, dt));
    time += dt;
    last = dt;
  }
  double last = 0;
};

TEST(ForcedFluid, ABasinCarriesTheWeightOfItsWater) {
  Basin basin(forcingOf(1));
  Vec3d impulse;
  double seconds = 0;
  std::size_t squeezed = 0;
  while (basin.time < 2.5) {
    basin.stepFluid();
    squeezed += basin.forcing.report().squeezed;
    if (basin.time < 1.5) continue;
    impulse += basin.last * basin.forcing.report().onBody[0].force;
    seconds += basin.last;
  }
  EXPECT_EQ(squeezed, 0u);
  const double weight = 9.81 * 1000 * kDepth * kWidth;
  EXPECT_NEAR(impulse.y / seconds / weight, -1, 0.01);
  EXPECT_NEAR(impulse.x / seconds / weight, 0, 0.01);
  double highest = 0, fastest = 0;
  for (std::size_t i = 0; i < basin.fluid.size(); ++i) {
    highest = std::max(highest, double(basin.fluid.x[i].y));
    fastest = std::max(fastest, double(length(basin.fluid.v[i])));
  }
  printf("highest %g fastest %g\n", highest, fastest);
  EXPECT_NEAR(highest, kDepth - kSpacing / 2, kSpacing);
}

double draft(double density, const DirectForcingParams& params) {
  const double side = 0.3;
  const double start = kDepth - density / 1000 * side + side / 2;
  const Box3d hole{{0.5 - side / 2, start - side / 2, -1}, {0.5 + side / 2, 1, 1}};
  Basin basin(params, hole);
  RigidParams rigid;
  rigid.density = density;
  RigidBody& box = basin.rigid.addDynamic("box", BoxShape{{side, side, side}}, rigid,
                                          {{0.5, start, 0}, {}});
  basin.forcing.add(box, params);
  double height = 0, tilt = 0;
  int steps = 0;
  FILE* f = getenv("TRACE") ? fopen(getenv("TRACE"), "w") : nullptr;
  while (basin.time < 3) {
    basin.stepFluid();
    if (f) fprintf(f, "%g %g %g %g\n", basin.time, box.centre().y, box.velocity().y, turnOf(box.state().q).z);
    if (basin.time < 2) continue;
    height += box.centre().y;
    tilt = std::max(tilt, std::abs(turnOf(box.state().q).z));
    ++steps;
  }
  if (f) { fclose(f);
  f = fopen((std::string(getenv("TRACE"))+".x").c_str(), "w");
  for (auto& x : basin.fluid.x) fprintf(f, "%g %g\n", x.x, x.y);
  fclose(f); }
  // The surface stands where water and the submerged part of the box fill the basin.
  const double bottom = height / steps - side / 2;
  const double level = (double(basin.fluid.size()) * sq(kSpacing) - bottom * side) / (kWidth - side);
  printf("density %g draft %g tilt %g  bottom %g level %g\n", density, (level - bottom) / side, tilt, bottom, level);
  return (level - bottom) / side;
}

TEST(ForcedFluid, ABodyFloatsAsDeepAsItIsHeavy) {
  for (const char* cond : {"conserving", "published"})
  for (const double slip : {0.0, 1.0})
  for (const double density : {300.0, 600.0})
    EXPECT_NEAR(draft(density, forcingOf(slip, 0, "global", cond)), density / 1000, 0.1) << cond << slip;
}

}  // namespace
}  // namespace shoal
