// Rigid bodies that rest, slide, bounce and stop.
#include <gtest/gtest.h>

#include "unit/bodies/rigid_scene.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

TEST(RigidBodies, FallAlongAnExactParabola) {
  RigidWorld world({}, kDown);
  RigidParams params;
  params.velocity = {3, 4, 0};
  const RigidBody& ball = world.addDynamic("ball", SphereShape{0.1}, params);
  advance(world, 1);
  EXPECT_NEAR(ball.centre().x, 3, 1e-9);
  EXPECT_NEAR(ball.centre().y, 4 - 9.81 / 2, 1e-9);
  EXPECT_NEAR(ball.velocity().y, 4 - 9.81, 1e-9);
}

TEST(RigidBodies, ForcesOnVerticesPushAndTurn) {
  RigidWorld world({}, {});
  RigidParams params;
  params.mass = 2;
  RigidBody& box = world.addDynamic("box", BoxShape{{1, 1, 1}}, params);
  std::vector<Vec3d> forces(box.surface().x.size());
  Vec3d sum, torque;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    forces[i] = {double(i), 1, -double(i % 3)};
    sum += forces[i];
    torque += cross(box.surface().x[i], forces[i]);
  }
  box.addForces(forces);
  world.advance(0, 1e-4);
  EXPECT_NEAR(length(box.velocity() - 1e-4 / 2 * sum), 0, 1e-12);
  EXPECT_NEAR(length(box.angularMomentum() - 1e-4 * torque), 0, 1e-12);
  const Vec3d before = box.velocity();
  world.advance(1e-4, 1e-4);  // forgotten by now
  EXPECT_EQ(box.velocity(), before);
  EXPECT_THROW(box.addForces(std::vector<Vec3d>(3)), Error);
}

void expectTenToStand(double size) {
  constexpr int kCount = 10;
  RigidWorld world({}, kDown);
  addFloor(world);
  std::vector<RigidBody*> boxes;
  for (int i = 0; i < kCount; ++i)
    boxes.push_back(&world.addDynamic("box" + std::to_string(i), BoxShape{{size, size, size}}, {},
                                      {{0, size * (i + 0.5), 0}, {}}));
  advance(world, 10);
  for (int i = 0; i < kCount; ++i) {
    const Vec3d moved = boxes[i]->centre() - Vec3d{0, size * (i + 0.5), 0};
    EXPECT_LT(std::hypot(moved.x, moved.z), 0.02 * size) << i;
    EXPECT_LT(std::abs(moved.y), 0.04 * size) << i;
    EXPECT_LT(length(boxes[i]->velocity()), 0.01 * std::sqrt(9.81 * size)) << i;
  }
}

TEST(RigidBodies, TenBoxesStandOnEachOther) { expectTenToStand(0.2); }
TEST(RigidBodies, TenSmallBoxesStandOnEachOther) { expectTenToStand(0.02); }

TEST(RigidBodies, AStackBeyondItsFootFalls) {
  RigidWorld world({}, kDown);
  addFloor(world);
  const RigidBody* top = nullptr;
  for (int i = 0; i < 4; ++i)
    top = &world.addDynamic("box" + std::to_string(i), BoxShape{{0.2, 0.2, 0.2}}, {},
                            {{0.08 * i, 0.1 + 0.2 * i, 0}, {}});
  advance(world, 3);
  EXPECT_LT(top->centre().y, 0.5);
}

// Highest place after the first time that it touched the floor.
double bounceHeight(const RigidShape& shape, double restitution, double drop, double rest) {
  RigidWorld world({}, kDown);
  addFloor(world, {0.5, restitution});
  RigidParams params;
  params.contact.restitution = restitution;
  const RigidBody& body = world.addDynamic("body", shape, params, {{0, rest + drop, 0}, {}});
  double highest = 0;
  bool fell = false, rose = false;
  for (int i = 0; i < 600; ++i) {
    world.advance(i / 240.0, 1 / 240.0);
    if (body.velocity().y < -0.5) fell = true;
    if (fell && body.velocity().y >= 0) rose = true;
    if (rose) highest = std::max(highest, body.centre().y - rest);
    if (rose && body.velocity().y < -0.1) break;
  }
  return highest;
}

TEST(RigidBodies, BounceByTheirRestitution) {
  for (const double e : {1.0, 0.5}) {
    EXPECT_NEAR(bounceHeight(SphereShape{0.1}, e, 1, 0.1), e * e, 0.02) << e;
    EXPECT_NEAR(bounceHeight(BoxShape{{0.2, 0.2, 0.2}}, e, 1, 0.1), e * e, 0.03) << e;
  }
  EXPECT_LT(bounceHeight(SphereShape{0.1}, 0, 1, 0.1), 1e-3);
  EXPECT_LT(bounceHeight(BoxShape{{0.2, 0.2, 0.2}}, 0, 1, 0.1), 1e-3);
}

