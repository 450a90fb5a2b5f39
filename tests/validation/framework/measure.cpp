#include "validation/framework/measure.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/core/vec.h"

namespace shoal::validation {

namespace {

const double kPi = std::acos(-1.0);

template <class Deviation>
double largest(const Series& reference, Deviation&& deviation) {
  double worst = 0;
  for (const Point& point : reference) {
    const double d = std::abs(deviation(point));
    if (!(d <= worst)) worst = d;  // a NaN stays
  }
  return worst;
}

// For a given period and decay the rest of the swing is linear: a cos + b sin + offset. Solves the
// three normal equations by Cramer's rule.
Swing bestSwing(const Series& series, double period, double decay) {
  std::array<Vec3d, 3> m{};
  Vec3d rhs;
  double squares = 0;
  const double omega = 2 * kPi / period, start = series.front().x;
  for (const auto& [t, y] : series) {
    const double size = std::exp(-decay * (t - start));
    const Vec3d base{size * std::cos(omega * t), size * std::sin(omega * t), 1};
    for (std::size_t i = 0; i < 3; ++i) m[i] += base[i] * base;
    rhs += y * base;
    squares += y * y;
  }
  const double det = dot(m[0], cross(m[1], m[2]));
  const Vec3d solution =
      Vec3d{dot(rhs, cross(m[1], m[2])), dot(m[0], cross(rhs, m[2])), dot(m[0], cross(m[1], rhs))} /
      det;
  const double left = squares - dot(solution, rhs);
  return {period, decay, solution.z,
          std::sqrt(std::max(0.0, left) / static_cast<double>(series.size()))};
}

}  // namespace

double valueAt(const Series& series, double x) {
  if (series.empty()) fail("there is no value in an empty series");
  const auto next = std::lower_bound(series.begin(), series.end(), x,
                                     [](const Point& p, double at) { return p.x < at; });
  if (next == series.begin()) return series.front().y;
  if (next == series.end()) return series.back().y;
  const Point &a = *std::prev(next), &b = *next;
  return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x);
}

double largestDeviation(const Series& series, const Series& reference, double scale) {
  return largest(reference, [&](const Point& p) { return (valueAt(series, p.x) - p.y) / scale; });
}

double largestRelativeDeviation(const Series& series, const Series& reference) {
  return largest(reference, [&](const Point& p) { return valueAt(series, p.x) / p.y - 1; });
}

double rmsDeviation(const Series& series, const Series& reference, double scale) {
  double sum = 0;
  for (const Point& p : reference) sum += sq((valueAt(series, p.x) - p.y) / scale);
  return std::sqrt(sum / static_cast<double>(reference.size()));
}

Swing fitSwing(const Series& series, double expectedPeriod) {
  if (series.size() < 8) fail("a series of {} points does not show a period", series.size());
  constexpr int kSteps = 24;
  // Ever finer grids of periods and decays around the best so far.
  double width = 2 * std::log(2.0), slowest = 0, fastest = 4 / expectedPeriod;
  Swing best = bestSwing(series, expectedPeriod, 0);
  while (width > 1e-6) {
    const Swing centre = best;
    for (int i = 0; i <= kSteps; ++i)
      for (int j = 0; j <= kSteps; ++j) {
        const double period = centre.period * std::exp(width * (double(i) / kSteps - 0.5));
        const double decay = slowest + (fastest - slowest) * j / kSteps;
        const Swing swing = bestSwing(series, period, decay);
        if (swing.residual < best.residual) best = swing;
      }
    const double around = (fastest - slowest) / 4;
    slowest = best.decay - around;
    fastest = best.decay + around;
    width /= 2;
  }
  return best;
}

}  // namespace shoal::validation
