// What direct forcing promises, on its scenes: distances are kept, nothing leaks, and fluid and
// bodies together keep their momentum.
#include <gtest/gtest.h>

#include "shoal/coupling/forcing/direct_forcing_coupling.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/mesh/outline.h"
#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

using Assignments = std::vector<std::string>;

TriangleMesh surfaceNow(const RigidBody& body) {
  return {body.surface().x, body.surface().triangles};
}

// The least distance of any particle from a solid, up to `limit`.
double leastDistance(const World& world, const RigidBody& body, double limit) {
  const TriangleMesh mesh = surfaceNow(body);
  double least = limit;
  if (world.kernel().dimensions == 3) {
    const MeshDistance distance(mesh);
    for (const Vec3f& x : world.fluid().x)
      least = std::min(least, distance.distance(Vec3d(x), limit));
    return least;
  }
  for (const Segment& s : sliceAtZeroPlane(mesh))
    for (const Vec3f& x : world.fluid().x)
      least = std::min(least, std::sqrt(squaredDistance(Vec3d(x), s.a, s.b)));
  return least;
}

struct Distances {
  double least = 0;            // radii
  std::size_t contacts = 0;    // of all steps
  std::size_t onYielding = 0;  // of them all, with bodies that fluid pushes
};

// After every step until this time.
Distances distancesOf(const std::string& scene, double until, const Assignments& assignments = {}) {
  const Scene read = projectScene(scene, assignments);
  const auto world = makeWorld(read);
  const double radius = read.world.spacing / 2;
  Distances d{1, 0, 0};
  while (world->time() < until) {
    world->step(until);
    const auto* coupling = DirectForcingCoupling::among(world->couplings());
    for (std::size_t b = 0; b < read.solids.size(); ++b) {
      const RigidBody& body = world->solids()->findRigid(read.solids[b].name);
      d.least = std::min(d.least, leastDistance(*world, body, radius) / radius);
      if (!coupling) continue;
      const std::size_t contacts = coupling->forcing().report().onBody[b].contacts;
      d.contacts += contacts;
      if (body.isDynamic()) d.onYielding += contacts;
    }
  }
  return d;
}

void expectDistancesKept(const std::string& scene, double until) {
  const Distances d = distancesOf(scene, until);
  EXPECT_GE(d.least, 1 - 1e-4) << scene;
  EXPECT_GT(d.contacts, 50u);
  EXPECT_GT(d.onYielding, 100u) << "the body does not touch the water yet";
}

// A hull, in its own directions.
class Hull {
 public:
  explicit Hull(const RigidBody& body) : surface_(surfaceNow(body)) {
    const std::vector<Vec3d> v = body.surface().x;
    up_ = 0.5 * (v[0] + v[3]) - 0.5 * (v[6] + v[9]);
    ahead_ = 0.5 * (v[2] + v[3]) - 0.5 * (v[0] + v[5]);
    across_ = v[0] - v[5];
  }

  // Whether floor and sides are around it.
  bool holds(const Vec3d& p) const {
    for (const Vec3d& way : {-up_, ahead_, -ahead_, across_, -across_})
      if (!surface_.crossing(p, p + 2.0 * way)) return false;
    return true;
  }

 private:
  MeshDistance surface_;
  Vec3d up_, ahead_, across_;
};

struct Hold {
  std::size_t most = 0;  // particles in it at any time
  double deepest = 0;    // m, how far the hull came down
};

Hold holdOf(const Scene& scene, const std::string& name, double until) {
  const auto world = makeWorld(scene);
  const RigidBody& body = world->solids()->findRigid(name);
  const double start = body.centre().y;
  Hold hold;
  while (world->time() < until) {
    world->step(until);
    if (world->steps() % 50 != 0 && world->time() < until) continue;
    const Hull hull(body);
    std::size_t inside = 0;
    for (const Vec3f& x : world->fluid().x) inside += hull.holds(Vec3d(x));
    hold.most = std::max(hold.most, inside);
    hold.deepest = std::max(hold.deepest, start - body.centre().y);
  }
  return hold;
}

Scene coupledBy(const std::string& coupling, const std::string& name,
                const Assignments& assignments = {}) {
  Scene scene = projectScene(name, assignments);
  for (SceneSolid& solid : scene.solids) solid.surface.setCoupling(coupling);
  return scene;
}