TEST(RigidBodies, APerfectlyElasticBallKeepsItsEnergyOverManyBounces) {
  RigidWorld world({}, kDown);
  addFloor(world, {0.5, 1});
  const RigidBody& ball = world.addDynamic("ball", SphereShape{0.1}, {}, {{0, 1.1, 0}, {}});
  const double before = energyOf(world) - ball.mass() * 9.81 * 0.1;
  advance(world, 18);  // some 20 bounces
  EXPECT_NEAR((energyOf(world) - ball.mass() * 9.81 * 0.1) / before, 1, 0.02);
}

TEST(RigidBodies, CollisionsKeepMomentumAndElasticOnesEnergy) {
  RigidWorld world({}, {});
  RigidParams params;
  params.contact = {0.5, 1};
  params.velocity = {2, 0, 0};
  params.spin = {1, 2, 0.5};
  world.addDynamic("ball", SphereShape{0.2}, params, {{-1, 0.05, 0.03}, {}});
  params.contact.friction = 0;
  params.velocity = {-1, 0, 0};
  world.addDynamic("box", BoxShape{{0.4, 0.3, 0.5}}, params, {{0.5, 0, 0}, {}});
  const auto sumOf = [&] {
    BodyTotals sum;
    for (const Body* body : world.bodies()) {
      sum.momentum += body->totals().momentum;
      sum.angularMomentum += body->totals().angularMomentum;
      sum.kinetic += body->totals().kinetic;
    }
    return sum;
  };
  const BodyTotals before = sumOf();
  const double speed = world.find("ball")->velocity().x;
  advance(world, 1);
  const BodyTotals after = sumOf();
  EXPECT_LT(world.find("ball")->velocity().x, speed - 0.5);
  EXPECT_NEAR(length(after.momentum - before.momentum) / length(before.momentum), 0, 1e-12);
  EXPECT_NEAR(
      length(after.angularMomentum - before.angularMomentum) / length(before.angularMomentum), 0,
      1e-9);
  EXPECT_NEAR(after.kinetic / before.kinetic, 1, 1e-9);
}

double slidingDistance(const RigidShape& floor, double friction, double speed) {
  RigidWorld world({}, kDown);
  world.addStatic("floor", floor, {friction, 0}, {{0, -0.5, 0}, {}});
  RigidParams params;
  params.contact.friction = friction;
  params.velocity = {speed, 0, 0};
  const RigidBody& box =
      world.addDynamic("box", BoxShape{{0.4, 0.1, 0.4}}, params, {{0, 0.05, 0}, {}});
  advance(world, 2 * speed / (friction * 9.81));
  EXPECT_LT(length(box.velocity()), 1e-3);
  EXPECT_NEAR(box.centre().z, 0, 0.02);
  return box.centre().x;
}

TEST(RigidBodies, SlideAsFarAsFrictionLetsThem) {
  const BoxShape floor{{40, 1, 40}};
  for (const double mu : {0.2, 0.5}) {
    const double exact = sq(3) / (2 * mu * 9.81);
    EXPECT_NEAR(slidingDistance(floor, mu, 3) / exact, 1, 0.01) << mu;
  }
}

// A floor of many triangles, whose edges lie across the way.
TriangleMesh tiledFloor(int n, double cell) {
  TriangleMesh mesh;
  const int middle = n / 2;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i)
      mesh.vertices.push_back({cell * (i - middle), 0.5, cell * (j - middle)});
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      mesh.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j)});
      mesh.triangles.push_back({at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)});
    }
  return mesh;
}

TEST(RigidBodies, SlideOverTheEdgesOfTriangles) {
  const double exact = sq(3) / (2 * 0.2 * 9.81);
  TriangleMesh floor = tiledFloor(60, 0.17);
  EXPECT_NEAR(slidingDistance(floor, 0.2, 3) / exact, 1, 0.03);
  for (Triangle& t : floor.triangles) std::swap(t[0], t[1]);  // seen from behind
  EXPECT_NEAR(slidingDistance(floor, 0.2, 3) / exact, 1, 0.03);
}

TEST(RigidBodies, StickOnSlopesBelowTheAngleOfFrictionAndSlideAbove) {
  for (const double slope : {0.4, 0.6}) {  // tangents; the friction is 0.5
    RigidWorld world({}, {9.81 * slope, -9.81, 0});
    addFloor(world);
    const RigidBody& box =
        world.addDynamic("box", BoxShape{{0.4, 0.1, 0.4}}, {}, {{0, 0.05, 0}, {}});
    advance(world, 1);
    if (slope < 0.5)
      EXPECT_LT(std::abs(box.centre().x), 1e-3);
    else
      EXPECT_NEAR(box.centre().x, 0.5 * 9.81 * (slope - 0.5), 0.02);
  }
}

// Whether a body that flies at a wall at x = 0 is still before it after half a second.
bool stoppedBy(const RigidShape& wall, const RigidShape& body, double speed) {
  RigidWorld world({}, {});
  world.addStatic("wall", wall);
  RigidParams params;
  params.velocity = {speed, 0, 0};
  const RigidBody& flying = world.addDynamic("body", body, params, {{-0.517, 0.03, 0.02}, {}});
  advance(world, 0.5);
  return flying.centre().x < 0;
}

