// One knob between cost and accuracy: what is chosen where a scene does not choose itself.
#pragma once

#include "shoal/core/enum_words.h"
#include "shoal/sph/fluid_params.h"
#include "shoal/sph/kernels/kernels.h"

namespace shoal {

enum class Quality { Fast, Standard, Accurate };

template <>
struct EnumWords<Quality> {
  static constexpr EnumWord<Quality> words[] = {
      {Quality::Fast, "fast"}, {Quality::Standard, "standard"}, {Quality::Accurate, "accurate"}};
};

struct QualityTraits {
  // Kernel and support, in spacings, with solvers that correct gradients.
  KernelKind kernel;
  double support;
  // The kernel with the others.
  KernelKind uncorrectedKernel;
  // Multiples of their parameters: the tolerances of iterative solvers, and the share of its first
  // residual that a solve may leave.
  double tolerance, reduction;
};

const QualityTraits& traitsOf(Quality quality);

// The parameters with tolerances as a quality has them.
SolverParams withTolerancesOf(Quality quality, SolverParams solver);

}  // namespace shoal
