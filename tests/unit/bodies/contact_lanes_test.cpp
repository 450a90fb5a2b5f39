// Contacts in lanes: batches keep the order in which each body meets its contacts, and every width
// gives the same bits.
#include "shoal/bodies/rigid/contact_lanes.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "support/with_lanes.h"

namespace shoal {
namespace {

constexpr std::uint32_t kBodies = 30;  // the first is static

std::vector<SolverBody> makeBodies() {
  std::mt19937 dice(1);
  std::uniform_real_distribution<double> some(-1, 1);
  std::vector<SolverBody> bodies(kBodies + 1);
  for (std::uint32_t i = 1; i < kBodies; ++i)
    bodies[i] = {{some(dice), some(dice), some(dice)},
                 {some(dice), some(dice), some(dice)},
                 {2, 2, 2},
                 {30, 40, 50, 1, 2, 3}};
  return bodies;
}

std::vector<BatchPlan::Touch> makeTouches() {
  std::mt19937 dice(2);
  std::uniform_int_distribution<std::uint32_t> any(0, kBodies - 1), count(1, 4);
  std::vector<BatchPlan::Touch> touches;
  while (touches.size() < 100) {
    const std::uint32_t a = any(dice), b = any(dice);
    if (a != b) touches.push_back({a, b, count(dice)});
  }
  return touches;
}

TEST(ContactLanes, BodiesMeetTheirTouchesInOrderAndOnceABatch) {
  const std::vector<SolverBody> bodies = makeBodies();
  const std::vector<BatchPlan::Touch> touches = makeTouches();
  BatchPlan plan;
  plan.clear(bodies.size());
  plan.add(std::span(touches).first(60), bodies);
  const std::size_t first = plan.batches().size();
  plan.add(std::span(touches).subspan(60), bodies);
  plan.placePoints(kBodies);
  ASSERT_EQ(plan.slots().size(), touches.size());
  std::vector<int> last(kBodies, -1);
  std::set<std::pair<std::uint32_t, std::uint32_t>> lanes;
  for (std::size_t n = 0; n < touches.size(); ++n) {
    const auto [batch, lane] = plan.slots()[n];
    EXPECT_TRUE(lanes.insert({batch, lane}).second);
    EXPECT_EQ(n < 60, batch < first);
    EXPECT_EQ(plan.batches()[batch].a[lane], touches[n].a);
    EXPECT_EQ(plan.batches()[batch].b[lane], touches[n].b);
    EXPECT_GE(plan.batches()[batch].points, touches[n].points);
    for (const std::uint32_t body : {touches[n].a, touches[n].b})
      if (body != 0) {
        EXPECT_GT(int(batch), last[body]);
        last[body] = int(batch);
      }
  }
  EXPECT_LT(plan.batches().size(), touches.size() / 2) << "lanes stay empty";
}

// The state after a few sweeps over contacts with random arms, gaps and impulses.
std::vector<SolverBody> swept(std::size_t touchesAtOnce) {
  std::vector<SolverBody> bodies = makeBodies();
  const std::vector<BatchPlan::Touch> touches = makeTouches();
  BatchPlan plan;
  plan.clear(bodies.size());
  for (std::size_t n = 0; n < touches.size(); n += touchesAtOnce)
    plan.add(std::span(touches).subspan(n, std::min(touchesAtOnce, touches.size() - n)), bodies);
  plan.placePoints(kBodies);
  std::vector<LanePoint> points(plan.pointCount());
  std::mt19937 dice(3);
  std::uniform_real_distribution<double> some(-1, 1);
  for (std::size_t n = 0; n < touches.size(); ++n) {
    const auto [number, lane] = plan.slots()[n];
    ContactBatch& batch = plan.batches()[number];
    batch.friction.of[lane] = 0.5;
    for (std::uint32_t k = 0; k < touches[n].points; ++k) {
      LanePoint& p = points[batch.firstPoint + k];
      for (std::size_t i = 0; i < 3; ++i) {
        p.armA[i].of[lane] = some(dice);
        p.armB[i].of[lane] = some(dice);
      }
      p.normal[n % 3].of[lane] = 1;
      p.tangent[(n + 1) % 3].of[lane] = 1;
      p.normalMass.of[lane] = 0.01;
      p.slidingMass.of[lane] = 0.01;
      p.mobility.of[lane] = 100;
      p.impulse[0].of[lane] = 0.1;
      p.gap.of[lane] = 0.01 * some(dice);
      p.apart.of[lane] = k == 3;
    }
  }
  ContactSweep sweep{.dt = 0.01,
                     .biasRate = 10,
                     .massScale = 0.9,
                     .impulseScale = 0.1,
                     .fastestRecovery = 3,
                     .withBias = true};
  for (int n = 0; n < 4; ++n) {
    sweep.withBias = n < 2;
    for (const ContactBatch& batch : plan.batches()) solveBatch(batch, sweep, points, bodies);
  }
  return bodies;
}

TEST(ContactLanes, SideBySideOrOneAfterTheOtherIsTheSame) {
  const std::vector<SolverBody> alone = swept(1), start = makeBodies();
  double moved = 0;
  for (const std::string& lanes : availableLanes()) {
    const WithLanes width(lanes);
    const std::vector<SolverBody> together = swept(100);
    for (std::size_t i = 0; i < kBodies; ++i) {
      EXPECT_EQ(together[i].v, alone[i].v) << lanes;
      EXPECT_EQ(together[i].w, alone[i].w) << lanes;
      moved = std::max(moved, length(alone[i].v - start[i].v));
    }
  }
  EXPECT_GT(moved, 0.1);
  EXPECT_EQ(alone[0].v, Vec3d{}) << "a static body moves";
}

}  // namespace
}  // namespace shoal
