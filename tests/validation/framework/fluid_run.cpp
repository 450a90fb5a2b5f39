#include "validation/framework/fluid_run.h"

#include "support/perturbed.h"

namespace shoal::validation {

namespace {

int chosenStart = 0;

}  // namespace

Scene caseScene(const std::string& name, const std::string& solver, double spacing,
                std::vector<std::string> changes) {
  changes.push_back(fmt::format("world.spacing={}", spacing));
  const std::string byDefault = SolverParams{}.solver->word;
  const bool quality = valueOf<Quality>(solver).has_value();
  changes.push_back(fmt::format("fluid.water.solver=\"{}\"", quality ? byDefault : solver));
  if (quality) changes.push_back(fmt::format("world.quality=\"{}\"", solver));
  // The default solver has to do with the default kernel.
  if (quality || solver == byDefault)
    for (const char* change : {"world.kernel=\"automatic\"", "world.support=0"})
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
