// The plots of two runs as one.
#pragma once

#include "validation/framework/outcome.h"

namespace shoal::validation {

// The plot with the curves of a coarse and of a fine run. Those that are the same in both, the
// references, come once.
Plot mergedPlot(const Plot& coarse, const Plot& fine);

}  // namespace shoal::validation