TEST(RigidBodies, DoNotTunnelThroughThinWalls) {
  TriangleMesh sheet = tiledFloor(4, 1);  // turned upright
  for (Vec3d& p : sheet.vertices) p = {p.y - 0.5, p.x, p.z};
  const TriangleMesh hull = makeOctahedron(0.03);
  for (const RigidShape& wall : {RigidShape{BoxShape{{0.001, 4, 4}}}, RigidShape{sheet}})
    for (const RigidShape& body :
         {RigidShape{BoxShape{{0.04, 0.04, 0.04}}}, RigidShape{SphereShape{0.02}},
          RigidShape{CylinderShape{0.02, 0.04}}, RigidShape{hull}})
      for (const double speed : {5.0, 20.0})
        EXPECT_TRUE(stoppedBy(wall, body, speed)) << wall.index() << body.index() << speed;
  EXPECT_FALSE(stoppedBy(BoxShape{{0.001, 0.01, 0.01}}, SphereShape{0.01}, 5));  // flies past
}

TEST(RigidBodies, OneWayBodiesPushAndAreNotPushed) {
  RigidWorld world({}, kDown);
  addFloor(world);
  RigidParams params;
  params.oneWay = true;
  params.velocity = {1, 0, 0};
  RigidBody& ram = world.addDynamic("ram", BoxShape{{0.2, 0.2, 0.2}}, params, {{-1, 0.15, 0}, {}});
  const RigidBody& box =
      world.addDynamic("box", BoxShape{{0.2, 0.2, 0.2}}, {}, {{-0.5, 0.1, 0}, {}});
  ram.addForce({0, 1e6, 1e6}, {0, 0, 1});
  advance(world, 2);
  EXPECT_NEAR(length(ram.centre() - Vec3d{1, 0.15, 0}), 0, 1e-9);
  EXPECT_EQ(ram.velocity(), Vec3d(1, 0, 0));
  EXPECT_NEAR(box.centre().x, 1.2, 0.01);
}

struct Lift : Trajectory {
  Pose pose(double t) const override {
    return {{0, -0.5 + 0.2 * t, 0}, rotationBy({0, 0.5 * t, 0})};
  }
};

TEST(RigidBodies, GuidedBodiesCarryWhatStandsOnThem) {
  RigidWorld world({}, kDown);
  const RigidBody& lift = world.addKinematic("lift", BoxShape{{4, 1, 4}}, std::make_unique<Lift>());
  const RigidBody& box =
      world.addDynamic("box", BoxShape{{0.2, 0.2, 0.2}}, {}, {{0.5, 0.1, 0}, {}});
  advance(world, 2);
  EXPECT_NEAR(lift.pose().position.y, -0.1, 1e-12);
  EXPECT_NEAR(length(lift.velocityAt({1, 0.4, 0}) - Vec3d{0, 0.2, -0.5}), 0, 1e-9);
  const Vec3d expected{0.5 * std::cos(1.0), 0.5, -0.5 * std::sin(1.0)};
  EXPECT_NEAR(length(box.centre() - expected), 0, 0.01);
}

TEST(RigidBodies, InThePlaneStayInIt) {
  RigidWorld world({}, kDown, true);
  addFloor(world);
  RigidParams params;
  params.velocity = {0.3, 0, 5};
  params.spin = {3, 2, 1};
  const RigidBody& disc = world.addDynamic("disc", SphereShape{0.1}, params, {{0, 0.5, 0}, {}});
  const RigidBody& box =
      world.addDynamic("box", BoxShape{{0.2, 0.1, 3}}, {}, {{0, 0.2, 0}, rotationBy({0, 0, 0.3})});
  EXPECT_NEAR(disc.mass(), 1000 * std::numbers::pi * 0.01, 1e-9);  // kg per metre of depth
  EXPECT_NEAR(box.mass(), 1000 * 0.02, 1e-9);
  EXPECT_NEAR(box.matter().moments.z, 20 * (0.04 + 0.01) / 12, 1e-9);
  advance(world, 3);
  for (const RigidBody* body : {&disc, &box}) {
    EXPECT_EQ(body->centre().z, 0);
    EXPECT_EQ(body->spin().x, 0);
    EXPECT_EQ(body->spin().y, 0);
  }
  EXPECT_NEAR(box.centre().y, 0.05, 0.002);
}

TEST(RigidBodies, ConcaveBodiesInterlock) {
  // A ring that falls over a post keeps it inside.
  RigidWorld world({}, kDown);
  addFloor(world);
  world.addStatic("post", CylinderShape{0.1, 1}, {}, {{0, 0.5, 0}, {}});
  const RigidBody& ring =
      world.addDynamic("ring", makeTorus(0.4, 0.1, 32, 16), {},
                       {{0.1, 1.5, 0}, rotationBy({std::numbers::pi / 2, 0, 0})});
  advance(world, 4);
  EXPECT_NEAR(ring.centre().y, 0.1, 0.02);
  EXPECT_LT(std::hypot(ring.centre().x, ring.centre().z), 0.25);
  EXPECT_LT(length(ring.velocity()), 0.01);
}

}  // namespace
}  // namespace shoal
