#include "validation/framework/fluid_run.h"

#include "support/perturbed.h"

namespace shoal::validation {

namespace {

int chosenStart = 0;

}  // namespace

Scene caseScene(const std::string& name, const std::string& solver, double spacing,
                std::vector<std::string> changes) {
  changes.push_back(fmt::format("world.spacing={}", spacing));
  changes.push_back(fmt::format("fluid.water.solver=\"{}\"", solver));
  // The default solver has to do with the default kernel.
  if (solver == SolverParams{}.solver->word)
    for (const char* change : {"world.kernel=\"cubic-spline\"", "world.support=0"})
      changes.emplace_back(change);
  return projectScene("validation/" + name, changes);
}

void chooseStart(int start) { chosenStart = start; }

WorldSetup caseSetup(const Scene& scene) {
  return perturbed(worldSetup(scene, assemble(scene)), chosenStart);
}

double escapedShare(const World& world) {
  const auto gone = static_cast<double>(world.escaped());
  return gone / (gone + static_cast<double>(positions(world).size()));
}

}  // namespace shoal::validation
