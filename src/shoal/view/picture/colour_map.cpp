#include "shoal/view/picture/colour_map.h"

#include <cmath>

namespace shoal {

namespace {

constexpr std::array<Rgb, 11> kControls{{{0x44, 0x01, 0x54},
                                         {0x48, 0x25, 0x76},
                                         {0x41, 0x44, 0x87},
                                         {0x35, 0x60, 0x8d},
                                         {0x2a, 0x78, 0x8e},
                                         {0x21, 0x90, 0x8c},
                                         {0x22, 0xa8, 0x84},
                                         {0x43, 0xbf, 0x71},
                                         {0x7a, 0xd1, 0x51},
                                         {0xbb, 0xdf, 0x27},
                                         {0xfd, 0xe7, 0x25}}};

}  // namespace

Rgb mapColour(double t) {
  if (std::isnan(t)) return kNotANumberColour;
  const double at = std::clamp(t, 0.0, 1.0) * static_cast<double>(kControls.size() - 1);
  const std::size_t low = std::min(static_cast<std::size_t>(at), kControls.size() - 2);
  const double share = at - static_cast<double>(low);
  Rgb colour{};
  for (std::size_t c = 0; c < colour.size(); ++c)
    colour[c] = static_cast<std::uint8_t>(
        std::lround((1 - share) * kControls[low][c] + share * kControls[low + 1][c]));
  return colour;
}

}  // namespace shoal
