// Numbers over time between given points.
#pragma once

#include <span>
#include <vector>

#include "shoal/core/enum_words.h"

namespace shoal {

enum class Interpolation { Linear, Cubic };

template <>
struct EnumWords<Interpolation> {
  static constexpr EnumWord<Interpolation> words[] = {{Interpolation::Linear, "linear"},
                                                      {Interpolation::Cubic, "cubic"}};
};

// Slope at each point, per unit of time, of the parabola through it and its neighbours (at an end
// that of the straight line). With these, cubic Hermite polynomials have continuous slopes.
template <class T>
std::vector<T> slopesAt(std::span<const double> times, std::span<const T> values) {
  const std::size_t n = times.size();
  std::vector<T> slopes(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t a = k == 0 ? 0 : k - 1, b = k + 1 < n ? k + 1 : k;
    if (a == b) continue;
    if (a == k || b == k) {
      slopes[k] = (values[b] - values[a]) / (times[b] - times[a]);
      continue;
    }
    const double before = times[k] - times[a], after = times[b] - times[k];
    slopes[k] =
        (after * ((values[k] - values[a]) / before) + before * ((values[b] - values[k]) / after)) /
        (before + after);
  }
  return slopes;
}

// The cubic polynomial with the values p and q and the slopes u and v, per unit of s, at s = 0, 1.
template <class T>
T hermite(const T& p, const T& u, const T& q, const T& v, double s) {
  const double r = 1 - s;
  return (r * r * (1 + 2 * s)) * p + (r * r * s) * u + (s * s * (3 - 2 * s)) * q - (s * s * r) * v;
}

// Before the first and after the last point it has their values.
class TimeSeries {
 public:
  // Times in s, which increase.
  TimeSeries(std::vector<double> times, std::vector<double> values, Interpolation interpolation);
  double operator()(double t) const;

 private:
  std::vector<double> times_, values_, slopes_;
  Interpolation interpolation_;
};

}  // namespace shoal
