// Table of the pressure solvers.
#pragma once

#include <functional>

#include "shoal/core/kinds.h"

namespace shoal {

class FluidSolver;
struct FluidContext;

// An entry of the table; the built-in ones are listed in sph/solvers/solver_table.cpp.
struct PressureSolver : KindEntry {
  std::function<std::unique_ptr<FluidSolver>(const FluidContext&)> make{};
  // Whether pressure follows from the density by an equation of state. Such solvers tolerate
  // particles that are moved by others between steps.
  bool equationOfState = false;
  // Whether it corrects gradients, see KernelChoice::corrected.
  bool correctsGradients = false;

  static std::vector<PressureSolver> builtIn();
};

}  // namespace shoal
