#include "shoal/surface/level_profile.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/portable.h"
#include "shoal/sph/kernels/lattice.h"

namespace shoal {

namespace {

// Nodes per spacing; blocks are half a spacing wide, and by symmetry show all of the lattice.
constexpr int kFine = 16;

// A lattice of particles below y = 0, the last row half a spacing below it.
std::vector<Vec3f> flatFluid(const FieldScale& scale, int rows) {
  std::vector<Vec3f> x;
  const double d = scale.spacing;
  // Nodes are in the middle of their share of the lattice.
  const double shift = -d / (2 * kFine);
  const int deep = scale.dimensions == 2 ? 0 : rows;
  for (int k = -deep; k <= deep; ++k)
    for (int j = 0; j < rows; ++j)
      for (int i = -rows; i <= rows; ++i)
        x.emplace_back(static_cast<float>(i * d + shift), static_cast<float>(-(j + 0.5) * d),
                       scale.dimensions == 2 ? 0.0f : static_cast<float>(k * d + shift));
  return x;
}

// Relative densities of the rows below a flat surface.
std::vector<float> densities(const FieldScale& scale, const std::vector<Vec3f>& x,
                             const KernelChoice& kernel) {
  const double d = scale.spacing, volume = portable::pow(d, scale.dimensions);
  std::vector<float> density;
  density.reserve(x.size());
  std::vector<double> ofRow;
  for (const Vec3f& p : x) {
    const auto row = static_cast<std::size_t>(-double(p.y) / d);
    while (ofRow.size() <= row) {
      double sum = 0;
      const int reach = static_cast<int>(double(kernel.radius) / d) + 1;
      for (int j = -std::min(reach, static_cast<int>(ofRow.size())); j <= reach; ++j)
        forEachLatticePoint(scale.dimensions - 1, d, double(kernel.radius), [&](double r) {
          sum += volume * kernel.densityWeight(portable::hypot(r, j * d));
        });
      ofRow.push_back(sum);
    }
    density.push_back(static_cast<float>(ofRow[row]));
  }
  return density;
}

// Means over layers of nodes, from `from` on upwards.
std::vector<double> layerMeans(const SurfaceField& field, const FieldScale& scale,
                               std::int64_t from, std::int64_t to) {
  std::vector<double> means;
  std::vector<float> values(kNodesOfBlock);
  const int depth = scale.dimensions == 2 ? 1 : 8;
  for (std::int64_t block = from; block < to; ++block) {
    field.evaluate({0, block, 0}, scale.spacing / kFine, values);
    for (std::size_t y = 0; y < 8; ++y) {
      double sum = 0;
      for (int z = 0; z < depth; ++z)
        for (std::size_t x = 0; x < 8; ++x)
          sum += double(values[(static_cast<std::size_t>(z) * 8 + y) * 8 + x]);
      means.push_back(sum / (8 * depth));
    }
  }
  return means;
}

}  // namespace

LevelProfile::LevelProfile(SurfaceField& field, const FieldScale& scale,
                           const KernelChoice* density) {
  const double d = scale.spacing, step = d / kFine;
  const int rows = static_cast<int>((field.reach() + scale.support) / d) + 3;
  const std::vector<Vec3f> x = flatFluid(scale, rows);
  std::vector<float> relative;
  SurfaceParticles fluid{.x = x, .spacing = d, .dimensions = scale.dimensions};
  if (density) {
    relative = densities(scale, x, *density);
    fluid.relativeDensity = relative;
    fluid.densityKernel = *density;
  }
  FieldPoints points(scale);
  points.build(fluid);
  field.prepare(points);

  const auto high = static_cast<std::int64_t>(std::ceil(2 * field.reach() / d)) + 1;
  const std::int64_t low = -static_cast<std::int64_t>(std::ceil(2 * scale.support / d)) - 1;
  const std::vector<double> mean = layerMeans(field, scale, low, high);
  const auto surface = static_cast<std::size_t>(-low * 8);  // layer of y = 0
  atSurface_ = mean[surface];
  slope_ = (mean[surface - 1] - mean[surface + 1]) / (2 * step);
  field.calibrate(atSurface_);

  // As far from the surface as the value falls on the way up.
  std::size_t first = surface, last = surface;
  while (first > 0 && mean[first - 1] > mean[first]) --first;
  while (last + 1 < mean.size() && mean[last + 1] < mean[last]) ++last;
  low_ = static_cast<float>(mean[last]);
  perStep_ = static_cast<float>(kSteps / (mean[first] - mean[last]));
  std::size_t at = last;
  for (std::size_t k = 0; k <= kSteps; ++k) {
    const double value = mean[last] + (mean[first] - mean[last]) * double(k) / kSteps;
    while (at > first + 1 && mean[at - 1] < value) --at;
    const double share = (value - mean[at]) / (mean[at - 1] - mean[at]);
    level_[k] =
        static_cast<float>((double(at) - std::clamp(share, 0.0, 1.0) - double(surface)) * step);
  }

  beforeWall_ = atSurface_;
  if (density) {  // densities beside walls are complete
    std::fill(relative.begin(), relative.end(), 1.0f);
    points.build(fluid);
    field.prepare(points);
    beforeWall_ = layerMeans(field, scale, 0, 1)[0];
  }
}

float LevelProfile::level(float value) const {
  const float at = std::clamp((value - low_) * perStep_, 0.0f, float(kSteps));
  const auto k = std::min(static_cast<std::size_t>(at), kSteps - 1);
  return level_[k] + (at - static_cast<float>(k)) * (level_[k + 1] - level_[k]);
}

double LevelProfile::valueAt(double level) const {
  std::size_t k = 0;
  while (k + 1 < kSteps && double(level_[k + 1]) > level) ++k;
  const double share = (level - double(level_[k])) / double(level_[k + 1] - level_[k]);
  return double(low_) + (double(k) + std::clamp(share, 0.0, 1.0)) / double(perStep_);
}

}  // namespace shoal
