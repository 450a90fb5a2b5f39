// A drop in the plane, held together by its surface: its pressure and its swing.
#include <cmath>
#include <numbers>

#include "validation/framework/fluid_run.h"
#include "validation/framework/measure.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kSmall = 0.5;  // m, radius of the other drop that is pressed

Scene dropScene(const std::string& solver, double spacing, double radius, double tension) {
  return caseScene(
      "drop", solver, spacing,
      {fmt::format("fluid.water.surfaceTension={}", tension),
       fmt::format("fluid.water.fill=[{{sphere={{centre=[0,0],radius={}}}}}]", radius)});
}

// The radius of a disc of all particles.
double discRadius(const World& world) {
  return std::sqrt(double(world.fluid().volume) * static_cast<double>(positions(world).size()) /
                   std::numbers::pi);
}

// The mean pressure in the middle half of the drop.
double innerPressure(const World& world, double radius) {
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < positions(world).size(); ++i) {
    if (double(length(positions(world)[i])) > radius / 2) continue;
    sum += double(pressures(world)[i]);
    ++count;
  }
  return sum / count;
}

struct Rest {
  double pressureError = 0;  // of the mean over the second half of the run
  double speed = 0;          // RMS at the end, of sqrt(sigma / (rho R))
  double drift = 0;          // of the middle of the drop, as a share of the radius
  double escaped = 0;
  Series pressure;
};

Rest rest(const std::string& solver, double spacing, double radius, double tension) {
  const Scene scene = dropScene(solver, spacing, radius, tension);
  World world(caseSetup(scene));
  const double R = discRadius(world), until = scene.run.until * std::pow(radius, 1.5);
  Rest result;
  double sum = 0, samples = 0;
  world.watchPressure(true);
  runUntil(world, until, [&] {
    if (world.steps() % 20 != 0) return;
    result.pressure.push_back({world.time(), innerPressure(world, R)});
    if (world.time() < until / 2) return;
    sum += result.pressure.back().y;
    ++samples;
  });
  const Ledger ledger = world.ledger();
  result.pressureError = std::abs(sum / samples * R - 1);
  result.speed = std::sqrt(2 * ledger.kinetic / ledger.mass * R);
  result.drift = length(ledger.momentum) / ledger.mass * until / R;
  result.escaped = escapedShare(world);
  return result;
}

Outcome laplacePressure(const std::string& solver, double spacing, double tension) {
  const Rest large = rest(solver, spacing, 1, tension);
  const Rest small = rest(solver, spacing, kSmall, tension);
  return {.figures = {{"pressure, R = 1 m", large.pressureError, 0.05},
                      {"pressure, R = 0.5 m", small.pressureError, 0.05, true},
                      {"speed left, of the capillary one", large.speed, 0.08},
                      {"drift, of the radius", large.drift, 1e-3},
                      {"particles that escaped", large.escaped + small.escaped, 0}},
          .plots = {{"Pressure in the drop",
                     "t in s",
                     "Pa",
                     {{"R = 1 m", large.pressure},
                      {"R = 0.5 m", small.pressure},
                      {"1 / R", {{0, 1}, {8, 1}}, Style::Line},
                      {"1 / R, small", {{0, 2}, {8, 2}}, Style::Line}}}}};
}

// Starts with the velocities of the mode of two lobes and follows the difference of the axes.
Outcome swing(const std::string& solver, double spacing, double tension) {
  const Scene scene = dropScene(solver, spacing, 1, tension);
  WorldSetup setup = caseSetup(scene);
  constexpr double A = 0.25;  // 1/s, for a tenth of the radius
  for (std::size_t i = 0; i < setup.positions.size(); ++i)
    setup.velocities[i] =
        static_cast<float>(A) * Vec3f{setup.positions[i].x, -setup.positions[i].y, 0};
  World world(setup);
  const double R = discRadius(world);
  Series lobes;
  runUntil(world, scene.run.until, [&] {
    double difference = 0;
    for (const Vec3f& x : positions(world)) difference += sq(double(x.x)) - sq(double(x.y));
    lobes.push_back({world.time(), difference / static_cast<double>(positions(world).size())});
  });
  const double T = 2 * std::numbers::pi / std::sqrt(6 / cube(R));  // n (n^2 - 1) with n = 2
  const Swing fitted = fitSwing(lobes, T);
  return {.figures = {{"period", std::abs(fitted.period / T - 1), 0.05, true},
                      {"decay per period", fitted.decay * fitted.period, 1},
                      {"particles that escaped", escapedShare(world), 0}},
          .plots = {{"Lobes of the drop", "t in s", "m^2", {{"x^2 - y^2", lobes}}}}};
}

const bool pressed = registerCase({
    .name = "DropPressure",
    .description = "The pressure in a drop is higher by surface tension over radius.",
    .reference = "BKZ92",
    .solvers = {"isph", "wcsph", "dfsph"},
    .spacings = {0.1, 0.05},
    .run = [](const std::string& solver,
              double spacing) { return laplacePressure(solver, spacing, 1); },
    .wrong = {"tension 10 % too high",
              [](const std::string& solver, double spacing) {
                return laplacePressure(solver, spacing, 1.1);
              }},
});

ValidationCase swinging(const std::string& name, const std::vector<std::string>& solvers,
                        const std::array<double, 2>& spacings) {
  return {
      .name = name,
      .description = "A drop with two lobes swings with the period that its surface tension gives.",
      .reference = "Lam32",
      .solvers = solvers,
      .spacings = spacings,
      .run = [](const std::string& solver, double spacing) { return swing(solver, spacing, 1); },
      .wrong = {"tension 20 % too low", [](const std::string& solver,
                                           double spacing) { return swing(solver, spacing, 0.8); }},
  };
}

// With isph the error is of first order, twice that of the others.
const bool swung = registerCase(swinging("SwingingDrop", {"wcsph", "dfsph"}, {0.1, 0.05})) &&
                   registerCase(swinging("SwingingDropFine", {"isph"}, {0.05, 0.025}));

}  // namespace
}  // namespace shoal::validation
