// Pressure probes on the walls of a tank at rest: rho g (H - y) on the floor, on a side and in the
// corner, and how calm the water is.
#include <array>
#include <cmath>

#include "validation/framework/fluid_run.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kG = 9.81, kRho = 1000, kH = 0.5;

struct Gauge {
  const char* name;
  double y;  // m
};
// In the order of the scene's probes.
constexpr std::array kGauges{Gauge{"floor", 0}, Gauge{"side", 0.25}, Gauge{"corner", 0}};

Outcome probing(const std::string& solver, double spacing, double rho) {
  const Scene scene = caseScene("wall-probes", solver, spacing);
  World world(caseSetup(scene));
  std::array<double, kGauges.size()> sum{};
  double samples = 0;
  runUntil(world, scene.run.until, [&] {
    if (world.time() < scene.run.until / 2) return;
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += world.probes().latest()[k];
    ++samples;
  });
  Outcome outcome;
  for (std::size_t k = 0; k < sum.size(); ++k) {
    const double law = rho * kG * (kH - kGauges[k].y);
    const double error = std::abs(sum[k] / samples - law) / (rho * kG * kH);
    outcome.figures.push_back({fmt::format("pressure, {}", kGauges[k].name), error, 0.03});
  }
  outcome.figures[0].main = true;
  const Ledger sums = world.ledger();
  outcome.figures.push_back(
      {"kinetic energy of m g H", sums.kinetic / (sums.mass * kG * kH), 1e-4});
  return outcome;
}

const bool registered = registerCase({
    .name = "WallProbes",
    .description = "Pressure on the floor, a side and in the corner of a tank of water at rest.",
    .reference = "Lam32",
    .solvers = {"isph", "wcsph", "pcisph", "dfsph"},
    .spacings = {0.02, 0.01},
    .run = [](const std::string& solver, double spacing) { return probing(solver, spacing, kRho); },
    .wrong = {"water that is heavier by 5 %",
              [](const std::string& solver, double spacing) {
                return probing(solver, spacing, 1.05 * kRho);
              }},
});

}  // namespace
}  // namespace shoal::validation
