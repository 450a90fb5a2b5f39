// From the assembled parts of a scene to a world.
#pragma once

#include "shoal/scene/assemble/assembly.h"
#include "shoal/world/world.h"

namespace shoal {

WorldSetup worldSetup(const Scene& scene, const Assembly& assembly);

}  // namespace shoal
