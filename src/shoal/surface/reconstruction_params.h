// Parameters of surfaces of fluids.
#pragma once

#include <string>
#include <vector>

#include "shoal/core/kinds.h"
#include "shoal/surface/surface_field.h"

namespace shoal {

struct ReconstructionParams {
  Handle<SurfaceFieldKind> field = "colour";
  double cell = 0.5;   // spacings
  double support = 2;  // spacings
  int smoothing = 25;  // rounds
  bool cleanUp = true;
  bool normals = true;
  std::vector<std::string> columns{"velocity"};
};

template <>
struct Describe<ReconstructionParams> {
  static Entries entries();
};

}  // namespace shoal
