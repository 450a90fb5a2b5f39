#include "shoal/coupling/quadrature/quadrature_force.h"

#include <gtest/gtest.h>

#include "shoal/geometry/shapes/mesh_shapes.h"
#include "support/with_threads.h"
#include "unit/coupling/quadrature_rig.h"
#include "unit/search/test_points.h"

namespace shoal {
namespace {

constexpr double d = QuadratureRig::kSpacing;

TriangleMesh floorMesh() { return makePlane({0, 0, 0}, {0, 1, 0}, 0.3, 0.3); }

// A cloud of particles with velocities around a ball whose surface moves too.
struct Cloud : QuadratureRig {
  MeshBody ball{makeSphere({0.05, 0.05, 0}, 0.04, 2)};

  explicit Cloud(const QuadratureParams& params, int dimensions = 3, std::size_t n = 6000)
      : QuadratureRig(params, dimensions) {
    RandomPoints random(dimensions);
    Points points = random.even(n, 0.1f);
    if (dimensions == 3)
      for (Vec3f& p : points) p.z -= 0.05f;
    place(points);
    for (Vec3f& v : fluid.v) v = random.inCube(2);
    for (Vec3d& v : ball.shape.v) v = Vec3d(random.inCube(1));
    touch(ball);
    accelerate();
  }
  Vec3d onBall() const {
    Vec3d sum;
    for (const Vec3d& f : coupling->vertexForces(ball)) sum += f;
    return sum;
  }
  double sizes() const {
    double sum = 0;
    for (const Vec3f& a : fluid.a) sum += mass() * double(length(a));
    return sum;
  }
};

std::vector<QuadratureParams> variants() {
  QuadratureParams plain, rubbing, sticky, impulse;
  rubbing.viscosity = 1;
  sticky.restDistance = 0.5;
  impulse.shares = TractionShares::Impulse;
  return {plain, rubbing, sticky, impulse};
}

TEST(QuadratureForce, FluidAndSurfaceGetOppositeForces) {
  for (const int dimensions : {2, 3})
    for (const QuadratureParams& params : variants()) {
      const Cloud cloud(params, dimensions);
      const Vec3d onFluid = cloud.coupling->forceOnFluid();
      EXPECT_GT(length(onFluid), 1e-4 * cloud.sizes()) << "nothing happens";
      EXPECT_LT(length(onFluid + cloud.onBall()), 1e-12 * cloud.sizes());
      Vec3d felt;
      for (const Vec3f& a : cloud.fluid.a) felt += cloud.mass() * Vec3d(a);
      EXPECT_LT(length(onFluid - felt), 1e-7 * cloud.sizes());
    }
}

TEST(QuadratureForce, FluidAndSurfaceGetOppositeForcesInImplicitSteps) {
  for (const int dimensions : {2, 3}) {
    Cloud cloud({}, dimensions);
    const Vec3d atStart = cloud.coupling->forceOnFluid();
    cloud.coupling->integrateImplicitly(std::make_shared<LastPressure>(cloud.fluid));
    cloud.accelerate();
    cloud.coupling->accelerateOver(cloud.fluid, cloud.around(), 1e-3);
    const Vec3d onFluid = cloud.coupling->forceOnFluid();
    EXPECT_GT(length(onFluid - atStart), 1e-2 * length(atStart)) << "nothing changes";
    EXPECT_LT(length(onFluid + cloud.onBall()), 1e-12 * cloud.sizes());
    const std::vector<Vec3d> away(cloud.ball.shape.x.size(), Vec3d{1e-6, 2e-6, 0});
    cloud.coupling->returnImpulses(0, away, 1, 1e-3);
    EXPECT_GT(length(onFluid + cloud.onBall()), 1e-9 * cloud.sizes()) << "nothing is returned";
  }
}

TEST(QuadratureForce, RepulsionExertsNoTorqueOnAll) {
  for (const int dimensions : {2, 3})
    for (const TractionShares shares : {TractionShares::Linear, TractionShares::Impulse}) {
      QuadratureParams params;
      params.shares = shares;
      const Cloud cloud(params, dimensions);
      Vec3d onFluid, onBall;
      for (std::size_t i = 0; i < cloud.fluid.size(); ++i)
        onFluid += cross(Vec3d(cloud.fluid.x[i]), cloud.mass() * Vec3d(cloud.fluid.a[i]));
      const auto forces = cloud.coupling->vertexForces(cloud.ball);
      for (std::size_t k = 0; k < forces.size(); ++k)
        onBall += cross(cloud.ball.shape.x[k], forces[k]);
      EXPECT_GT(length(onFluid), 1e-4 * 0.1 * cloud.sizes()) << "nothing happens";
      EXPECT_LT(length(onFluid + onBall), 1e-6 * 0.1 * cloud.sizes());
    }
}

TEST(QuadratureForce, IsTheSameForAnyNumberOfThreads) {
  QuadratureParams params;
  params.viscosity = 1;
  const auto run = [&](int threads) {
    return withThreads(threads, [&] { return std::make_unique<Cloud>(params); });
  };
  const auto one = run(1);
  for (const int threads : {2, 3, 8}) {
    const auto many = run(threads);
    EXPECT_TRUE(std::equal(one->fluid.a.begin(), one->fluid.a.end(), many->fluid.a.begin()));
    const auto a = one->coupling->vertexForces(0), b = many->coupling->vertexForces(0);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin()));
    EXPECT_EQ(one->coupling->power(), many->coupling->power());
  }
  Cloud moved(params);
  moved.ball.shape.x[0].x += 1e-4;
  moved.accelerate();
  EXPECT_FALSE(std::equal(one->fluid.a.begin(), one->fluid.a.end(), moved.fluid.a.begin()));
}

