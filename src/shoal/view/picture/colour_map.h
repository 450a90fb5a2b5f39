// From a number in 0..1 to a colour.
#pragma once

#include "shoal/view/picture/image.h"

namespace shoal {

// Dark blue over green to yellow; equal steps look equal and grow lighter, also for the colour
// blind and in print. Control colours of "viridis" by Smith and van der Walt [SW15].
Rgb mapColour(double t);

// What stands for a value that is not a number: no colour of the map is near it.
inline constexpr Rgb kNotANumberColour{220, 40, 140};

}  // namespace shoal
