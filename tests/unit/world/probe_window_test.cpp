// Statistics of probes over the time between two samples.
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/world/probes/window.h"
#include "shoal/world/world.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

double numberOf(const WindowSums& window, ProbeWindow statistic) {
  double number = 0;
  window.write(statistic, {&number, 1});
  return number;
}

TEST(ProbeWindow, WeighsValuesWithTheLengthOfTheirSteps) {
  WindowSums window(1);
  EXPECT_TRUE(std::isnan(numberOf(window, ProbeWindow::Mean)));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [value, dt] : {std::pair{2.0, 0.1}, {5.0, 0.3}, {nan, 10.0}, {-1.0, 0.1}})
    window.add({&value, 1}, dt);
  EXPECT_DOUBLE_EQ(numberOf(window, ProbeWindow::Impulse), 1.6);
  EXPECT_DOUBLE_EQ(numberOf(window, ProbeWindow::Mean), 3.2);
  EXPECT_EQ(numberOf(window, ProbeWindow::Max), 5);
  EXPECT_EQ(numberOf(window, ProbeWindow::Min), -1);
  window.clear();
  EXPECT_TRUE(std::isnan(numberOf(window, ProbeWindow::Max)));
}

TEST(ProbeWindow, ColumnsHaveTheirStatisticAndItsUnit) {
  EXPECT_EQ(windowColumn("forceX[N]", ProbeWindow::Mean), "forceX.mean[N]");
  EXPECT_EQ(windowColumn("forceX[N]", ProbeWindow::Impulse), "forceX.impulse[N s]");
  EXPECT_EQ(windowColumn("forceX[N/m]", ProbeWindow::Impulse), "forceX.impulse[N s/m]");
  EXPECT_EQ(windowColumn("flow[m^3/s]", ProbeWindow::Impulse), "flow.impulse[m^3]");
  EXPECT_EQ(windowColumn("accelerationX[m/s^2]", ProbeWindow::Impulse),
            "accelerationX.impulse[m/s]");
}

// Newton's second law of a block that falls into water, over windows of many steps: what the fluid
// and its weight give is what it gains.
TEST(ProbeWindow, ImpulseOfAForceProbeIsTheChangeOfMomentum) {
  for (const std::string solver : {"wcsph", "pcisph", "dfsph"}) {
    const auto world = makeWorld(parseScene(fmt::format(R"(format = 1
      world = {{ dimensions = 2, spacing = 0.025, domain = [[-1, -1, -1], [2, 2, 1]] }}
      fluid = {{ name = "w", solver = "{}", fill = {{ box = [[0, 0], [0.6, 0.3]] }} }}
      probe = {{ name = "load", force = {{ solid = "block", parts = true }}, window = ["impulse", "mean", "max"], every = 0.05 }}
      [[solid]]
      name = "tank"
      mesh = {{ box = {{ corners = [[0, 0], [0.6, 0.8]], open = ["+y"] }} }}
      [[solid]]
      name = "block"
      model = "rigid"
      density = 800
      velocity = [0, -1]
      mesh = {{ box = [[0.2, 0.3251], [0.4, 0.4251]] }})",
                                                        solver),
                                            "t.toml"));
    const auto& columns = world->probes().columns();
    const auto value = [&](const std::string& column) {
      const auto found = std::find(columns.begin(), columns.end(), "load." + column);
      return world->probes().latest()[static_cast<std::size_t>(found - columns.begin())];
    };
    world->examine();
    EXPECT_EQ(value("forceY.impulse[N s/m]"), 0);
    double momentum = world->solids()->totals().momentum.y, time = 0, impulse = 0;
    const double weight = 800 * 0.2 * 0.1 * 9.81;
    int windows = 0;
    while (world->time() < 0.3) {
      world->step(0.3);
      if (world->probes().latest().empty()) continue;
      const double now = world->solids()->totals().momentum.y, T = world->time() - time;
      const double by = value("forceY.impulse[N s/m]") + value("contactY.impulse[N s/m]");
      EXPECT_NEAR(now - momentum, by - weight * T, 1e-9 * weight) << solver << " " << windows;
      EXPECT_NEAR(value("forceY.mean[N/m]") * T, value("forceY.impulse[N s/m]"), 1e-9 * weight);
      EXPECT_GE(value("forceY.max[N/m]"), value("forceY.mean[N/m]"));
      EXPECT_NEAR(value("contactY.impulse[N s/m]"), 0, 1e-6 * weight) << solver;
      impulse += value("forceY.impulse[N s/m]");
      momentum = now;
      time = world->time();
      ++windows;
    }
    EXPECT_EQ(windows, 6);
    EXPECT_GT(impulse, 0.1 * weight);
  }
}

}  // namespace
}  // namespace shoal
