// Viscous flow through a simple cubic array of fixed spheres: the drag factor of [Has59].
//
// A body force f per mass acts on the fluid, whose pressure p is periodic. With p - rho f x it
// becomes the flow that a mean pressure gradient rho f drives, in which the force on a sphere is
//   F = rho f L^3:
// the whole cell counts, the volume of the sphere too, on which the gradient acts as a buoyancy.
// The measured force on the sphere lacks this buoyancy; it is rho f (L^3 - V), the weight of the
// fluid. So once the flow is steady, F is known and the superficial velocity U is what is measured:
//   K = F / (3 pi mu d U),   U = 1 / L^3 times the integral of u over the fluid.
#include <cmath>
#include <numbers>

#include "validation/framework/body_run.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kViscosity = 50;  // Pa s
constexpr double kL = 1, kD = 0.5, kRho = 1000;
constexpr double kU = 0.05;          // m/s, superficial: the Reynolds number is 0.5
constexpr double kSteadyFrom = 0.8;  // of the run; the flow starts with a time constant of a 7th

// m/s^2, for which the law says kU.
double bodyForce() {
  const double factor =
      referenceData("analytic_sphere_confinement").value("0.5", "Hasimoto_cubic_factor");
  return 3 * std::numbers::pi * kViscosity * kD * kU * factor / (kRho * kL * kL * kL);
}

Outcome drag(const std::string& solver, double spacing, double viscosity) {
  const double force = bodyForce();
  const Scene scene = caseScene("sphere-drag", solver, spacing,
                                {fmt::format("world.bodyForce=[{}, 0, 0]", force),
                                 fmt::format("fluid.water.viscosity={}", viscosity)});
  const double until = scene.run.until;
  World world(caseSetup(scene));
  world.watchWalls(true);
  Series velocity, onSphere;
  runUntil(world, until, [&] {
    const Ledger sums = world.ledger();
    velocity.push_back({world.time(), sums.momentum.x / (kRho * kL * kL * kL)});
    onSphere.push_back({world.time(), world.wallForces()[0].x / (sums.mass * force)});
  });
  const double measured = meanFrom(velocity, kSteadyFrom * until);
  const double balance = meanFrom(onSphere, kSteadyFrom * until);
  return {
      .figures = {{"drag factor", std::abs(kU / measured - 1), 0.1, true},
                  {"force on the sphere, of the push on the fluid", std::abs(balance - 1), 0.02},
                  {"particles that escaped", escapedShare(world), 0}},
      .plots = {{"Superficial velocity",
                 "t in s",
                 "m/s",
                 {{"simulated", velocity}, {"Hasimoto", {{0, kU}, {until, kU}}}}}}};
}

const bool registered = registerCase({
    .name = "SphereDrag",
    .description = "Viscous fluid flows through an array of spheres: their drag is that of "
                   "Hasimoto's series.",
    .reference = "Has59",
    .solvers = {"isph"},
    .spacings = {kL / 16, kL / 24},
    .run = [](const std::string& solver,
              double spacing) { return drag(solver, spacing, kViscosity); },
    .wrong = {"a viscosity 20 % too low",
              [](const std::string& solver, double spacing) {
                return drag(solver, spacing, 0.8 * kViscosity);
              }},
});

}  // namespace
}  // namespace shoal::validation
