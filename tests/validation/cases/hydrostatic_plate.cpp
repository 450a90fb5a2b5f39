// A plate between clamps under a column of water: the deflection of beam theory, [TW59].
#include <cmath>

#include "validation/framework/body_run.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kSofter = 100;  // than the plate of the reference
constexpr double kUntil = 1.0;   // s
// By which beam theory, which knows neither shear nor clamps of finite length, is off itself.
constexpr double kOfBeams = 0.02;

// At nu = 0.34 and g = 9.81 m/s^2, under its own weight, too; in m.
double referenceDeflection() {
  const ReferenceTable table = referenceData("analytic_hydrostatic_plate");
  return kSofter * table.column("w_mid_m").back();
}

// Of the middle of the plate, by the vertices of its surface there, in m.
double heightOf(const Body& plate, const std::vector<std::size_t>& vertices) {
  double sum = 0;
  for (const std::size_t k : vertices) sum += plate.surface().x[k].y;
  return sum / static_cast<double>(vertices.size());
}

Outcome bending(const std::string& solver, double spacing, double young) {
  World world(caseSetup(caseScene("hydrostatic-plate", solver, spacing,
                                  {fmt::format("solid.plate.young={}", young)})));
  const Body& plate = bodyOf(world, "plate");
  std::vector<std::size_t> middle;
  for (std::size_t k = 0; k < plate.surface().x.size(); ++k)
    if (std::abs(plate.surface().x[k].x - 0.5) < 1e-6) middle.push_back(k);
  const double start = heightOf(plate, middle);
  Series deflection;
  runUntil(world, kUntil, [&] {
    deflection.push_back({world.time(), heightOf(plate, middle) - start});
  });
  const double exact = referenceDeflection();
  return {.figures = {{"deflection", std::abs(meanFrom(deflection, 0.7 * kUntil) / exact - 1), 0.1,
                       true, kOfBeams},
                      {"particles that escaped", escapedShare(world), 0}},
          .plots = {{"Middle of the plate",
                     "t in s",
                     "deflection in m",
                     {{"simulated", deflection}, {"beam theory", {{0, exact}, {kUntil, exact}}}}}}};
}

ValidationCase plate(const std::string& name, const std::vector<std::string>& solvers,
                     const std::array<double, 2>& spacings) {
  return {
      .name = name,
      .description = "A soft plate between clamps bends under 2 m of water as beam theory says.",
      .reference = "TW59",
      .solvers = solvers,
      .spacings = spacings,
      .run = [](const std::string& by,
                double spacing) { return bending(by, spacing, 6.75e10 / kSofter); },
      .wrong = {"a plate 25 % stiffer",
                [](const std::string& by, double spacing) {
                  return bending(by, spacing, 1.25 * 6.75e10 / kSofter);
                }},
  };
}

const bool registered = registerCase(plate("HydrostaticPlate", {"isph", "dfsph"}, {0.05, 0.025})) &&
                        registerCase(plate("HydrostaticPlateWcsph", {"wcsph"}, {0.1, 0.05}));

}  // namespace
}  // namespace shoal::validation
