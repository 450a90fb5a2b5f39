#include "shoal/study/compare.h"

#include <algorithm>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/timer.h"
#include "shoal/output/run.h"
#include "shoal/scene/doctor/doctor.h"
#include "shoal/view/run/render_run.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

constexpr int kPictures = 3;  // of each run

bool canTake(const SceneSolid& solid, const std::string& coupling) {
  const CouplingKind& kind = *Handle<CouplingKind>(coupling);
  if (!solid.surface.coupling->make) return false;
  return !(kind.rigidOnly && solid.model->deforms) &&
         (kind.friction || solid.surface.friction == 0);
}

Comparison compareOne(const CoupledScene& coupled, RunOptions options) {
  Comparison one{coupled, "", {}, 0, 0, {}};
  const RunFolder run(options.folder);
  Progress progress;
  options.onProgress = [&](const Progress& now) { progress = now; };
  clearTimings();
  try {
    shoal::run(coupled.scene, options);
  } catch (const Error& error) {
    one.failure = error.what();
    if (progress.steps == 0) return one;
  }
  one.secondsPerStep = progress.wallSeconds / std::max(1.0, static_cast<double>(progress.steps));
  one.share =
      (phaseSeconds("coupling") + phaseSeconds("walls")) / std::max(1e-9, progress.wallSeconds);
  one.figures = readFigures(run, coupled.scene);
  FrameChoice choice;
  choice.some = kPictures;
  one.pictures = renderRun(run, run.pictures(), seenBy(coupled.scene.camera), choice, {});
  return one;
}

}  // namespace

CoupledScene withCoupling(const Scene& scene, const std::string& coupling) {
  CoupledScene coupled{coupling, scene, {}, {}};
  std::size_t changed = 0;
  for (SceneSolid& solid : coupled.scene.solids) {
    if (!canTake(solid, coupling)) {
      coupled.kept.push_back(solid.name);
      continue;
    }
    ++changed;
    solid.surface.setCoupling(coupling);
  }
  if (changed == 0)
    fail("no solid of the scene can take coupling = \"{}\"; leave it out", coupling);
  for (const Finding& finding : examineChoices(coupled.scene))
    coupled.advice.push_back(finding.what);
  return coupled;
}

std::vector<Comparison> compareCouplings(const Scene& scene,
                                         const std::vector<std::string>& couplings,
                                         const fs::path& folder, bool overwrite,
                                         const std::function<void(const CoupledScene&)>& onRun) {
  std::vector<CoupledScene> runs;
  runs.reserve(couplings.size());
  for (const std::string& coupling : couplings) runs.push_back(withCoupling(scene, coupling));
  const auto optionsOf = [&](const CoupledScene& coupled) {
    RunOptions options;
    options.folder = folder / coupled.coupling;
    options.overwrite = overwrite;
    return options;
  };
  for (CoupledScene& coupled : runs) {
    watchForces(coupled.scene);
    coupled.scene.run.maxLoss = 1;  // what escapes is compared, too
    mayRun(coupled.scene, optionsOf(coupled));
  }
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) fail("{}: cannot be made: {}", folder.string(), code.message());
  std::vector<Comparison> all;
  for (const CoupledScene& coupled : runs) {
    if (onRun) onRun(coupled);
    all.push_back(compareOne(coupled, optionsOf(coupled)));
    Comparison& one = all.back();
    for (fs::path& picture : one.pictures) picture = picture.lexically_relative(folder);
  }
  writeFileAtomically(folder / "compare.csv", comparisonTable(all));
  writeFileAtomically(folder / "compare.html", comparisonPage(scene, all));
  return all;
}

}  // namespace shoal
