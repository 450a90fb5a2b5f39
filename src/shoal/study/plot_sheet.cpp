#include "shoal/study/plot_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/view/picture/ticks.h"

namespace shoal {

namespace {

constexpr Rgb kPaper{255, 255, 255}, kInk{45, 50, 58}, kGrid{224, 227, 231}, kFrame{150, 155, 162};
// Colours that can be told apart in print and by colour-blind readers, the darker ones first.
constexpr std::array<Rgb, 8> kCurves{{{33, 113, 181},
                                      {217, 72, 1},
                                      {35, 139, 69},
                                      {122, 71, 160},
                                      {201, 148, 0},
                                      {0, 140, 150},
                                      {200, 60, 120},
                                      {110, 110, 110}}};
constexpr double kCurveWidth = 1.5;  // px

const Rgb& colourOf(std::size_t curve) { return kCurves[curve % kCurves.size()]; }

struct Span {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  // With room around what was added; a constant has room of its own size.
  Span framed(double share) const {
    if (low > high) return {0, 1};
    const double size = high > low ? high - low : std::max(1e-3, std::abs(high));
    return {low - share * size, high + share * size};
  }
};

// From values to pixels.
struct Axis {
  Span values;
  double from, to;
  double operator()(double value) const {
    return from + (to - from) * (value - values.low) / (values.high - values.low);
  }
};

// The first, least, greatest and last point of each column of pixels.
std::vector<PlotPoint> thinned(const std::vector<PlotPoint>& points) {
  std::vector<PlotPoint> kept;
  for (std::size_t begin = 0; begin < points.size();) {
    std::size_t end = begin, least = begin, greatest = begin;
    for (; end < points.size() && std::floor(points[end].x) == std::floor(points[begin].x); ++end) {
      if (points[end].y < points[least].y) least = end;
      if (points[end].y > points[greatest].y) greatest = end;
    }
    std::array<std::size_t, 4> these{begin, std::min(least, greatest), std::max(least, greatest),
                                     end - 1};
    for (std::size_t k = 0; k < 4; ++k)
      if (k == 0 || these[k] != these[k - 1]) kept.push_back(points[these[k]]);
    begin = end;
  }
  return kept;
}

// One plot in a rectangle of the sheet.
class Panel {
 public:
  Panel(PlotCanvas& canvas, const Plot& plot, double top, const SheetSize& size)
      : canvas_(canvas), plot_(plot), line_(canvas.lineHeight()), width_(size.width) {
    Span x, y;
    for (const PlotCurve& curve : plot.curves)
      for (const PlotPoint& p : curve.points) {
        if (!std::isfinite(p.y)) continue;
        x.add(p.x);
        y.add(p.y);
      }
    const Span ySpan = y.framed(0.05);
    double labels = 0;
    for (const Tick& tick : ticks(ySpan.low, ySpan.high))
      labels = std::max(labels, canvas.textWidth(tick.text));
    left_ = labels + line_;
    right_ = width_ - line_ - canvas.textWidth("000") / 2;
    top_ = top + 2 * line_;
    bottom_ = top + size.height - (2.6 + legendLines()) * line_;
    if (bottom_ - top_ < 2 * line_ || right_ - left_ < 4 * line_)
      fail("a plot of {} x {} pixels has no room for its curves; make it larger", size.width,
           size.height);
    x_ = {x.framed(0), left_, right_};
    y_ = {ySpan, bottom_, top_};
  }

  void draw() {
    canvas_.text(left_, top_ - 0.6 * line_, TextAlign::Left, kInk, plot_.title);
    drawAxes();
    for (std::size_t k = 0; k < plot_.curves.size(); ++k) drawCurve(plot_.curves[k], colourOf(k));
    drawLegend();
  }

