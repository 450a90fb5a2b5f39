// The kind of pressure solvers.
#pragma once

#include <functional>

#include "shoal/core/kinds.h"

namespace shoal {

class FluidSolver;
struct FluidContext;

// A member of the kind; those that are built in are listed in sph/solvers/solver_table.cpp.
struct PressureSolver : KindEntry {
  std::function<std::unique_ptr<FluidSolver>(const FluidContext&)> make;
  // Whether pressure follows from the density by an equation of state, so that it tolerates
  // particles that something else moves between steps.
  bool equationOfState = false;

  static std::vector<PressureSolver> builtIn();
};

}  // namespace shoal
