// What one run of a validation case measured.
#pragma once

#include <string>
#include <vector>

#include "shoal/study/svg_plot.h"

namespace shoal::validation {

// A deviation from the reference and what is allowed. Mostly relative: 0.01 is one percent.
struct Figure {
  std::string quantity;
  double error = 0;
  double gate = 0;
  bool main = false;  // must fall from the coarse to the fine resolution,
  double exact = 0;   // but not if both are below this: how exact the reference itself is

  // Written so that a NaN is not.
  bool withinGate() const { return error <= gate; }
};

// What every run of a case repeats, its reference, is drawn once in its plots.
using Point = PlotPoint;
using Series = std::vector<Point>;
using Style = PlotStyle;
using Curve = PlotCurve;

struct Outcome {
  std::vector<Figure> figures;
  std::vector<Plot> plots;
};

}  // namespace shoal::validation