 private:
  bool hasLegend() const {
    return plot_.curves.size() > 1 ||
           (plot_.curves.size() == 1 && plot_.curves[0].name != plot_.title);
  }
  double entryWidth() const {
    double widest = 0;
    for (const PlotCurve& curve : plot_.curves)
      widest = std::max(widest, canvas_.textWidth(curve.name));
    return widest + 3.5 * line_;
  }
  std::size_t perLine() const {
    return std::max<std::size_t>(1,
                                 static_cast<std::size_t>((width_ - left_ - line_) / entryWidth()));
  }
  double legendLines() const {
    if (!hasLegend()) return 0;
    return std::ceil(static_cast<double>(plot_.curves.size()) / static_cast<double>(perLine()));
  }

  void drawAxes() {
    for (const Tick& tick : ticks(x_.values.low, x_.values.high)) {
      canvas_.box(x_(tick.value), top_, 1, bottom_ - top_, kGrid);
      canvas_.text(x_(tick.value), bottom_ + line_, TextAlign::Middle, kInk, tick.text);
    }
    for (const Tick& tick : ticks(y_.values.low, y_.values.high)) {
      canvas_.box(left_, y_(tick.value), right_ - left_, 1, kGrid);
      canvas_.text(left_ - 0.4 * line_, y_(tick.value) + 0.3 * line_, TextAlign::Right, kInk,
                   tick.text);
    }
    canvas_.box(left_, top_, 1, bottom_ - top_, kFrame);
    canvas_.box(left_, bottom_, right_ - left_, 1, kFrame);
    canvas_.text((left_ + right_) / 2, bottom_ + 2 * line_, TextAlign::Middle, kInk, plot_.xAxis);
  }

  void drawCurve(const PlotCurve& curve, const Rgb& colour) {
    std::vector<PlotPoint> run;
    const auto finish = [&] {
      const std::vector<PlotPoint> points = thinned(run);
      if (points.size() == 1) canvas_.dot(points[0], kCurveWidth, colour);
      if (points.size() > 1) canvas_.line(points, kCurveWidth, colour);
      run.clear();
    };
    for (const PlotPoint& p : curve.points) {
      if (std::isfinite(p.x) && std::isfinite(p.y))
        run.push_back({x_(p.x), y_(p.y)});
      else
        finish();
    }
    finish();
  }

  void drawLegend() {
    if (!hasLegend()) return;
    for (std::size_t k = 0; k < plot_.curves.size(); ++k) {
      const double x = left_ + static_cast<double>(k % perLine()) * entryWidth();
      const double y = bottom_ + (3 + static_cast<double>(k / perLine())) * line_;
      const double middle = y - 0.35 * line_;
      canvas_.line({{x, middle}, {x + 1.6 * line_, middle}}, 2 * kCurveWidth, colourOf(k));
      canvas_.text(x + 2 * line_, y, TextAlign::Left, kInk, plot_.curves[k].name);
    }
  }

  PlotCanvas& canvas_;
  const Plot& plot_;
  double line_;  // px, of text
  double width_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;  // px, of the axes
  Axis x_{}, y_{};
};

void drawSheet(PlotCanvas& canvas, const std::vector<Plot>& plots, const SheetSize& size) {
  canvas.box(0, 0, size.width, double(size.height) * static_cast<double>(plots.size()), kPaper);
  for (std::size_t k = 0; k < plots.size(); ++k)
    Panel(canvas, plots[k], static_cast<double>(k) * size.height, size).draw();
}

}  // namespace

std::string svgSheet(const std::vector<Plot>& plots, const SheetSize& size) {
  SvgCanvas canvas(size.width, double(size.height) * static_cast<double>(plots.size()));
  drawSheet(canvas, plots, size);
  return canvas.file();
}

Image imageSheet(const std::vector<Plot>& plots, const SheetSize& size) {
  const double height = double(size.height) * static_cast<double>(plots.size());
  if (size.width > kLargestImage || height > kLargestImage)
    fail("a picture of {} x {:.0f} pixels is too large; choose fewer columns or a smaller size",
         size.width, height);
  ImageCanvas canvas(size.width, static_cast<int>(height),
                     ImageCanvas::scaleFor(size.width, size.height));
  drawSheet(canvas, plots, size);
  return canvas.image();
}

}  // namespace shoal
