#include "shoal/surface/built_in_fields.h"

namespace shoal {

std::vector<SurfaceFieldKind> SurfaceFieldKind::builtIn() {
  return {{{"colour", "Sum of smoothed volumes: fast, and bumpy before it is smoothed."},
           makeColourField},
          {{"averaged", "Distance from the mean place of the particles nearby: smooth planes."},
           makeAveragedField},
          {{"anisotropic",
            "Sum of volumes that are smoothed along the surface more than across it: "
            "sharp edges and thin sheets."},
           makeAnisotropicField}};
}

}  // namespace shoal
