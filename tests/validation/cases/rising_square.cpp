// A light body rises, and the weight of the water around it is only a pressure.
//
// In a closed tank that water fills, gravity G on the water is balanced by a linear pressure. Only
// the net weight (rho_s - rho_f) g of a body moves it. So runs with different G, in which the
// body's own gravity g_s is chosen so that rho_s g_s - rho_f G is the same, have to coincide. At
// the start the body accelerates by its buoyancy over its mass and added mass, 1.19 of the
// displaced mass for a square that moves along a side, [New77] table 4.3; walls nearby make it
// more.
#include <cmath>

#include "validation/framework/body_run.h"
#include "validation/framework/measure.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kG = 9.81, kWater = 1000, kUntil = 0.8, kEarly = 0.2;
constexpr double kAddedMass = 1.19;

// The way of the body upwards over time, in m, under the gravity G on the water.
Series rise(const std::string& solver, double spacing, double density, double G) {
  const double ofBody = ((density - kWater) * kG + kWater * G) / density;
  World world(caseSetup(caseScene("rising-square", solver, spacing,
                                  {fmt::format("world.gravity=[0, {}, 0]", -ofBody),
                                   fmt::format("world.bodyForce=[0, {}, 0]", ofBody - G),
                                   fmt::format("solid.body.density={}", density)})));
  const Body& body = bodyOf(world, "body");
  const double start = body.totals().centre.y;
  Series way;
  runUntil(world, kUntil, [&] { way.push_back({world.time(), body.totals().centre.y - start}); });
  return way;
}

// `measured` is the density of the body, against the law for 800 kg/m^3.
Outcome rising(const std::string& solver, double spacing, double measured) {
  constexpr double kDensity = 800;
  const Series heavy = rise(solver, spacing, measured, kG);
  const Series light = rise(solver, spacing, kDensity, 0.1 * kG);
  const double a = (kWater - kDensity) * kG / (kDensity + kAddedMass * kWater);
  Series law;
  for (double t = 0; t <= 0.4; t += 0.01) law.push_back({t, a * sq(t) / 2});
  const double full = valueAt(heavy, kUntil), tenth = valueAt(light, kUntil);
  return {.figures = {{"way under g against a tenth of it", std::abs(full / tenth - 1), 0.1, true},
                      {"way of the first 0.2 s against a t^2 / 2",
                       std::abs(valueAt(heavy, kEarly) / (a * sq(kEarly) / 2) - 1), 0.15}},
          .plots = {{"Way upwards",
                     "t in s",
                     "m",
                     {{"under g", heavy}, {"under g / 10", light}, {"a t^2 / 2", law}}}}};
}

const bool registered = registerCase({
    .name = "RisingSquare",
    .description = "A light square in a closed tank rises as its buoyancy and added mass say, and "
                   "the weight of the water does not matter.",
    .reference = "New77",
    .solvers = {"isph", "dfsph", "wcsph"},
    .spacings = {0.02, 0.01},
    .run = [](const std::string& solver, double spacing) { return rising(solver, spacing, 800); },
    .wrong = {"a square that is heavier by a tenth",
              [](const std::string& solver, double spacing) {
                return rising(solver, spacing, 880);
              }},
});

}  // namespace
}  // namespace shoal::validation
