// SVG plots for HTML pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shoal {

struct PlotPoint {
  double x = 0, y = 0;
  bool operator==(const PlotPoint&) const = default;
};

enum class PlotStyle { Line, Points };

struct PlotCurve {
  std::string name;
  std::vector<PlotPoint> points;
  PlotStyle style = PlotStyle::Line;
  bool reference = false;  // drawn in black
};

// Curves over common axes.
struct Plot {
  std::string title, xAxis, yAxis;
  std::vector<PlotCurve> curves;
  bool paired = true;  // neighbouring curves are shades of one colour
  bool spikes =
      true;  // shown to their tips; else they may leave the frame so that the rest is seen
};

std::string svgPlot(const Plot& plot);

// HTML-escapes &, < and >.
std::string htmlText(std::string_view text);

}  // namespace shoal
