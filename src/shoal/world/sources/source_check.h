// Consistency checks of sources and sinks beyond the ranges of single values.
#pragma once

#include "shoal/world/sources/source_params.h"
#include "shoal/world/world_params.h"

namespace shoal {

struct SourceFault {
  std::string key;  // "emitter[0].direction"
  std::string message;
};

// The first fault, if there is one. `fluids` are the names of the fluids there are.
std::optional<SourceFault> findFault(const SourceParams& sources, const WorldParams& world,
                                     const std::vector<std::string>& fluids);

}  // namespace shoal
