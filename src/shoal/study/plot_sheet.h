// Plots one below the other, as SVG or PNG.
#pragma once

#include <filesystem>

#include "shoal/study/plot_canvas.h"

namespace shoal {

struct SheetSize {
  int width = 900, height = 360;  // pixels, of each plot with its legend
};

// Of each plot the title, the curves over their axes, and a legend unless it has one curve that the
// title names. A curve keeps its peaks however many points it has, and is broken where a value is
// not finite.
std::string svgSheet(const std::vector<Plot>& plots, const SheetSize& size);
Image imageSheet(const std::vector<Plot>& plots, const SheetSize& size);

}  // namespace shoal
