// How many floats the passes over pairs of particles handle at once. Every width gives the same
// bits; the widest that the machine has is the fastest and the default.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shoal {

// The widths that this machine can run, widest first, of "avx512" (16 lanes), "avx2" (8) and
// "scalar" (1).
std::vector<std::string> availableLanes();

// Has the passes that follow use this width; throws an Error if the machine does not have it. Not
// while a pass runs.
void useLanes(std::string_view name);

// As SHOAL_LANES in the environment says, if it is set.
void useLanesOfEnvironment();

// The width in use.
std::string lanesInUse();

}  // namespace shoal
