#include "shoal/geometry/spacing.h"

#include "shoal/core/error.h"
#include "shoal/core/portable.h"

namespace shoal {

void requireSpacing(double spacing) {
  if (!(spacing > 0) || !std::isfinite(spacing))
    fail("a spacing of {} m is impossible; give a positive one", spacing);
}

void requireFewPoints(double points, const char* what, double spacing, int dimensions) {
  if (points <= kMostPoints) return;
  const double enough = spacing * portable::pow(points / kMostPoints, 1.0 / dimensions);
  fail("a spacing of {} m gives {:.3g} {}, more than {:.0f} million; raise the spacing to {:.2g} m",
       spacing, points, what, kMostPoints / 1e6, 1.1 * enough);
}

}  // namespace shoal
