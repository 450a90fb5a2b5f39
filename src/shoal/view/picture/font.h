// Bitmap font: printable ASCII, magnified by integers.
#pragma once

#include <string_view>

#include "shoal/view/picture/image.h"

namespace shoal {

inline constexpr int kGlyphWidth = 6;     // pixels at magnification 1, with the gap
inline constexpr int kCapitalHeight = 7;  // above the base line
inline constexpr int kGlyphHeight = 9;    // with descenders

// Pixels that `text` takes; a character that is not ASCII counts once and is drawn as '?'.
int textWidth(std::string_view text, int magnification);

// Draws text whose top left corner is at (left, top), clipped to the picture.
void drawText(Image& image, int left, int top, int magnification, const Rgb& colour,
              std::string_view text);

}  // namespace shoal
