// Colour map from 0..1.
#pragma once

#include "shoal/view/picture/image.h"

namespace shoal {

// Dark blue over green to yellow; equal steps look equal and grow lighter, also for the colour
// blind and in print. Control colours of "viridis" by Smith and van der Walt [SW15].
Rgb mapColour(double t);

// Colour of values that are not a number: far from all colours of the map.
inline constexpr Rgb kNotANumberColour{220, 40, 140};

}  // namespace shoal
