// Table of the forces on fluids.
#pragma once

#include <functional>

#include "shoal/core/kinds.h"
#include "shoal/sph/fluid_context.h"
#include "shoal/sph/forces/fluid_force.h"

namespace shoal {

// An entry of the table. Built-in forces are switched on by parameters of the world and of its
// fluids, added ones by a table [force.<word>] of the scene.
struct FluidForceKind : KindEntry {
  // Null where the parameters do not ask for it. Forces are summed in the order of the table.
  std::function<std::unique_ptr<FluidForce>(const FluidContext&)> make{};

  static std::vector<FluidForceKind> builtIn();
};

}  // namespace shoal
