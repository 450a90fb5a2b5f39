#include "shoal/view/picture/labels.h"

#include <cmath>

#include "shoal/view/picture/colour_map.h"
#include "shoal/view/picture/font.h"
#include "shoal/view/picture/ticks.h"

namespace shoal {

namespace {

constexpr Rgb kInk{45, 50, 58};
// Shares of the size of letters.
constexpr double kPad = 0.6, kBarWidth = 0.75, kTickLength = 0.25, kGap = 0.25;
constexpr double kSmallestLetters = 10;  // px, that can be read

int roundUp(double v) { return static_cast<int>(std::ceil(v)); }
int rounded(double v) { return static_cast<int>(std::lround(v)); }

}  // namespace

Labels::Labels(int width, int height, const std::string& title, const Colouring& colouring,
               bool bar)
    : size_(std::max(kSmallestLetters, std::min(width / 48.0, height / 36.0))),
      pad_(kPad * size_),
      scene_{0, 0, width, height} {
  const double line = kLineHeight * size_;
  const auto mostLines = static_cast<std::size_t>(std::max(0.0, (height / 4.0 - pad_) / line));
  title_ = brokenIntoLines(title, size_, width - 2 * pad_, mostLines);
  if (!title_.empty()) scene_.top = roundUp(pad_ + static_cast<double>(title_.size()) * line);
  footer_ = line + pad_ <= height / 6.0;
  scene_.height = height - scene_.top - (footer_ ? roundUp(line + pad_) : 0);
  if (!bar) return;
  double numbers = 0;
  for (const Tick& tick : ticks(colouring.low, colouring.high))
    numbers = std::max(numbers, textWidth(tick.text, size_));
  const double wide = std::max(
      {barEnd() + numbers, textWidth(colouring.name, size_), textWidth(colouring.unit, size_)});
  const int column = roundUp(wide + 2 * pad_);
  bar_ = 4 * column <= width && scene_.height >= 10 * line;
  if (bar_) scene_.width -= column;
}

double Labels::barEnd() const { return (kBarWidth + kTickLength + kGap) * size_; }

void Labels::drawBar(Image& image, const Colouring& colouring) const {
  const double left = scene_.left + scene_.width + pad_, line = kLineHeight * size_;
  const int first = rounded(left), width = rounded(kBarWidth * size_);
  const int top = scene_.top + scene_.height / 4, height = scene_.height / 2;
  const int thick = std::max(1, rounded(0.08 * size_));
  drawText(image, left, top - 0.75 * size_ - line, size_, kInk, colouring.name);
  drawText(image, left, top - 0.75 * size_, size_, kInk, colouring.unit);
  for (int y = 0; y < height; ++y)
    fillRectangle(image, first, top + y, width, 1, mapColour(1 - (y + 0.5) / height));
  for (const Tick& tick : ticks(colouring.low, colouring.high)) {
    const int y = top + rounded((1 - colouring.of(tick.value)) * (height - 1));
    fillRectangle(image, first + width, y - thick / 2, rounded(kTickLength * size_), thick, kInk);
    drawText(image, left + barEnd(), y + kCapitalHeight / 2 * size_, size_, kInk, tick.text);
  }
}

// A line with ends, below the right end of the scene, if it is clear of what ends at `from`.
void Labels::drawScale(Image& image, double from, double pixelsPerMetre) const {
  const double right = scene_.left + scene_.width - pad_;
  const double metres = roundedDown(0.25 * scene_.width / pixelsPerMetre);
  const double length = metres * pixelsPerMetre;
  if (!std::isfinite(length) || length < 1) return;
  const std::string text = lengthText(metres);
  const double left = right - length, start = left - kGap * size_ - textWidth(text, size_);
  if (start < from + size_) return;
  const double baseline = image.height - pad_;
  drawText(image, start, baseline, size_, kInk, text);
  const int thick = std::max(1, rounded(0.1 * size_)), end = rounded(kCapitalHeight * size_);
  const int x = rounded(left), width = rounded(right) - x, bottom = rounded(baseline);
  fillRectangle(image, x, bottom - end / 2 - thick / 2, width, thick, kInk);
  for (const int at : {x, x + width - thick})
    fillRectangle(image, at, bottom - end, thick, end, kInk);
}

void Labels::draw(Image& image, const Colouring& colouring, double time,
                  std::optional<double> pixelsPerMetre) const {
  double baseline = pad_ + kAscent * size_;
  for (const std::string& text : title_) {
    drawText(image, pad_, baseline, size_, kInk, text);
    baseline += kLineHeight * size_;
  }
  if (footer_) {
    const std::string text = fmt::format("t = {:.3f} s", time);
    const double end = pad_ + textWidth(text, size_);
    const bool fits = end + pad_ <= image.width;
    if (fits) drawText(image, pad_, image.height - pad_, size_, kInk, text);
    if (pixelsPerMetre) drawScale(image, fits ? end : 0, *pixelsPerMetre);
  }
  if (bar_ && !colouring.values.empty()) drawBar(image, colouring);
}

}  // namespace shoal
