#include "shoal/view/picture/sample_rows.h"

#include <algorithm>

namespace shoal {

namespace {

constexpr float kRadius = 1.5f;  // pixels, of the filter

// Weight along one axis: the biweight, close to a Gaussian with a deviation of 0.57 pixels. The
// filter is wider than a pixel, so that edges have no stairs and neighbours share their samples.
float weight(float distance) {
  const float share = distance / kRadius;
  const float rest = std::max(0.f, 1 - share * share);
  return rest * rest;
}

}  // namespace

SampleRows::SampleRows(int width, int height)
    : width_(width),
      height_(height),
      samples_(static_cast<std::size_t>(kRows + 2 * kReach) * static_cast<std::size_t>(width) *
               PixelSamples::kPlaces) {}

SampleRows::Rows SampleRows::advanceTo(int top) {
  const int last = std::min(height_, top + kRows + kReach);
  if (top == 0) return {0, last};
  const std::size_t from = index(0, top - kReach), kept = index(0, top + kReach) - from;
  std::copy_n(samples_.begin() + static_cast<std::ptrdiff_t>(from), kept, samples_.begin());
  top_ = top;
  return {std::min(last, top + kReach), last};
}

CoveredLight SampleRows::reconstructed(int x, int y) const {
  CoveredLight sum;
  float weights = 0;
  for (int row = std::max(0, y - kReach); row <= std::min(height_ - 1, y + kReach); ++row)
    for (int column = std::max(0, x - kReach); column <= std::min(width_ - 1, x + kReach); ++column)
      for (std::size_t k = 0; k < PixelSamples::kPlaces; ++k) {
        const LightSample& s = samples_[index(column, row) + k];
        const float w = weight(static_cast<float>(column - x) + s.x - 0.5f) *
                        weight(static_cast<float>(row - y) + s.y - 0.5f);
        weights += w;
        sum.light += w * s.seen.light;
        sum.covered += w * s.seen.covered;
      }
  return {sum.light / weights, sum.covered / weights};
}

}  // namespace shoal
