// Spheres that fall in viscous fluid: the drag of a cubic array, [Has59], on free bodies.
//
// Fluid and sphere fill a periodic cube. Gravity g acts on both; a body force on the fluid balances
// all of the weight, so that momentum stays zero. It acts as the mean pressure gradient of a
// suspension does. With the volume fraction c, the force of the fluid on the sphere and this
// gradient on its volume are (as in SphereDrag)
//   F = m g / (1 - c) = 3 pi mu d K U,
// and U is the velocity of the sphere relative to the mean over the whole cube, fluid and sphere:
//   U = V - (c V + (1 - c) u) = (1 - c) (V - u).
#include <cmath>
#include <numbers>

#include "validation/framework/body_run.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kViscosity = 50, kRho = 1000, kDensity = 2000;  // Pa s, kg/m^3
constexpr double kD = 0.5, kL = 1, kG = 0.24;                    // m, m/s^2
constexpr double kShare = std::numbers::pi / 6 * kD * kD * kD / (kL * kL * kL);
constexpr double kSteadyFrom = 0.7;  // of the run, four time constants of the start

Outcome falling(const std::string& solver, double spacing, double density) {
  const double weight = density * kShare * kG;  // of the sphere, in N per m^3 of the cube
  const Scene scene = caseScene(
      "sphere-fall", solver, spacing,
      {fmt::format("solid.sphere.density={}", density), fmt::format("world.gravity=[0,{},0]", -kG),
       fmt::format("world.bodyForce=[0,{},0]", kG + weight / (kRho * (1 - kShare)))});
  const double factor =
      referenceData("analytic_sphere_confinement").value("0.5", "Hasimoto_cubic_factor");
  const double exact = kDensity * kShare * kG / (1 - kShare) * (kL * kL * kL) /
                       (3 * std::numbers::pi * kViscosity * kD * factor);
  const double until = scene.run.until;
  World world(caseSetup(scene));
  const Body& sphere = bodyOf(world, "sphere");
  Series velocity;
  double momentum = 0;  // largest of both together, of the sphere's
  runUntil(world, until, [&] {
    const BodyTotals body = sphere.totals();
    const Ledger sums = world.ledger();
    const double V = body.momentum.y / body.mass, u = sums.momentum.y / sums.mass;
    velocity.push_back({world.time(), (1 - kShare) * (u - V)});
    momentum = std::abs((body.momentum.y + sums.momentum.y) / body.momentum.y);
  });
  const double error = std::abs(meanFrom(velocity, kSteadyFrom * until) / exact - 1);
  return {.figures = {{"terminal velocity", error, 0.1, true},
                      {"momentum of both, of the sphere's", momentum, 0.05},
                      {"particles that escaped", escapedShare(world), 0}},
          .plots = {{"Velocity of the sphere relative to the mean",
                     "t in s",
                     "m/s",
                     {{"simulated", velocity}, {"Hasimoto", {{0, exact}, {until, exact}}}}}}};
}

const bool registered = registerCase({
    .name = "SphereFall",
    .description = "Spheres fall through viscous fluid with the terminal velocity of Hasimoto's "
                   "series.",
    .reference = "Has59",
    .solvers = {"isph"},
    .spacings = {kL / 16, kL / 24},
    .run = [](const std::string& solver,
              double spacing) { return falling(solver, spacing, kDensity); },
    .wrong = {"a sphere heavier by a fifth",
              [](const std::string& solver, double spacing) {
                return falling(solver, spacing, 1.2 * kDensity);
              }},
    .suite = Suite::Long,
});

}  // namespace
}  // namespace shoal::validation
