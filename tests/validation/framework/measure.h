// Comparing series with each other, and finding periods in them.
#pragma once

#include "validation/framework/outcome.h"

namespace shoal::validation {

// Linear between the points, constant beyond the first and the last; x must rise.
double valueAt(const Series& series, double x);

// Of `series` from each point of `reference`, relative to `scale`, or to the point's value.
double largestDeviation(const Series& series, const Series& reference, double scale);
double largestRelativeDeviation(const Series& series, const Series& reference);
double rmsDeviation(const Series& series, const Series& reference, double scale);

// The damped swing a e^(-decay t) cos(2 pi t / period + phase) + offset nearest to the series by
// least squares, with a period between half and twice the expected one.
struct Swing {
  double period = 0, decay = 0, offset = 0;
  double residual = 0;  // RMS
};
Swing fitSwing(const Series& series, double expectedPeriod);

}  // namespace shoal::validation
