// Water on a ramp, [BTT09] fig. 7: the more it may slip, the faster it leaves.
#include <cmath>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "support/scene_world.h"

namespace shoal {
namespace {

using Assignments = std::vector<std::string>;

// As in the scenes.
constexpr double kAngle = 25 * std::numbers::pi / 180;
constexpr double kHalfLength = 0.8, kHalfThickness = 0.02;  // m, of the ramp
constexpr double kTapHeight = 0.42;                         // m, of its middle
constexpr double kTapSpeed = 1;                             // m/s
constexpr double kGravity = 9.81;                           // m/s^2

// The water above the last 20 cm of the ramp, on average over time.
struct Outflow {
  double speed = 0;   // m/s, down the ramp
  double bottom = 0;  // m/s, of what touches the ramp
  double fall = 0;    // m, from the middle of the tap

  // Of what slides without friction: no energy is lost on the way.
  double ideal() const { return std::sqrt(kTapSpeed * kTapSpeed + 2 * kGravity * fall); }
};

Outflow outflowOf(const std::string& slip, const Assignments& more = {}) {
  Assignments assignments{"world.spacing=0.02"};  // twice the scene's: a seventh of its work
  assignments.insert(assignments.end(), more.begin(), more.end());
  const Scene scene = projectScene("becker2009/slip-ramp-" + slip + "-slip", assignments);
  const auto world = makeWorld(scene);
  const Vec3d down{std::cos(kAngle), -std::sin(kAngle), 0};
  const Vec3d away{std::sin(kAngle), std::cos(kAngle), 0};
  const double touching = 0.6 * scene.world.spacing;
  constexpr double kArrived = 0.8;  // s: all of them flow steadily
  Outflow sum;
  double all = 0, atBottom = 0;
  while (world->time() < scene.run.until) {
    world->step(scene.run.until);
    if (world->time() < kArrived) continue;
    for (std::size_t i = 0; i < world->fluid().size(); ++i) {
      const Vec3d x(world->fluid().x[i]);
      const double along = dot(x, down), above = dot(x, away) - kHalfThickness;
      if (along < kHalfLength - 0.2 || along > kHalfLength || above < 0) continue;
      const double speed = dot(Vec3d(world->fluid().v[i]), down);
      ++all;
      sum.speed += speed;
      sum.fall += kTapHeight - x.y;
      if (above > touching) continue;
      ++atBottom;
      sum.bottom += speed;
    }
  }
  EXPECT_GT(atBottom, 1000) << slip;
  EXPECT_EQ(world->escaped(), 0u) << slip;
  return {sum.speed / all, sum.bottom / atBottom, sum.fall / all};
}

// Of the scene of that name.
const Outflow& flow(const std::string& slip) {
  static std::map<std::string, Outflow> known;
  const auto found = known.find(slip);
  return found != known.end() ? found->second : known[slip] = outflowOf(slip);
}

// By more than the tenth by which waves and gaps in the layer that sticks change the mean.
bool clearlyFaster(const Outflow& a, const Outflow& b) { return a.speed > 1.15 * b.speed; }

TEST(SlipRamp, WaterLeavesFasterTheMoreItSlips) {
  const Outflow &no = flow("no"), &half = flow("half"), &free = flow("free");
  EXPECT_TRUE(clearlyFaster(half, no)) << half.speed << " and " << no.speed;
  EXPECT_TRUE(clearlyFaster(free, half)) << free.speed << " and " << half.speed;
  EXPECT_GT(half.bottom, no.bottom);
  EXPECT_GT(free.bottom, half.bottom);
}

// Slip is a share per step, of which there are thousands: half of it holds like none.
TEST(SlipRamp, CheckRejectsSlipThatIsGoneWithinSteps) {
  const Outflow& no = flow("no");
  const Outflow gone = outflowOf("half", {"solid.ramp.forcing.slip=0.5"});
  EXPECT_FALSE(clearlyFaster(gone, no)) << gone.speed << " and " << no.speed;
}

// What touches the ramp is at rest but for what just got there.
bool sticks(const Outflow& out) { return std::abs(out.bottom) < 0.02 * out.speed; }

TEST(SlipRamp, WithoutSlipTheBottomLayerSticks) {
  const Outflow &no = flow("no"), &half = flow("half");
  EXPECT_TRUE(sticks(no)) << no.bottom << " of " << no.speed;
  EXPECT_FALSE(sticks(half)) << half.bottom << " of " << half.speed;
}

// Of 7.2 J/kg, landing on the ramp may cost what the layer falls towards it while it becomes thin,
// 4 cm or 0.35 J/kg, and viscosity 4 nu (dv/ds)^2 through 0.55 s, 0.09 J/kg with the 0.013 m^2/s
// that the artificial viscosity amounts to: 3 % of the speed in all. The pressure in the tap may
// add what the weight of half of its width does, 0.6 J/kg or 4 %.
bool slidesFreely(const Outflow& out) {
  return out.speed > 0.97 * out.ideal() && out.speed < 1.04 * out.ideal();
}

TEST(SlipRamp, WithFreeSlipEnergyIsKept) {
  const Outflow &half = flow("half"), &free = flow("free");
  EXPECT_TRUE(slidesFreely(free)) << free.speed << " of " << free.ideal();
  EXPECT_FALSE(slidesFreely(half)) << half.speed << " of " << half.ideal();
}

}  // namespace
}  // namespace shoal
