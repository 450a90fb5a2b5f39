// One knob between cost and accuracy: what is chosen where a scene does not choose itself.
#pragma once

#include "shoal/core/enum_words.h"
#include "shoal/sph/kernels/kernels.h"

namespace shoal {

enum class Quality { Standard, Accurate };

template <>
struct EnumWords<Quality> {
  static constexpr EnumWord<Quality> words[] = {{Quality::Standard, "standard"},
                                                {Quality::Accurate, "accurate"}};
};

struct QualityTraits {
  // Kernel and support, in spacings, with solvers that correct gradients.
  KernelKind kernel;
  double support;
  // The kernel with the others.
  KernelKind uncorrectedKernel;
};

const QualityTraits& traitsOf(Quality quality);

}  // namespace shoal
