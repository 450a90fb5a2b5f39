#include "shoal/view/picture/overlay.h"

#include "shoal/view/picture/colour_map.h"
#include "shoal/view/picture/font.h"

namespace shoal {

namespace {

constexpr Rgb kInk{45, 50, 58};

// Lengths in pixels; everything grows with the picture.
struct Layout {
  int magnification, margin, barWidth, barColumn, line;

  Layout(int width, int height)
      : magnification(
            static_cast<int>(std::max(1L, std::lround(std::min(width / 480.0, height / 300.0))))),
        margin(8 * magnification),
        barWidth(9 * magnification),
        barColumn(barWidth + 4 * magnification + 8 * kGlyphWidth * magnification),
        line((kGlyphHeight + 3) * magnification) {}

  bool hasRoomForBar(int width, int height) const {
    return 4 * barColumn < width && 12 * line < height;
  }
};

void drawBar(Image& image, const Colouring& colouring, const Layout& l) {
  const int left = image.width - l.margin - l.barColumn;
  const int top = image.height / 4, height = image.height / 2;
  drawText(image, left, top - 2 * l.line - l.magnification, l.magnification, kInk, colouring.name);
  drawText(image, left, top - l.line - l.magnification, l.magnification, kInk, colouring.unit);
  for (int y = 0; y < height; ++y)
    fillRectangle(image, left, top + y, l.barWidth, 1, mapColour(1 - (y + 0.5) / height));
  for (const Tick& tick : ticks(colouring.low, colouring.high)) {
    const double share = (tick.value - colouring.low) / (colouring.high - colouring.low);
    const int y = top + static_cast<int>(std::lround((1 - share) * (height - 1)));
    fillRectangle(image, left + l.barWidth, y - l.magnification / 2, 2 * l.magnification,
                  l.magnification, kInk);
    drawText(image, left + l.barWidth + 4 * l.magnification,
             y - kCapitalHeight * l.magnification / 2, l.magnification, kInk, tick.text);
  }
}

// `text`, cut so that it fits.
std::string fitted(const std::string& text, int width, int magnification) {
  if (textWidth(text, magnification) <= width) return text;
  const int room = width / (kGlyphWidth * magnification) - 3;
  return text.substr(0, static_cast<std::size_t>(std::max(0, room))) + "...";
}

}  // namespace

std::vector<Tick> ticks(double low, double high) {
  constexpr double kWanted = 5;
  const double rough = (high - low) / kWanted;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double lead = rough / power;
  const double step = power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  const bool plain = std::max(std::abs(low), std::abs(high)) < 1e6 && decimals <= 5;
  std::vector<Tick> list;
  const double slack = 1e-9 * (high - low);
  for (double i = std::ceil((low - slack) / step); i * step <= high + slack; ++i) {
    const double value = i == 0 ? 0 : i * step;  // not -0
    list.push_back(
        {value, plain ? fmt::format("{:.{}f}", value, decimals) : fmt::format("{:.3g}", value)});
    if (list.size() > 20) break;  // a range too narrow for its numbers
  }
  return list;
}

Window freeWindow(int width, int height) {
  const Layout l(width, height);
  const double x = 2.0 / width, y = 2.0 / height;
  const int bar = l.hasRoomForBar(width, height) ? l.barColumn + l.margin : 0;
  const int title = std::min(l.margin + l.line, height / 8);
  const int margin = std::min(l.margin, width / 16);
  return {-1 + x * margin, 1 - x * (bar + margin), -1 + y * title, 1 - y * title};
}

void drawOverlay(Image& image, const Colouring& colouring, const std::string& title, double time) {
  const Layout l(image.width, image.height);
  const int room = image.width - 2 * l.margin;
  drawText(image, l.margin, l.margin, l.magnification, kInk, fitted(title, room, l.magnification));
  drawText(image, l.margin, image.height - l.margin - kCapitalHeight * l.magnification,
           l.magnification, kInk, fitted(fmt::format("t = {:.3f} s", time), room, l.magnification));
  const bool coloured = !colouring.values.empty();
  if (coloured && l.hasRoomForBar(image.width, image.height)) drawBar(image, colouring, l);
}

}  // namespace shoal
