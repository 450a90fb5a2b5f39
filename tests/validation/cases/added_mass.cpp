// A body that starts to move in water takes some of it along, [Lam32] article 68.
#include <cmath>

#include "validation/framework/body_run.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kRadius = 0.1;  // m
constexpr double kUntil = 0.03;  // s

// Of a disc in the middle of the tank, of its own displaced mass: 1 in the ocean. The disc moves
// water as a dipole does, and its mirror images in the walls, with the sign kept at the sides and
// at the free surface and changed at the ground, drive it back. In a flow that is accelerated by du
// it feels twice the force of its displaced mass, [Lam32].
double addedMassInTank() {
  constexpr double kTank = 1.2;  // m, width and depth
  constexpr int kImages = 400;
  const auto sign = [](int row) {  // by how often the image was mirrored at the ground
    const int atGround = row > 0 ? row / 2 : (1 - row) / 2;
    return atGround % 2 == 0 ? 1 : -1;
  };
  double flow = 0;
  for (int row = -kImages; row <= kImages; ++row)
    for (int column = -kImages; column <= kImages; ++column) {
      const double x = kTank * column, y = kTank * row;
      if (row != 0 || column != 0)
        flow += sign(row) * sq(kRadius) * (sq(y) - sq(x)) / sq(sq(x) + sq(y));
    }
  return 1 - 2 * flow;
}

// The velocity of the disc upwards.
Series release(const Scene& scene) {
  World world(caseSetup(scene));
  const Body& body = bodyOf(world, "body");
  Series velocity{{0, 0}};
  runUntil(world, kUntil, [&] {
    const BodyTotals sums = body.totals();
    velocity.push_back({world.time(), sums.momentum.y / sums.mass});
  });
  return velocity;
}

// Discs `heavier` than they should be. The water is not quite at rest at the start: what it does to
// a disc of its own density is taken off.
Outcome released(const std::string& solver, double spacing, double heavier) {
  const auto scene = [&](double ratio) {
    return caseScene("added-mass", solver, spacing,
                     {fmt::format("solid.body.density={}", 1000 * ratio)});
  };
  const double drift = slopeOf(release(scene(1)));
  Outcome outcome;
  Plot plot{"Velocity upwards", "t in s", "m/s", {}};
  double squares = 0;
  for (const std::string ratio : {"0.5", "2"}) {
    const double density = std::stod(ratio), inOcean = density + 1;
    const double expected =
        -referenceData("analytic_added_mass_release").value(ratio, "a_cylinder2D_down_mps2") *
        inOcean / (density + addedMassInTank());
    const Series velocity = release(scene(heavier * density));
    const double error = std::abs((slopeOf(velocity) - drift) / expected - 1);
    squares += sq(error);
    outcome.figures.push_back({"acceleration at density " + ratio, error, 0.1});
    plot.curves.push_back({"simulated, " + ratio, velocity});
    plot.curves.push_back({"potential flow, " + ratio, {{0, 0}, {kUntil, expected * kUntil}}});
  }
  outcome.figures.push_back({"both, RMS", std::sqrt(squares / 2), 0.1, true});
  outcome.plots.push_back(std::move(plot));
  return outcome;
}

const bool registered = registerCase({
    .name = "AddedMass",
    .description = "A disc that is let go in water accelerates as if it took its own volume along.",
    .reference = "Lam32",
    .solvers = {"dfsph"},
    .spacings = {0.025, 0.0125},
    .run = [](const std::string& solver, double spacing) { return released(solver, spacing, 1); },
    .wrong = {"discs 30 % too heavy",
              [](const std::string& solver, double spacing) {
                return released(solver, spacing, 1.3);
              }},
    .starts = 4,
});

}  // namespace
}  // namespace shoal::validation
