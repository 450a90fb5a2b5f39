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
  static Entries entries();
};

}  // namespace shoal
