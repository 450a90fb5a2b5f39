#include "validation/framework/merged_plot.h"

#include <algorithm>

namespace shoal::validation {

Plot mergedPlot(const Plot& coarse, const Plot& fine) {
  Plot merged{fine.title, fine.xAxis, fine.yAxis, {}};
  for (const Curve& curve : fine.curves) {
    const auto same = std::find_if(coarse.curves.begin(), coarse.curves.end(),
                                   [&](const Curve& c) { return c.name == curve.name; });
    const bool reference = same != coarse.curves.end() && same->points == curve.points;
    if (same != coarse.curves.end() && !reference)
      merged.curves.push_back({curve.name + ", coarse", same->points, curve.style});
    merged.curves.push_back(curve);
    merged.curves.back().reference = reference;
    if (!reference) merged.curves.back().name += ", fine";
  }
  return merged;
}

}  // namespace shoal::validation
