#include "shoal/study/svg_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace shoal {

namespace {

// All in pixels.
constexpr double kWidth = 560, kHeight = 320, kLeft = 64, kRight = 12, kTop = 28, kBottom = 46;
constexpr std::size_t kMostPoints = 500;  // of a curve; more cannot be told apart
constexpr std::array kColours{"#9ecae1", "#2171b5", "#fdae6b", "#d94801", "#a1d99b", "#238b45"};
constexpr double kSpikes = 0.005;  // the part of a curve's values, at each end, that spikes are
constexpr const char* kReferenceColour = "#222222";

struct Axis {
  double low = 0, high = 1;  // in units of the data
  double from = 0, to = 1;   // in pixels

  double operator()(double value) const {
    return from + (to - from) * (value - low) / (high - low);
  }

  // About five round numbers between low and high.
  std::vector<double> ticks() const {
    const double rough = (high - low) / 5;
    const double unit = std::pow(10, std::floor(std::log10(rough)));
    double step = unit;
    for (const double factor : {2.0, 5.0, 10.0})
      if (rough > step) step = factor * unit;
    std::vector<double> at;
    const double first = std::ceil(low / step);
    for (double k = first; k * step <= high + 1e-9 * step && at.size() < 20; ++k)
      at.push_back(k * step + 0.0);  // -0 becomes 0
    return at;
  }
};

// The values of a curve, in order, without the `aside` part of them at each end.
std::span<const double> middleOf(std::vector<double>& values, double aside) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  std::sort(values.begin(), values.end());
  const auto cut = static_cast<std::size_t>(aside * static_cast<double>(values.size()));
  return std::span<const double>(values).subspan(cut, values.size() - 2 * cut);
}

// Around what the curves show, but for the `aside` part of each at both ends.
Axis axisAround(const Plot& plot, double PlotPoint::*coordinate, double from, double to,
                double aside = 0) {
  Axis axis{1e300, -1e300, from, to};
  for (const PlotCurve& curve : plot.curves) {
    std::vector<double> values;
    for (const PlotPoint& p : curve.points) values.push_back(p.*coordinate);
    const std::span<const double> shown = middleOf(values, aside);
    if (shown.empty()) continue;
    axis.low = std::min(axis.low, shown.front());
    axis.high = std::max(axis.high, shown.back());
  }
  if (axis.low > axis.high) axis = {0, 1, from, to};
  const double margin = axis.high > axis.low ? 0.03 * (axis.high - axis.low) : 1;
  return {axis.low - margin, axis.high + margin, from, to};
}

std::string frame(const Plot& plot, const Axis& x, const Axis& y) {
  std::string svg = fmt::format(
      "<text x=\"{}\" y=\"16\" class=\"title\">{}</text>\n"
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"frame\"/>\n",
      kLeft, htmlText(plot.title), kLeft, kTop, x.to - x.from, y.from - y.to);
  for (const double tick : x.ticks())
    svg += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" class=\"grid\"/>"
        "<text x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">{4:.4g}</text>\n",
        x(tick), y.from, y.to, y.from + 15, tick);
  for (const double tick : y.ticks())
    svg += fmt::format(
        "<line x1=\"{1}\" y1=\"{0:.1f}\" x2=\"{2}\" y2=\"{0:.1f}\" class=\"grid\"/>"
        "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:.4g}</text>\n",
        y(tick), x.from, x.to, x.from - 6, y(tick) + 4, tick);
  svg += fmt::format("<text x=\"{:.0f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                     (x.from + x.to) / 2, kHeight - 8, htmlText(plot.xAxis));
  svg += fmt::format(
      "<text transform=\"translate(14 {:.0f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
      (y.from + y.to) / 2, htmlText(plot.yAxis));
  return svg;
}

std::string drawn(const PlotCurve& curve, const Axis& x, const Axis& y, const char* colour) {
  std::string points, dots;
  const std::size_t stride = 1 + curve.points.size() / kMostPoints;
  for (std::size_t i = 0; i < curve.points.size(); i += stride) {
    const PlotPoint& p = curve.points[i];
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
    points += fmt::format("{:.1f},{:.1f} ", x(p.x), y(p.y));
    dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.4\"/>", x(p.x), y(p.y));
  }
  if (curve.style == PlotStyle::Points) return fmt::format("<g fill=\"{}\">{}</g>\n", colour, dots);
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>\n",
                     points, colour);
}

// Below the plot, since curves may run anywhere in it.
std::string legend(const Plot& plot, const std::vector<const char*>& colours) {
  std::string html = "<div class=\"legend\">";
  for (std::size_t i = 0; i < plot.curves.size(); ++i)
    html += fmt::format("<span><b style=\"color:{}\">{}</b> {}</span> ", colours[i],
                        plot.curves[i].style == PlotStyle::Line ? "—" : "●",
                        htmlText(plot.curves[i].name));
  return html + "</div>\n";
}

const char* colourOf(std::size_t curve, bool paired) {
  constexpr std::array<std::size_t, kColours.size()> darkFirst{1, 3, 5, 0, 2, 4};
  const std::size_t k = curve % kColours.size();
  return kColours[paired ? k : darkFirst[k]];
}

}  // namespace

std::string svgPlot(const Plot& plot) {
  const Axis x = axisAround(plot, &PlotPoint::x, kLeft, kWidth - kRight);
  const Axis y =
      axisAround(plot, &PlotPoint::y, kHeight - kBottom, kTop, plot.spikes ? 0 : kSpikes);
  std::vector<const char*> colours;
  std::string curves;
  std::size_t simulated = 0;
  for (const PlotCurve& curve : plot.curves) {
    colours.push_back(curve.reference ? kReferenceColour : colourOf(simulated, plot.paired));
    if (!curve.reference) ++simulated;
    curves += drawn(curve, x, y, colours.back());
  }
  return fmt::format(
             "<figure><svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
             "xmlns=\"http://www.w3.org/2000/svg\">\n{2}"
             "<svg x=\"{3}\" y=\"{4}\" width=\"{5}\" height=\"{6}\" "
             "viewBox=\"{3} {4} {5} {6}\">{7}</svg></svg>\n",
             kWidth, kHeight, frame(plot, x, y), kLeft, kTop, x.to - x.from, y.from - y.to,
             curves) +
         legend(plot, colours) + "</figure>\n";
}

std::string htmlText(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else
      safe += c;
  }
  return safe;
}

}  // namespace shoal
