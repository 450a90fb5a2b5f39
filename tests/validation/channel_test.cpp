// Water flows through a channel without friction: what flows in flows out, and nothing in between
// notices where the ends are.
#include <algorithm>

#include <gtest/gtest.h>

#include "shoal/world/sources/sources.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

constexpr double kDepth = 0.2, kSpeed = 3;  // m, m/s: faster than waves, which are 1.4 m/s

// The buffer behind the outflow is full from the start, as in a flow that has long been there.
std::string channel(const std::string& speed) {
  return R"(
    format = 1
    world = { dimensions = 2, spacing = 0.02, domain = [[-0.3, -0.2], [1.4, 1]] }
    [[fluid]]
    name = "water"
    fill = { box = [[0, 0], [1.08, 0.2]] }
    velocity = [3, 0]
    [fluid.wcsph]
    soundSpeed = 40
    [[solid]]
    name = "floor"
    mesh = { plane = { centre = [0.5, 0, 0], normal = [0, 1, 0], size = [1.5, 1.5] } }
    [[inflow]]
    name = "in"
    fluid = "water"
    centre = [0, 0.1]
    direction = [1, 0]
    size = [0.2, 0]
    speed = )" +
         speed + R"(
    [[outflow]]
    name = "out"
    centre = [1, 0]
    normal = [1, 0]
  )";
}

struct Flow {
  double in = 0, out = 0;             // particles
  double depthBefore = 0, depth = 0;  // m, in the middle of the channel
  double speed = 0;                   // m/s, in the middle
  std::size_t particles = 0;
  std::size_t particlesBefore = 0;
};

// Over the second of two seconds, in each half of which the channel is passed once or more.
Flow flow(const std::string& speed) {
  const auto world = makeWorld(parseScene(channel(speed), "channel.toml"));
  const auto volumePerLength = [&] {
    double volume = 0;
    for (const Vec3f& x : world->fluid().x)
      if (x.x > 0.3f && x.x < 0.7f) volume += double(world->fluid().volume);
    return volume / 0.4;
  };
  const auto run = [&](double until) {
    double depth = 0;
    int samples = 0;
    while (world->time() < until) {
      world->step(until);
      depth += volumePerLength();
      ++samples;
    }
    return depth / samples;
  };
  Flow f;
  run(1);
  f.particlesBefore = world->fluid().size();
  const Ledger before = world->ledger();
  f.depthBefore = run(1.5);
  f.depth = run(2);
  const Ledger after = world->ledger();
  f.in = double(after.emitted - before.emitted);
  f.out = double(after.drained - before.drained);
  f.particles = world->fluid().size();
  int count = 0;
  for (std::size_t i = 0; i < world->fluid().size(); ++i) {
    if (world->fluid().x[i].x < 0.3f || world->fluid().x[i].x > 0.7f) continue;
    f.speed += double(world->fluid().v[i].x);
    ++count;
  }
  f.speed /= count;
  EXPECT_EQ(after.escaped, 0u);
  return f;
}

}  // namespace

TEST(Channel, KeepsItsDepthAndLetsOutWhatFlowsIn) {
  const Flow f = flow("3");
  const double expected = kSpeed * kDepth / sq(0.02);  // particles in a second
  EXPECT_NEAR(f.in, expected, 0.02 * expected);
  EXPECT_NEAR(f.out, f.in, 0.03 * f.in);
  EXPECT_NEAR(f.depth, kDepth, 0.05 * kDepth);
  EXPECT_NEAR(f.depth, f.depthBefore, 0.02 * kDepth);
  EXPECT_NEAR(f.speed, kSpeed, 0.05 * kSpeed);
  EXPECT_NEAR(double(f.particles), double(f.particlesBefore), 0.03 * double(f.particles));
}

TEST(Channel, TheSameTestSeesAnotherInflow) {
  const Flow f = flow("2.4");
  EXPECT_GT(std::abs(f.in - kSpeed * kDepth / sq(0.02)), 0.1 * f.in);
}

}  // namespace shoal
