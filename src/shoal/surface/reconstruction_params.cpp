#include "shoal/surface/reconstruction_params.h"

namespace shoal {

Entries Describe<ReconstructionParams>::entries() {
  using P = ReconstructionParams;
  return {
      OneOf{"field", &P::field, "Function of the particles whose zero the surface is."},
      Param{
          "cell", &P::cell, 0.05, 10.0, "spacings",
          "Edge of the cells that the surface is cut from: smaller is finer and takes longer. 0.75 "
          "is enough for previews."},
      Param{"support", &P::support, 1.2, 6.0, "spacings",
            "Distance at which particles still act on the surface: larger is smoother and rounds "
            "details off."},
      Param{"smoothing", &P::smoothing, 0, 1000, "rounds",
            "Rounds of smoothing of the mesh, which keep volume and drops."},
      Flag{"cleanUp", &P::cleanUp, "Whether small and thin triangles are removed."},
      Flag{"normals", &P::normals, "Whether vertices have normals."},
      Words{"columns", &P::columns,
            "Columns of the particles that vertices have, too, such as velocity or pressure."}};
}

}  // namespace shoal
