// What a user can say about the samples of a solid that fluid meets by volumes, [ACAT13].
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

struct VolumesParams {
  std::string resampling = "geometric";
  bool guard = true;
};

template <>
struct Describe<VolumesParams> {
  static constexpr auto entries() {
    using P = VolumesParams;
    return std::tuple{
        Choice{
            "resampling", &P::resampling, "geometric|number-density|never",
            "When the samples of a solid that deforms are placed anew: as lengths of edges and "
            "triangles ask for it; where they have become too few or too many around one of them, "
            "which takes longer to find out; or never, which shows what gaps do."},
        Flag{"guard", &P::guard,
             "Whether particles that would pass its surface all the same, since it is not where "
             "pressure expected it or leaves no room for them, are put back."}};
  }
};

}  // namespace shoal
