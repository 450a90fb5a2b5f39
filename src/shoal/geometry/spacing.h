// Conversion of lengths into numbers of points at a given spacing.
#pragma once

#include <algorithm>
#include <cmath>

namespace shoal {

// A length this part of a spacing over or under a multiple counts as the multiple: sides of files
// in single precision should not gain or lose a row of points.
inline constexpr double kSpacingRoundOff = 1e-3;

// Upper bound of points; more are taken for a mistake in the spacing.
inline constexpr double kMostPoints = 2e8;

// Throws an Error unless the spacing is a positive number.
void requireSpacing(double spacing);

// Throws an Error that says to raise the spacing if there are too many points. They fill
// `dimensions` dimensions, which gives the spacing that would do.
void requireFewPoints(double points, const char* what, double spacing, int dimensions);

// The fewest equal intervals of at most the spacing that make up the length.
inline double intervals(double length, double spacing) {
  return std::max(1.0, std::ceil(length / spacing - kSpacingRoundOff));
}

}  // namespace shoal
