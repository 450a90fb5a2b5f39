// The kind of forces on fluids.
#pragma once

#include <functional>

#include "shoal/core/kinds.h"
#include "shoal/sph/fluid_context.h"
#include "shoal/sph/forces/fluid_force.h"

namespace shoal {

// A member of the kind. Parameters of the world and of its fluids switch on what is built in, a
// table [force.<word>] of the scene what was added.
struct FluidForceKind : KindEntry {
  // Null where the parameters do not ask for it. Forces are added up in the order of their table.
  std::function<std::unique_ptr<FluidForce>(const FluidContext&)> make;

  static std::vector<FluidForceKind> builtIn();
};

}  // namespace shoal
