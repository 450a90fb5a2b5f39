// A body as heavy as the water that it displaces stays where it is.
#include <cmath>

#include "validation/framework/body_run.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kG = 9.81, kUntil = 0.5;

Outcome resting(const std::string& solver, double spacing, double density) {
  World world(caseSetup(caseScene("neutral-buoyancy", solver, spacing,
                                  {fmt::format("solid.body.density={}", density)})));
  const Body& body = bodyOf(world, "body");
  const Vec3d start = body.totals().centre;
  Series fall, sideways;
  runUntil(world, kUntil, [&] {
    const BodyTotals sums = body.totals();
    fall.push_back({world.time(), sums.momentum.y / sums.mass});
    sideways.push_back({world.time(), sums.momentum.x / sums.mass});
  });
  const double moved = length(body.totals().centre - start);
  return {.figures = {{"acceleration, of g", std::abs(slopeOf(fall)) / kG, 0.01, true},
                      {"acceleration sideways, of g", std::abs(slopeOf(sideways)) / kG, 0.01},
                      {"mean acceleration by the way, of g", 2 * moved / sq(kUntil) / kG, 0.01},
                      {"particles that escaped", escapedShare(world), 0}},
          .plots = {{"Velocity upwards",
                     "t in s",
                     "m/s",
                     {{"simulated", fall}, {"at rest", {{0, 0}, {kUntil, 0}}}}}}};
}

const bool registered = registerCase({
    .name = "NeutralBuoyancy",
    .description = "A box of the density of water, in the middle of water at rest, stays there.",
    .reference = "Lam32",
    .solvers = {"isph", "dfsph", "wcsph"},
    .spacings = {0.02, 0.01},
    .run = [](const std::string& solver, double spacing) { return resting(solver, spacing, 1000); },
    .wrong = {"a box 30 % too heavy",
              [](const std::string& solver, double spacing) {
                return resting(solver, spacing, 1300);
              }},
});

}  // namespace
}  // namespace shoal::validation
