
#include <gtest/gtest.h>

#include "support/with_threads.h"
#include "unit/coupling/forcing_scene.h"
#include "unit/search/test_points.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.02;

// A free box in the middle of particles that fly towards it from all sides.
struct Storm : ForcedScene {
  RigidBody* box;

  explicit Storm(const DirectForcingParams& params, double density = 500, int dims = 3,
                 std::size_t particles = 600)
      : ForcedScene(kSpacing, {}, dims) {
    RigidParams rigidParams;
    rigidParams.density = density;
    rigidParams.velocity = {0.2, 0.1, 0};
    rigidParams.spin = {dims == 3 ? 1.0 : 0.0, 0, 3};
    box = &rigid.addDynamic("box", BoxShape{{0.2, 0.14, 0.1}}, rigidParams);
    forcing.add(*box, params);
    RandomPoints random(dims, 7);
    for (std::size_t i = 0; i < particles; ++i) {
      const Vec3d away = normalised(Vec3d(random.inCube(2)) - flat({1, 1, 1}, dims));
      addParticle(double(random.uniform(0.13f, 0.4f)) * away, flat({0.3, 0.2, 0.1}, dims) - away);
    }
  }
  static Vec3d flat(const Vec3d& v, int dims) { return {v.x, v.y, dims == 3 ? v.z : 0}; }
};

// By how much contacts miss their relative velocity, m/s, if they do not part and do not slip.
double worstMiss(const Storm& scene, const RigidState& predicted) {
  Vec3d linear, angular;
  for (const ForcingContact& c : scene.forcing.contacts()) {
    linear -= c.impulse;
    angular -= cross(c.arm, c.impulse);
  }
  const RigidMatter& matter = scene.box->matter();
  const Vec3d v = predicted.v + linear / matter.mass;
  const Vec3d w = predicted.w + applyInverseInertia(predicted.q, matter.moments, angular);
  double worst = 0;
  for (const ForcingContact& c : scene.forcing.contacts()) {
    const Vec3d before = c.velocity - predicted.v - cross(predicted.w, c.arm);
    if (dot(before, c.normal) > 0) continue;
    worst = std::max(worst, length(c.velocity + c.impulse / c.mass - v - cross(w, c.arm)));
  }
  return worst;
}

double missAfterAStorm(ForcingSolve solve, ForcingCondition condition, int dims) {
  Storm scene(forcingOf(0, 0, solve, condition), 500, dims);
  double worst = 0;
  std::size_t most = 0;
  for (int i = 0; i < 200; ++i) {
    scene.predict(1e-3);
    const RigidState predicted = scene.box->state();
    scene.correct(1e-3);
    worst = std::max(worst, worstMiss(scene, predicted));
    most = std::max(most, scene.forcing.report().contacts);
  }
  EXPECT_GT(most, 10u);
  return worst;
}

TEST(ForcingSolve, AllContactsOfABodyMeetTheirConditionAtOnce) {
  for (const int dims : {2, 3})
    for (const ForcingCondition condition :
         {ForcingCondition::Conserving, ForcingCondition::Published}) {
      EXPECT_LT(missAfterAStorm(ForcingSolve::Global, condition, dims), 1e-6)
          << dims << wordOf(condition);
      EXPECT_GT(missAfterAStorm(ForcingSolve::Local, condition, dims), 1e-3)
          << dims << wordOf(condition);
    }
}

TEST(ForcingSolve, ALoneContactIsTheSameLocallyAndGlobally) {
  for (const ForcingCondition condition :
       {ForcingCondition::Conserving, ForcingCondition::Published})
    for (const double slip : {0.0, 0.3, 1.0}) {
      std::vector<Vec3d> velocities;
      for (const ForcingSolve solve : {ForcingSolve::Local, ForcingSolve::Global}) {
        Storm scene(forcingOf(slip, 0.5, solve, condition), 500, 3, 0);
        scene.addParticle({0.04, 0.07 + 0.9 * scene.radius(), 0.03}, {0.4, -2, 0.1});
        scene.step(1e-4);
        velocities.push_back(Vec3d(scene.fluid.v[0]));
        velocities.push_back(scene.box->velocity());
        velocities.push_back(scene.box->spin());
      }
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_LT(length(velocities[k] - velocities[k + 3]), 1e-6)
            << wordOf(condition) << slip << k;
      EXPECT_GT(length(velocities[0] - Vec3d{0.4, -2, 0.1}), 0.5) << "no contact";
    }
}

