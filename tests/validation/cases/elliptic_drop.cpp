// A disc of water that is stretched by its own motion, [Mon94]: u = (A x, -A y).
#include <cmath>

#include "validation/framework/fluid_run.h"
#include "validation/framework/measure.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kA = 100;  // 1/s, at the start

// Twice the root of the mean square: the semi-axes of an ellipse of uniform density.
Vec3d semiAxes(const World& world) {
  Vec3d squares;
  for (const Vec3f& x : positions(world)) squares += Vec3d{sq(double(x.x)), sq(double(x.y)), 0};
  squares = squares / static_cast<double>(positions(world).size());
  return {2 * std::sqrt(squares.x), 2 * std::sqrt(squares.y), 0};
}

// The exact pressure rho A^2 (R^2 - r^2) / 2 is there at once. Weakly compressible fluid that is
// not compressed accordingly rings, and, since it bears no tension, swells.
void compress(std::vector<Vec3f>& positions, double A, double soundSpeed) {
  for (Vec3f& x : positions) {
    const double r2 = double(dot(x, x));
    x *= static_cast<float>(1 - sq(A / soundSpeed) / 2 * (0.5 - r2 / 4));
  }
}

Outcome stretch(const std::string& solver, double spacing, double A) {
  const Scene scene = caseScene("elliptic-drop", solver, spacing);
  WorldSetup setup = caseSetup(scene);
  if (solver == "wcsph") compress(setup.positions, A, setup.solver.wcsph.soundSpeed);
  for (std::size_t i = 0; i < setup.positions.size(); ++i) {
    const Vec3f x = setup.positions[i];
    setup.velocities[i] = static_cast<float>(A) * Vec3f{x.x, -x.y, 0};
  }
  World world(setup);

  Series major, minor;
  const auto record = [&] {
    const Vec3d axes = semiAxes(world);
    major.push_back({world.time(), axes.x});
    minor.push_back({world.time(), axes.y});
  };
  record();
  runUntil(world, scene.run.until, record);

  const ReferenceTable exact = referenceData("analytic_elliptic_drop");
  const Series exactMajor = exact.series("t_s", "semi_major_m");
  const Series exactMinor = exact.series("t_s", "semi_minor_m");
  return {.figures = {{"major axis", largestRelativeDeviation(major, exactMajor), 0.02},
                      {"minor axis", largestRelativeDeviation(minor, exactMinor), 0.02, true},
                      {"particles that escaped", escapedShare(world), 0}},
          .plots = {{"Semi-axes of the drop",
                     "t in s",
                     "m",
                     {{"major", major},
                      {"minor", minor},
                      {"major, exact", exactMajor, Style::Points},
                      {"minor, exact", exactMinor, Style::Points}}}}};
}

const bool registered = registerCase({
    .name = "EllipticDrop",
    .description = "A disc of water without weight stretches to an ellipse as the exact solution "
                   "does.",
    .reference = "Mon94",
    .solvers = {"isph", "wcsph", "dfsph"},
    .spacings = {1.0 / 40, 1.0 / 100},
    .run = [](const std::string& solver, double spacing) { return stretch(solver, spacing, kA); },
    .wrong = {"a motion 10 % too fast",
              [](const std::string& solver, double spacing) {
                return stretch(solver, spacing, 1.1 * kA);
              }},
});

}  // namespace
}  // namespace shoal::validation
