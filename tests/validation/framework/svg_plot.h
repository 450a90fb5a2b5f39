// Plots as SVG, to stand inside a page.
#pragma once

#include <string>
#include <string_view>

#include "validation/framework/outcome.h"

namespace shoal::validation {

std::string svgPlot(const Plot& plot);

// The plot with the curves of a coarse and of a fine run. Those that are the same in both, the
// references, come once.
Plot mergedPlot(const Plot& coarse, const Plot& fine);

// Text with &, < and > made harmless.
std::string escaped(std::string_view text);

}  // namespace shoal::validation