// Where slip is 1, nothing is pushed but along the normal.
TEST(ForcingSolve, FullSlipExertsNoFriction) {
  const auto friction = [](double slip) {
    Storm scene(forcingOf(slip));
    double most = 0;
    for (int i = 0; i < 200; ++i) {
      scene.step(1e-3);
      for (const ForcingContact& c : scene.forcing.contacts())
        most = std::max(most, length(cross(c.impulse, c.normal)) / c.mass);
    }
    return most;
  };
  EXPECT_LT(friction(1), 1e-6);
  EXPECT_GT(friction(0.9), 1e-2);
}

TEST(ForcingSolve, MomentumIsConserved) {
  for (const int dims : {2, 3})
    for (const ForcingSolve solve : {ForcingSolve::Local, ForcingSolve::Global}) {
      Storm scene(forcingOf(0.3, 0.2, solve), 2000, dims);
      const Vec3d before = scene.momentum();
      const Vec3d ofBox = scene.box->totals().momentum;
      for (int i = 0; i < 1000; ++i) scene.step(5e-4);
      EXPECT_LT(length(scene.momentum() - before) / length(before), 1e-6) << wordOf(solve) << dims;
      EXPECT_GT(length(scene.box->totals().momentum - ofBox), 0.02 * length(before))
          << "no contact";
    }
}

TEST(ForcingSolve, ImpulsesConserveAngularMomentum) {
  // What impulses at the predicted places add, about the origin, and what they move.
  const auto gained = [](ForcingSolve solve, ForcingCondition condition, int dims) {
    Storm scene(forcingOf(0.3, 0.2, solve, condition), 500, dims);
    Vec3d gain;
    double moved = 0;
    for (int i = 0; i < 300; ++i) {
      scene.predict(1e-3);
      const RigidState predicted = scene.box->state();
      const Vec3d spinning = scene.box->angularMomentum();
      const std::vector<Vec3f> x(scene.fluid.x.begin(), scene.fluid.x.end());
      scene.correct(1e-3);
      for (const ForcingContact& c : scene.forcing.contacts()) {
        gain += cross(Vec3d(x[c.particle]), c.impulse);
        moved += length(cross(Vec3d(x[c.particle]), c.impulse));
      }
      gain += scene.box->mass() * cross(predicted.x, scene.box->velocity() - predicted.v) +
              scene.box->angularMomentum() - spinning;
    }
    return length(gain) / moved;
  };
  for (const int dims : {2, 3})
    for (const ForcingSolve solve : {ForcingSolve::Local, ForcingSolve::Global}) {
      EXPECT_LT(gained(solve, ForcingCondition::Conserving, dims), 1e-9) << wordOf(solve) << dims;
      EXPECT_GT(gained(solve, ForcingCondition::Published, dims), 1e-6) << wordOf(solve) << dims;
    }
}

TEST(ForcingSolve, AParticleInAWedgeOfTwoBodiesComesToRestBetweenThem) {
  ForcedScene scene(kSpacing, {0, -9.81, 0});
  const double slope = std::acos(-1.0) / 5;
  for (const double side : {-1.0, 1.0}) {
    const Quaternion turn = rotationBy({0, 0, side * slope});
    scene.forcing.add(scene.rigid.addStatic(side < 0 ? "left" : "right", BoxShape{{1, 0.2, 1}}, {},
                                            {rotate(turn, {side * 0.5, -0.1, 0}), turn}),
                      forcingOf(1));
  }
  scene.addParticle({0.01, 0.1, 0}, {0.1, -1, 0});
  for (int i = 0; i < 1000; ++i) scene.step(1e-3);
  EXPECT_LT(length(scene.fluid.v[0]), 1e-3f);
  const double r = scene.radius() / std::cos(slope);  // of where it touches both
  EXPECT_NEAR(double(scene.fluid.x[0].y), r, 1e-3 * r);
  EXPECT_NEAR(double(scene.fluid.x[0].x), 0, 1e-3 * r);
  EXPECT_EQ(scene.forcing.report().contacts, 2u);
}

TEST(ForcingSolve, AParticleBetweenABodyAndTheFloorHoldsTheBody) {
  for (const int dims : {2, 3}) {
    ForcedScene scene(kSpacing, {0, -9.81, 0}, dims);
    const double y = scene.spacing + 0.05;
    RigidParams params;
    params.density = 300;
    RigidBody& box =
        scene.rigid.addDynamic("box", BoxShape{{0.1, 0.1, 0.1}}, params, {{0, y, 0}, {}});
    scene.forcing.add(scene.rigid.addStatic("floor", BoxShape{{2, 0.2, 2}}, {}, {{0, -0.1, 0}, {}}),
                      forcingOf(0));
    scene.forcing.add(box, forcingOf(0));
    for (const double x : {-0.04, 0.0, 0.04})
      for (const double z : {-0.04, 0.0, 0.04})
        if (dims == 3 || z == 0) scene.addParticle({x, scene.radius(), z});
    for (int i = 0; i < 500; ++i) scene.step(1e-3);
    EXPECT_NEAR(box.centre().y, y, 0.02 * scene.radius());
    EXPECT_LT(length(box.velocity()), 1e-3);
    for (const Vec3f& x : scene.fluid.x)
      EXPECT_NEAR(double(x.y), scene.radius(), 0.02 * scene.radius());
  }
}

