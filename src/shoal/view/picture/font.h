// Text in pictures: DejaVu Sans, drawn by FreeType with soft edges.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shoal/view/picture/image.h"

namespace shoal {

// Text is UTF-8; what is not is drawn as U+FFFD, line ends and other control characters as spaces.
// `size` is that of the letters' em in pixels; other lengths are shares of it.
inline constexpr double kCapitalHeight = 0.73;
inline constexpr double kLineHeight = 1.3;
// How far letters, with their accents, reach above and below the base line.
inline constexpr double kAscent = 0.94, kDescent = 0.24;

double textWidth(std::string_view text, double size);  // px

// Draws text from `left` on its base line, clipped to the picture.
void drawText(Image& image, double left, double baseline, double size, const Rgb& colour,
              std::string_view text);

// Breaks text at spaces, and words that are too long anywhere, into lines of at most `width`
// pixels. Of more than `most` lines the last kept one ends in an ellipsis. Without room for a
// letter there is no line.
std::vector<std::string> brokenIntoLines(std::string_view text, double size, double width,
                                         std::size_t most);

}  // namespace shoal
