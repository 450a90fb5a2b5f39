// The dam break of [MM52]: how fast the front runs, how fast the column sinks.
#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "support/scene_world.h"

namespace shoal {
namespace {

constexpr double kA = 0.05715;  // m, width of the column; it is twice as high
constexpr double kG = 9.81;     // m/s^2
// The gate of the experiment took its time: codes that let go at once lead by this much in T.
constexpr double kRelease = 0.175;

struct Reading {
  double time, value;
};

// [MM52] table 2, n^2 = 2: front Z = x / a at T = t sqrt(2 g / a).
constexpr std::array<Reading, 15> kFront{{{0.41, 1.11},
                                          {0.84, 1.22},
                                          {1.19, 1.44},
                                          {1.43, 1.67},
                                          {1.63, 1.89},
                                          {1.83, 2.11},
                                          {1.98, 2.33},
                                          {2.20, 2.56},
                                          {2.32, 2.78},
                                          {2.51, 3.00},
                                          {2.65, 3.22},
                                          {2.83, 3.44},
                                          {2.98, 3.67},
                                          {3.11, 3.89},
                                          {3.33, 4.11}}};
// [MM52] table 6, n^2 = 2: height of the column H = h / (2 a) at t sqrt(g / a).
constexpr std::array<Reading, 17> kHeight{{{0.56, 0.94},
                                           {0.77, 0.89},
                                           {0.93, 0.83},
                                           {1.08, 0.78},
                                           {1.28, 0.72},
                                           {1.46, 0.67},
                                           {1.66, 0.61},
                                           {1.84, 0.56},
                                           {2.00, 0.50},
                                           {2.21, 0.44},
                                           {2.45, 0.39},
                                           {2.70, 0.33},
                                           {3.06, 0.28},
                                           {3.44, 0.22},
                                           {4.20, 0.17},
                                           {5.25, 0.11},
                                           {7.40, 0.06}}};

struct History {
  std::vector<Reading> front, height;
};

History collapse(const Scene& scene) {
  const auto world = makeWorld(scene);
  const double d = scene.world.spacing;
  History history;
  while (world->time() < scene.run.until) {
    world->step(scene.run.until);
    double front = 0, height = 0;
    for (const Vec3f& x : world->fluid().x) {
      front = std::max(front, double(x.x));
      if (double(x.x) < 1.5 * d) height = std::max(height, double(x.y));
    }
    history.front.push_back({world->time(), (front + d / 2) / kA});
    history.height.push_back({world->time(), (height + d / 2) / (2 * kA)});
  }
  return history;
}

double valueAt(const std::vector<Reading>& series, double time) {
  const auto next = std::lower_bound(series.begin(), series.end(), time,
                                     [](const Reading& r, double t) { return r.time < t; });
  return next == series.end() ? series.back().value : next->value;
}

// The largest deviation from the experiment: of the front relative to its distance, of the height
// relative to the first one.
double frontError(const History& history) {
  double worst = 0;
  for (const auto& [T, Z] : kFront) {
    const double z = valueAt(history.front, (T - kRelease) / std::sqrt(2 * kG / kA));
    worst = std::max(worst, std::abs(z / Z - 1));
  }
  return worst;
}

double heightError(const History& history) {
  double worst = 0;
  for (const auto& [tau, H] : kHeight)
    worst = std::max(worst, std::abs(valueAt(history.height, tau / std::sqrt(kG / kA)) - H));
  return worst;
}

Scene column(int particlesPerWidth, const std::string& change = "run.fps=100") {
  return projectScene("validation/martin-moyce",
                      {fmt::format("world.spacing={}", kA / particlesPerWidth), change});
}

}  // namespace

TEST(MartinMoyce, FrontAndHeightFollowTheExperimentAndTheErrorFalls) {
  const History coarse = collapse(column(10));
  const History fine = collapse(column(40));
  std::printf("front %.4f -> %.4f  height %.4f -> %.4f\n", frontError(coarse), frontError(fine),
              heightError(coarse), heightError(fine));
  EXPECT_LT(frontError(fine), 0.10);
  EXPECT_LT(heightError(fine), 0.05);
  EXPECT_LT(frontError(coarse), 0.10);
  EXPECT_LT(heightError(coarse), 0.05);
  EXPECT_LT(frontError(fine), frontError(coarse));
  EXPECT_LT(heightError(fine), heightError(coarse));
}

TEST(MartinMoyce, TheCheckRejectsWaterThatSticksToTheFloor) {
  const History stuck = collapse(column(10, "solid.tank.friction=2"));
  EXPECT_GT(frontError(stuck), 0.10);
  EXPECT_GT(heightError(stuck), 0.05);
}

}  // namespace shoal
