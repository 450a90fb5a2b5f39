// What a user can say about the samples of a solid that fluid meets by volumes, [ACAT13].
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// When the samples of a surface that deforms are placed anew.
enum class ResamplingRule { Geometric, NumberDensity, Never };

template <>
struct EnumWords<ResamplingRule> {
  static constexpr EnumWord<ResamplingRule> words[] = {
      {ResamplingRule::Geometric, "geometric"},
      {ResamplingRule::NumberDensity, "number-density"},
      {ResamplingRule::Never, "never"}};
};

struct VolumesParams {
  ResamplingRule resampling = ResamplingRule::Geometric;
  bool guard = true;
};

template <>
struct Describe<VolumesParams> {
  static Entries entries() {
    using P = VolumesParams;
    return {
        Choice{
            "resampling", &P::resampling,
            "When the samples of a solid that deforms are placed anew: as lengths of edges and "
            "triangles ask for it; where they have become too few or too many around one of them, "
            "which takes longer to find out; or never, which shows what gaps do."},
        Flag{"guard", &P::guard,
             "Whether particles that would pass its surface all the same, since it is not where "
             "pressure expected it or leaves no room for them, are put back."}};
  }
};

}  // namespace shoal
