// What cases with bodies in fluid share.
#pragma once

#include "shoal/world/solids/solids.h"
#include "validation/framework/fluid_run.h"
#include "validation/framework/outcome.h"

namespace shoal::validation {

// The body of a case that has one that forces move.
Body& bodyOf(const World& world, const std::string& name);

// The slope of the straight line nearest to the series.
double slopeOf(const Series& series);

// Of the values from the time `from` on.
double meanFrom(const Series& series, double from);

}  // namespace shoal::validation