// A body that fluid presses against a wall does not enter it.
TEST(ForcingSolve, FluidDoesNotPushBodiesIntoEachOther) {
  ForcedScene scene(kSpacing);
  RigidBody& box = scene.rigid.addDynamic("box", BoxShape{{0.1, 0.1, 0.1}}, {}, {{0, 0.05, 0}, {}});
  scene.rigid.addStatic("wall", BoxShape{{2, 0.2, 2}}, {}, {{0, -0.1, 0}, {}});
  scene.forcing.add(box, forcingOf(1));
  for (int i = 0; i < 200; ++i)
    scene.addParticle({0.03 * std::sin(i), 0.12 + 0.01 * i, 0.03 * std::cos(i)}, {0, -4, 0});
  double lowest = 1;
  std::size_t contacts = 0;
  for (int i = 0; i < 500; ++i) {
    scene.step(1e-3);
    lowest = std::min(lowest, box.centre().y);
    contacts += scene.forcing.report().contacts;
  }
  EXPECT_GT(contacts, 100u);
  EXPECT_GT(lowest, 0.05 - 1e-3);
}

TEST(ForcingSolve, TheSameBitsOnAnyNumberOfThreads) {
  const auto run = [](int threads) {
    return withThreads(threads, [] {
      Storm scene(forcingOf(0.3, 0.2), 500, 3, 20000);
      for (int i = 0; i < 60; ++i) scene.step(2e-3);
      EXPECT_GT(scene.forcing.report().contacts, 100u);
      std::vector<Vec3f> all(scene.fluid.x.begin(), scene.fluid.x.end());
      all.insert(all.end(), scene.fluid.v.begin(), scene.fluid.v.end());
      return std::pair{all, scene.box->state().x};
    });
  };
  const auto one = run(1);
  for (const int threads : {2, 3, 8}) EXPECT_TRUE(run(threads) == one) << threads;
}

// Contacts of a particle may begin in one task and end in the next.
TEST(ForcingSolve, TasksSettleParticlesAsIfEachWereAlone) {
  const Storm scene(forcingOf(0.3), 500, 3, 0);
  std::vector<ForcedBody> bodies;
  bodies.emplace_back(*scene.box, forcingOf(0.3, 0, ForcingSolve::Local), kSpacing, 3);
  std::vector<ForcingContact> contacts;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const Vec3d v{0.3 * std::sin(0.1 * i), -1 - 1e-4 * i, 0.2};
    for (std::uint32_t k = 0; k <= i % 3; ++k) {
      const Vec3d normal{k == 1 ? 1.0 : 0.0, k == 0 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
      contacts.push_back({i, 0, normal, {0.01, 0.05, 1e-5 * i}, 0.01, v, 0, {}});
    }
  }
  const auto solved = [&](int threads) {
    return withThreads(threads, [&] {
      std::vector<ForcingContact> all = contacts;
      ContactExchange exchange(3);
      solveImpulses(all, bodies, exchange);
      EXPECT_EQ(exchange.changes().size(), 2000u);
      EXPECT_EQ(exchange.pushes()[0].contacts, contacts.size());
      std::vector<Vec3d> impulses{exchange.pushes()[0].linear, exchange.pushes()[0].angular};
      for (const ForcingContact& c : all) impulses.push_back(c.impulse);
      return impulses;
    });
  };
  const std::vector<Vec3d> one = solved(1);
  for (const int threads : {2, 3, 8}) EXPECT_TRUE(solved(threads) == one) << threads;

  std::vector<Vec3d> alone;
  Vec3d sum;
  for (std::size_t first = 0, end = 0; first < contacts.size(); first = end) {
    while (end < contacts.size() && contacts[end].particle == contacts[first].particle) ++end;
    std::vector<ForcingContact> few(contacts.begin() + std::ptrdiff_t(first),
                                    contacts.begin() + std::ptrdiff_t(end));
    ContactExchange exchange(3);
    solveImpulses(few, bodies, exchange);
    sum += exchange.pushes()[0].linear;
    for (const ForcingContact& c : few) alone.push_back(c.impulse);
  }
  EXPECT_TRUE(std::equal(alone.begin(), alone.end(), one.begin() + 2, one.end()));
  EXPECT_LT(length(sum - one[0]), 1e-12 * length(sum));
}

}  // namespace
}  // namespace shoal
