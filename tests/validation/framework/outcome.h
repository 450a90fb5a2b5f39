// What one run of a validation case measured.
#pragma once

#include <string>
#include <vector>

namespace shoal::validation {

// A deviation from the reference and what is allowed. Mostly relative: 0.01 is one percent.
struct Figure {
  std::string quantity;
  double error = 0;
  double gate = 0;
  bool main = false;  // must fall from the coarse to the fine resolution

  // Written so that a NaN is not.
  bool withinGate() const { return error <= gate; }
};

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};
using Series = std::vector<Point>;

enum class Style { Line, Points };

struct Curve {
  std::string name;
  Series points;
  Style style = Style::Line;
  bool reference = false;  // found out when the runs of a case are drawn together
};

// Curves over common axes. What every run of a case repeats, its reference, is drawn once.
struct Plot {
  std::string title, xAxis, yAxis;
  std::vector<Curve> curves;
};

struct Outcome {
  std::vector<Figure> figures;
  std::vector<Plot> plots;
};

}  // namespace shoal::validation
