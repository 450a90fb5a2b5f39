#include "shoal/coupling/volumes_params.h"

namespace shoal {

Entries Describe<VolumesParams>::entries() {
  using P = VolumesParams;
  return {
      Choice{"resampling", &P::resampling,
             "When the samples of a solid that deforms are placed anew: as lengths of edges and "
             "triangles ask for it; where they have become too few or too many around one of them, "
             "which takes longer to find out; or never, which shows what gaps do."},
      Flag{"guard", &P::guard,
           "Whether particles that would pass its surface all the same, since it is not where "
           "pressure expected it or leaves no room for them, are put back."}};
}

}  // namespace shoal
