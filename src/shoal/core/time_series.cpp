#include "shoal/core/time_series.h"

#include <algorithm>
#include <utility>

namespace shoal {

TimeSeries::TimeSeries(std::vector<double> times, std::vector<double> values,
                       Interpolation interpolation)
    : times_(std::move(times)),
      values_(std::move(values)),
      slopes_(slopesAt<double>(times_, values_)),
      interpolation_(interpolation) {}

double TimeSeries::operator()(double t) const {
  const auto later = std::upper_bound(times_.begin(), times_.end(), t);
  if (later == times_.begin()) return values_.front();
  if (later == times_.end()) return values_.back();
  const auto b = static_cast<std::size_t>(later - times_.begin()), a = b - 1;
  const double duration = times_[b] - times_[a], s = (t - times_[a]) / duration;
  if (interpolation_ == Interpolation::Linear) return values_[a] + s * (values_[b] - values_[a]);
  return hermite(values_[a], duration * slopes_[a], values_[b], duration * slopes_[b], s);
}

}  // namespace shoal
