// What cases with bodies in fluid share.
#pragma once

#include <functional>

#include "shoal/world/solids.h"
#include "validation/framework/fluid_run.h"
#include "validation/framework/outcome.h"

namespace shoal::validation {

// The body of a case that has one that forces move.
Body& bodyOf(const World& world, const std::string& name);

// Takes away particles that are closer than half a spacing to what is inside a body, where
// distance() is negative.
void makeRoom(WorldSetup& setup, const std::function<double(const Vec3d&)>& distance);

// The slope of the straight line nearest to the series.
double slopeOf(const Series& series);

// Of the values from the time `from` on.
double meanFrom(const Series& series, double from);

}  // namespace shoal::validation