TEST(QuadratureForce, AFlatFloorPushesByTheIntegralOfItsTraction) {
  for (const int dimensions : {2, 3}) {
    QuadratureRig rig({}, dimensions);
    MeshBody floor(floorMesh());
    rig.touch(floor);
    const double strongest = rig.coupling->flatWall().strongest;
    const double range = double(rig.coupling->traction().range);
    for (const double share : {0.3, 0.5, 0.7, 0.9})
      for (const Vec3d& at : {Vec3d{0, 0, 0}, Vec3d{0.031, 0, 0.017}, Vec3d{-0.002, 0, -0.05}}) {
        const double z = share * range;
        const Vec3d force = rig.forceAt({at.x, z, dimensions == 3 ? at.z : 0});
        const double expected = flatWallForce(rig.coupling->traction(), dimensions, z);
        EXPECT_LT(length(force - Vec3d{0, expected, 0}), 0.02 * strongest) << share;
      }
    EXPECT_EQ(rig.forceAt({0, 1.01 * range, 0}), Vec3d{});
    EXPECT_LT(rig.forceAt({0, -0.5 * range, 0}).y, 0) << "a surface has two sides";
  }
}

TEST(QuadratureForce, ForcesDoNotDependOnHowASurfaceIsCutIntoTriangles) {
  const auto forceOver = [](const TriangleMesh& mesh, const TractionShares shares) {
    QuadratureParams params;
    params.shares = shares;
    params.sampleDistance = 0.2;
    QuadratureRig rig(params);
    MeshBody body(mesh);
    rig.touch(body);
    return rig.forceAt({0.004, 0.4 * d, 0.003}).y;
  };
  const TriangleMesh few = floorMesh(), many = makeSheet({0, 0, 0}, {0, 1, 0}, 0.3, 0.3, 0.02);
  EXPECT_NEAR(forceOver(few, TractionShares::Linear) / forceOver(many, TractionShares::Linear), 1,
              1e-3);
  EXPECT_GT(
      std::abs(forceOver(few, TractionShares::Impulse) / forceOver(many, TractionShares::Impulse) -
               1),
      0.02)
      << "the shares of the paper do";
}

TEST(QuadratureForce, FollowsSurfacesWhoseTrianglesChange) {
  QuadratureRig rig;
  MeshBody body(floorMesh());
  rig.touch(body);
  const Vec3d at{0.011, 0.5 * d, 0.02};
  const Vec3d before = rig.forceAt(at);
  EXPECT_EQ(rig.coupling->vertexForces(body).size(), body.shape.x.size());

  TriangleMesh torn = makeSheet({0, -0.1 * d, 0}, {0, 1, 0}, 0.3, 0.3, 0.02);
  torn.triangles.resize(torn.triangles.size() - 20);
  body.become(torn);
  const Vec3d after = rig.forceAt(at);
  QuadratureRig fresh;
  MeshBody same(torn);
  fresh.touch(same);
  EXPECT_EQ(after, fresh.forceAt(at));
  EXPECT_NE(after, before);
  EXPECT_EQ(rig.coupling->vertexForces(body).size(), torn.vertices.size());

  body.become({{}, {}});
  EXPECT_EQ(rig.forceAt(at), Vec3d{});
  rig.bodies.clear();
  EXPECT_EQ(rig.forceAt(at), Vec3d{});
  EXPECT_TRUE(rig.coupling->vertexForces(body).empty());
}

TEST(QuadratureForce, KnowsWhatMovingSurfacesDoToTheFluid) {
  QuadratureRig rig;
  MeshBody floor(floorMesh());
  rig.touch(floor);
  const Vec3d force = rig.forceAt({0, 0.4 * d, 0}, {0.1, 0.5, 0});
  EXPECT_NEAR(rig.coupling->power(), dot(force, {0.1, 0.5, 0}), 1e-6 * length(force));

  const StepLimits limits{0.4, 0.25, 0.4};
  const auto longest = [&] { return rig.coupling->longestStep(rig.fluid, rig.around(), limits); };
  const double atRest = longest();
  floor.move({0, 1000, 0});
  rig.accelerate();
  EXPECT_DOUBLE_EQ(longest(), 0.4 * d / 1000);
  EXPECT_GT(atRest, longest());
}

