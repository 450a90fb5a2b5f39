// Comparison of couplings: one scene with one coupling after the other.
#pragma once

#include <functional>

#include "shoal/study/run_figures.h"

namespace shoal {

struct CoupledScene {
  std::string coupling;
  Scene scene;
  std::vector<std::string> kept;    // solids that cannot take it and keep theirs
  std::vector<std::string> advice;  // on choices of the scene that do not suit the coupling
};

// Sets the coupling of every solid that supports it; solids without coupling stay so. Throws an
// Error if none supports it. Parameter groups of other couplings are removed.
CoupledScene withCoupling(const Scene& scene, const std::string& coupling);

struct Comparison {
  CoupledScene coupled;
  std::string failure;  // what ended the run early; empty if nothing did
  RunFigures figures;
  double secondsPerStep = 0;
  double share = 0;  // of the wall time, in coupling without loops over fluid
  std::vector<std::filesystem::path> pictures;  // from the first frame to the last
};

// Runs the scene with each coupling in a folder of its own below `folder`, and writes compare.html
// and compare.csv there. `onRun` is told of each run before it starts. An Error if results of
// other settings are there, unless they may be overwritten.
std::vector<Comparison> compareCouplings(const Scene& scene,
                                         const std::vector<std::string>& couplings,
                                         const std::filesystem::path& folder, bool overwrite,
                                         const std::function<void(const CoupledScene&)>& onRun);

std::string comparisonPage(const Scene& scene, const std::vector<Comparison>& all);
std::string comparisonTable(const std::vector<Comparison>& all);

}  // namespace shoal
