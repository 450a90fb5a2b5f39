// Bodies float as deep as the weight of the water that they displace asks: Archimedes.
#include <cmath>

#include "validation/framework/body_run.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kRatio = 0.5;  // of the densities of body and water

struct Float {
  std::string scene, column;  // of analytic_floating_draft.csv
  double size;                // m, what the column's drafts are relative to
  double below;               // m, from the centre of the body to its lowest point
  double until;               // s
  bool dipped = false;        // starts half submerged, where its scene lets it fall
};

// `density` of the body, in kg/m^3.
Outcome floating(const Float& kind, const std::string& solver, double spacing, double density) {
  std::vector<std::string> changes{fmt::format("solid.body.density={}", density)};
  const Vec3d middle{0.5, 0.4, 0};
  if (kind.dipped)
    changes.push_back(fmt::format("solid.body.position=[{}, {}, 0]", middle.x, middle.y));
  World world(caseSetup(caseScene(kind.scene, solver, spacing, changes)));
  const Body& body = bodyOf(world, "body");
  Series draft;
  runUntil(world, kind.until, [&] {
    const auto levels = world.probes().latest();
    const double bottom = body.totals().centre.y - kind.below;
    draft.push_back({world.time(), (levels[0] + levels[1]) / 2 - bottom});
  });
  const double exact =
      kind.size *
      referenceData("analytic_floating_draft").value(fmt::format("{}", kRatio), kind.column);
  const double error = std::abs(meanFrom(draft, 0.6 * kind.until) - exact);
  return {.figures = {{"draft, in spacings", error / spacing, 1},
                      {"draft", error / kind.size, 0.1, true},
                      {"particles that escaped", escapedShare(world), 0}},
          .plots = {{"Draft",
                     "t in s",
                     "m",
                     {{"simulated", draft}, {"Archimedes", {{0, exact}, {kind.until, exact}}}}}}};
}

bool registerFloat(const std::string& name, const std::string& description, const Float& kind,
                   const std::vector<std::string>& solvers, std::array<double, 2> spacings) {
  return registerCase({
      .name = name,
      .description = description,
      .reference = "Lam32",
      .solvers = solvers,
      .spacings = spacings,
      .run = [kind](const std::string& solver,
                    double spacing) { return floating(kind, solver, spacing, 1000 * kRatio); },
      .wrong = {"a body 1.8 times as heavy",
                [kind](const std::string& solver, double spacing) {
                  return floating(kind, solver, spacing, 1800 * kRatio);
                }},
  });
}

const bool box =
    registerFloat("FloatingBox", "A box of half the density of water floats half submerged.",
                  {"floating-box", "box_draft_over_height", 0.12, 0.06, 4, false},
                  {"isph", "dfsph", "wcsph"}, {0.02, 0.01});
const bool disc = registerFloat("FloatingDisc", "A disc of half the density of water floats.",
                                {"floating-disc", "cylinder2D_draft_over_R", 0.1, 0.1, 3, true},
                                {"isph", "dfsph", "wcsph"}, {0.02, 0.01});
const bool sphere = registerFloat("FloatingSphere", "A sphere of half the density of water floats.",
                                  {"floating-sphere", "sphere_draft_over_R", 0.09, 0.09, 3, false},
                                  {"isph", "dfsph"}, {0.03, 0.02});

}  // namespace
}  // namespace shoal::validation