// A light vertex under a heavy particle swings faster than the particle.
TEST(QuadratureForce, LightVerticesShortenTheStep) {
  QuadratureRig rig;
  MeshBody floor(floorMesh());
  rig.touch(floor);
  const StepLimits limits{0.4, 0.25, 0.4};
  const auto longest = [&](double mass) {
    rig.forceAt({0, 0.3 * d, 0});
    rig.coupling->setMasses(0, std::vector<double>(floor.surface().x.size(), mass));
    return rig.coupling->longestStep(rig.fluid, rig.around(), limits);
  };
  const double heavy = longest(1e6);
  EXPECT_EQ(longest(0), heavy) << "what is held counts as heavy";
  const double light = longest(1e-3 * rig.mass());
  EXPECT_LT(light, 0.2 * heavy);
  EXPECT_NEAR(longest(1e-5 * rig.mass()), 0.1 * light, 1e-6 * light);
}

// Every triangle of the plane as a narrow strip, thousands of spacings long.
TEST(QuadratureForce, LongNeedlesAreNoTrouble) {
  TriangleMesh fan;
  fan.vertices = {{0, 0, 1e6}};
  for (std::uint32_t i = 0; i <= 100; ++i) {
    fan.vertices.push_back({0.01 * i - 0.5, 0, -1e6});
    if (i > 0) fan.triangles.push_back({0, i, i + 1});
  }
  QuadratureRig rig;
  MeshBody body(fan);
  rig.touch(body);
  const double z = 0.4 * d;
  EXPECT_NEAR(rig.forceAt({0, z, 0}).y, flatWallForce(rig.coupling->traction(), 3, z),
              0.02 * rig.coupling->flatWall().strongest);
}

TEST(QuadratureForce, BrokenSurfacesPushNothing) {
  QuadratureRig rig;
  TriangleMesh mesh = floorMesh();
  mesh.triangles.push_back({0, 0, 1});  // no area
  MeshBody body(mesh);
  rig.touch(body);
  EXPECT_TRUE(isFinite(rig.forceAt({0, 0.4 * d, 0})));
  for (Vec3d& x : body.shape.x) x.y = std::nan("");
  EXPECT_EQ(rig.forceAt({0, 0.4 * d, 0}), Vec3d{});
}

TEST(QuadratureForce, MemoryDoesNotGrowWithTheSamples) {
  const auto bytesWith = [](double sampleDistance) {
    QuadratureParams params;
    params.sampleDistance = sampleDistance;
    return Cloud(params).coupling->bytes();
  };
  // Nine times as many samples; more particles at the edge of their range are pushed at all.
  EXPECT_LT(double(bytesWith(0.12)), 1.1 * double(bytesWith(0.35)));
}

TEST(QuadratureForce, SeesAcrossTheBordersOfPeriodicSpace) {
  const auto forceNear = [](const Vec3d& centre, const Vec3d& particle, float length) {
    QuadratureRig rig;
    rig.period = {{0, -1, -1}, {length, 0, 0}};
    MeshBody body(makeSphere(centre, 0.02, 2));
    rig.touch(body);
    return rig.forceAt(particle);
  };
  const Vec3d inside = forceNear({0.1, 0, 0}, {0.124, 0, 0}, 0.2f);
  EXPECT_GT(inside.x, 0);
  const Vec3d across = forceNear({0.198, 0, 0}, {0.022, 0, 0}, 0.2f);
  EXPECT_LT(length(across - inside), 1e-3 * length(inside));
  EXPECT_EQ(forceNear({0.198, 0, 0}, {0.022, 0, 0}, 0), Vec3d{});
}

TEST(QuadratureForce, InThePlaneSurfacesReachThroughIt) {
  QuadratureRig rig({}, 2);
  MeshBody flat(makePlane({0, 0, 0}, {0, 0, 1}, 0.1, 0.1));
  rig.touch(flat);
  EXPECT_THROW(rig.forceAt({0, 0, 0}), Error);
  // The cut of a box that ends in the plane is that of one that reaches through.
  for (const double low : {0.0, -0.1}) {
    MeshBody box(makeBox({{0, 0, low}, {0.05, 0.05, 0.1}}));
    rig.bodies = {&box};
    const Vec3d force = rig.forceAt({0.02, -0.4 * d, 0});
    EXPECT_NEAR(force.y, -flatWallForce(rig.coupling->traction(), 2, 0.4 * d),
                0.02 * rig.coupling->flatWall().strongest);
  }
}

}  // namespace
}  // namespace shoal
