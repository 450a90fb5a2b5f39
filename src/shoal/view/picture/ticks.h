// Round numbers for axes and scales.
#pragma once

#include <string>
#include <vector>

namespace shoal {

// Round numbers in [low, high], about five of them, each with its text.
struct Tick {
  double value = 0;
  std::string text;
};
std::vector<Tick> ticks(double low, double high);

// The largest of 1, 2 and 5 times a power of ten that is not above `length`.
double roundedDown(double length);

// A length in m with the unit that suits it: "0.2 m", "50 mm".
std::string lengthText(double metres);

}  // namespace shoal
