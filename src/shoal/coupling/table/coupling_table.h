// The table of couplings: what a scene may name, and what each needs.
#pragma once

#include <deque>
#include <functional>

#include "shoal/coupling/samples/sampled_coupling.h"

namespace shoal {

struct CouplingKind {
  std::string name;

  // Of couplings by boundary samples: how static and kinematic solids are sampled. None: it has no
  // samples.
  std::function<SamplePlacement(const KernelChoice&, double spacing)> placement{};
  bool repels = false;     // whether samples repel instead of standing for a volume
  bool needsBody = false;  // whether static and kinematic solids have to be bodies, too
  bool rigidOnly = false;  // whether solids that deform cannot take it
  bool friction = true;    // whether SurfaceParams::friction acts

  // None: fluid does not meet the solids.
  std::function<std::unique_ptr<Coupling>(std::vector<CoupledSolid>, const CouplingContext&,
                                          Boundary&)>
      make{};

  bool sampled() const { return static_cast<bool>(placement); }
};

// In the order in which they are called in a step.
const std::deque<CouplingKind>& couplingKinds();

// An Error with all names if there is none of this name.
const CouplingKind& couplingKind(const std::string& name);

// Adds a coupling to the table, before any scene is read.
void addCouplingKind(CouplingKind kind);

}  // namespace shoal
