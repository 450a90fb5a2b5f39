#include "shoal/study/plot_canvas.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "shoal/core/vec.h"
#include "shoal/view/picture/font.h"

namespace shoal {

namespace {

constexpr double kSvgFont = 12;     // px
constexpr double kSvgLetter = 6.7;  // px, of a letter of that size, on average and rather wide
constexpr double kImageFont = 10;   // px, on the smallest pictures
constexpr double kLine = 1.35;      // heights of letters between two lines of text

std::string colourText(const Rgb& c) {
  return fmt::format("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]);
}

double startOf(double x, double width, TextAlign align) {
  if (align == TextAlign::Middle) return x - width / 2;
  return align == TextAlign::Right ? x - width : x;
}

int rounded(double pixels) { return static_cast<int>(std::lround(pixels)); }

}  // namespace

double SvgCanvas::lineHeight() const { return kLine * kSvgFont; }

double SvgCanvas::textWidth(std::string_view text) const {
  return kSvgLetter * static_cast<double>(text.size());
}

void SvgCanvas::box(double left, double top, double width, double height, const Rgb& colour) {
  elements_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", left,
      top, width, height, colourText(colour));
}

void SvgCanvas::line(const std::vector<PlotPoint>& points, double width, const Rgb& colour) {
  std::string list;
  for (const PlotPoint& p : points) list += fmt::format("{:.1f},{:.1f} ", p.x, p.y);
  elements_ += fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
      "stroke-linejoin=\"round\"/>\n",
      list, colourText(colour), width);
}

void SvgCanvas::dot(const PlotPoint& at, double radius, const Rgb& colour) {
  elements_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n", at.x,
                           at.y, radius, colourText(colour));
}

void SvgCanvas::text(double x, double baseline, TextAlign align, const Rgb& colour,
                     std::string_view text) {
  const char* anchor = align == TextAlign::Left     ? "start"
                       : align == TextAlign::Middle ? "middle"
                                                    : "end";
  elements_ +=
      fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", x,
                  baseline, anchor, colourText(colour), htmlText(text));
}

std::string SvgCanvas::file() const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"{2}\">\n{3}"
      "</svg>\n",
      width_, height_, kSvgFont, elements_);
}

ImageCanvas::ImageCanvas(int width, int height, double scale)
    : image_(width, height), scale_(scale) {}

double ImageCanvas::scaleFor(int width, int height) {
  return std::max(1.0, std::min(width / 480.0, height / 300.0));
}

double ImageCanvas::lineHeight() const { return kLine * kImageFont * scale_; }

double ImageCanvas::textWidth(std::string_view text) const {
  return shoal::textWidth(text, kImageFont * scale_);
}

void ImageCanvas::box(double left, double top, double width, double height, const Rgb& colour) {
  const int x = rounded(left), y = rounded(top);
  fillRectangle(image_, x, y, std::max(1, rounded(left + width) - x),
                std::max(1, rounded(top + height) - y), colour);
}

// Each pixel is covered by how far its centre lies within the edge of a line with round ends.
void ImageCanvas::segment(const PlotPoint& a, const PlotPoint& b, double radius,
                          const Rgb& colour) {
  const double dx = b.x - a.x, dy = b.y - a.y, long2 = dx * dx + dy * dy;
  const double reach = radius + 1;
  const auto low = [&](double p, double q, int end) {
    return rounded(std::clamp(std::min(p, q) - reach, 0.0, double(end)));
  };
  const auto high = [&](double p, double q, int end) {
    return rounded(std::clamp(std::max(p, q) + reach, 0.0, double(end)));
  };
  for (int y = low(a.y, b.y, image_.height); y < high(a.y, b.y, image_.height); ++y)
    for (int x = low(a.x, b.x, image_.width); x < high(a.x, b.x, image_.width); ++x) {
      const double px = x + 0.5 - a.x, py = y + 0.5 - a.y;
      const double along = long2 > 0 ? std::clamp((px * dx + py * dy) / long2, 0.0, 1.0) : 0;
      blend(image_, x, y, radius + 0.5 - std::hypot(px - along * dx, py - along * dy), colour);
    }
}

void ImageCanvas::line(const std::vector<PlotPoint>& points, double width, const Rgb& colour) {
  for (std::size_t k = 1; k < points.size(); ++k)
    segment(points[k - 1], points[k], width * scale_ / 2, colour);
}

void ImageCanvas::dot(const PlotPoint& at, double radius, const Rgb& colour) {
  segment(at, at, radius * scale_, colour);
}

void ImageCanvas::text(double x, double baseline, TextAlign align, const Rgb& colour,
                       std::string_view text) {
  drawText(image_, startOf(x, textWidth(text), align), baseline, kImageFont * scale_, colour, text);
}

}  // namespace shoal