// Water that flies past a ball without weight.
std::string shower(const std::string& coupling, const std::string& ball) {
  return "format = 1\n[world]\ngravity = [0, 0, 0]\nspacing = 0.04\n"
         "domain = [[-9, -9, -9], [9, 9, 9]]\n"
         "[[fluid]]\nname = \"water\"\nsolver = \"wcsph\"\nvelocity = [1, 0.2, 0]\n"
         "wcsph = { density = \"shepard\", soundSpeed = 20, artificialViscosity = 0.1 }\n"
         "fill = { box = [[-0.6, -0.2, -0.2], [-0.2, 0.2, 0.2]] }\n"
         "[[solid]]\nname = \"ball\"\nmodel = \"rigid\"\ndensity = 700\n"
         "mesh = { sphere = { centre = [0, 0, 0], radius = 0.12 } }\n"
         "velocity = [-1, 0, 0.3]\nspin = [0, 2, 5]\ncoupling = \"" +
         coupling + "\"\n" + ball;
}

struct Drift {
  double drift = 0;      // of the momentum of all, as a share of what the water has at first
  double exchanged = 0;  // what the ball got, as the same share
};

Drift driftOf(const std::string& coupling, const std::string& ball) {
  const auto world = makeWorld(parseScene(shower(coupling, ball), "shower.toml"));
  const RigidBody& body = *world->solids()->rigid().front();
  double dt = 0;
  // At the half step: the half of a step that wcsph predicts from there is not the body's yet.
  const auto ofWater = [&] {
    Vec3d sum;
    const FluidParticles& fluid = world->fluid();
    for (std::size_t i = 0; i < fluid.size(); ++i)
      sum += double(fluid.mass(i)) * (Vec3d(fluid.v[i]) - 0.5 * dt * Vec3d(fluid.a[i]));
    return sum;
  };
  const Vec3d water = ofWater(), ballFirst = body.totals().momentum;
  Drift d;
  for (int k = 0; k < 1000; ++k) {
    dt = world->step(world->time() + 1).dt;
    const Vec3d gained = body.totals().momentum - ballFirst;
    d.drift = std::max(d.drift, length(ofWater() - water + gained) / length(water));
    d.exchanged = std::max(d.exchanged, length(gained) / length(water));
  }
  EXPECT_EQ(world->escaped(), 0u);
  return d;
}

}  // namespace

TEST(ForcedScenes, ParticlesKeepTheirRadiusFromEverySolidAfterEveryStep) {
  expectDistancesKept("becker2009/sinking-ship-quick", 0.25);
  expectDistancesKept("becker2009/floating-vessel-quick", 0.125);
  EXPECT_LT(distancesOf("becker2009/sinking-ship-penalty-quick", 0.05).least, 1 - 1e-4)
      << "others do not";
}

TEST(ForcedScenes, WaterAndBodiesTogetherKeepTheirMomentum) {
  for (const char* solve : {"local", "global"}) {
    const Drift d = driftOf("direct-forcing",
                            "forcing = { slip = 0.3, solve = \"" + std::string(solve) + "\" }\n");
    EXPECT_LT(d.drift, 1e-5) << solve;
    EXPECT_GT(d.exchanged, 0.05) << solve;
  }
  const Drift penalty = driftOf("penalty", "");
  EXPECT_LT(penalty.drift, 1e-5);
  EXPECT_GT(penalty.exchanged, 0.05);
  EXPECT_GT(driftOf("direct-forcing", "oneWay = true\n").drift, 0.05)
      << "what fluid cannot push does not take what it gets";
}

class ForcedScenesLong : public testing::TestWithParam<const char*> {};

TEST_P(ForcedScenesLong, NothingGetsThroughTheHullOfAShip) {
  const std::string ship = "becker2009/sinking-ship-quick";
  EXPECT_GT(holdOf(coupledBy(GetParam(), ship), "ship", 1).most, 10u)
      << "water that comes through the leak is seen";
  const Hold hold = holdOf(coupledBy(GetParam(), ship, {"solid.ship.mesh.hull.leak=0"}), "ship", 4);
  EXPECT_EQ(hold.most, 0u);
  EXPECT_GT(hold.deepest, 0.05) << "it is in the water";
}

TEST_P(ForcedScenesLong, AVesselStaysDryInside) {
  const Hold hold =
      holdOf(coupledBy(GetParam(), "becker2009/floating-vessel-quick"), "vessel", 1.5);
  EXPECT_EQ(hold.most, 0u);
  EXPECT_GT(hold.deepest, 0.05) << "it is in the water";
}

INSTANTIATE_TEST_SUITE_P(Couplings, ForcedScenesLong, testing::Values("direct-forcing", "volumes"));

}  // namespace shoal
