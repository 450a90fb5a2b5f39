#include "shoal/surface/field_points.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"
#include "shoal/sph/kernels/lattice.h"
#include "shoal/surface/particle_sums.h"

namespace shoal {

namespace {

// Floats that a wide load may touch beyond the last value.
constexpr std::size_t kWideRoom = 16;

// Particles that coincide would have no weight at all.
constexpr float kMostDensity = 4;

std::vector<Vec3f> sortedPoints(const CellGrid& grid) {
  std::vector<Vec3f> points(grid.size());
  const auto x = grid.sorted();
  parallelFor(grid.size(), [&](std::size_t k) { points[k] = {x.x[k], x.y[k], x.z[k]}; });
  return points;
}

template <class Weight>
PackingFit packingOf(const FieldScale& scale, double radius, Weight&& weight) {
  PackingFit fit;
  fit.alone = weight(0.0);
  const int n = static_cast<int>(radius / scale.spacing) + 1;
  for (int k = 0; k <= (scale.dimensions == 2 ? 0 : n); ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        const double r = scale.spacing * std::sqrt(double(i * i + j * j + k * k));
        if (r < radius) fit.corner += weight(r);
      }
  return fit;
}

float smoothStep(float a) {
  const float t = std::clamp(a, 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

}  // namespace

FieldScale::FieldScale(double spacing_, double support_, int dimensions_)
    : spacing(spacing_), support(support_), dimensions(dimensions_), factor(1) {
  double sum = 0;
  forEachLatticePoint(dimensions, spacing, support, [&](double r) { sum += weight(r); });
  factor = 1 / sum;
}

double FieldScale::weight(double r) const {
  return factor * cube(std::max(0.0, 1 - sq(r / support)));
}

double FieldScale::ballRadius() const {
  return dimensions == 2 ? spacing / std::sqrt(std::numbers::pi)
                         : spacing * portable::cbrt(3 / (4 * std::numbers::pi));
}

PackingFit fitPacking(const FieldScale& scale) {
  return packingOf(scale, scale.support, [&](double r) { return scale.weight(r); });
}

PackingFit fitPacking(const FieldScale& scale, const KernelChoice& kernel) {
  const double volume = portable::pow(scale.spacing, scale.dimensions);
  return packingOf(scale, double(kernel.radius),
                   [&](double r) { return volume * kernel.densityWeight(r); });
}

FieldPoints::FieldPoints(const FieldScale& scale)
    : scale_(scale), grid_(static_cast<float>(scale.support), scale.dimensions), wallGrid_(grid_) {}

void FieldPoints::build(const SurfaceParticles& particles) {
  grid_.build(particles.x);
  wallWeight_.clear();
  const std::size_t n = size();
  density_.assign(n + kWideRoom, 0);
  packing_.assign(n + kWideRoom, 0);
  PackingFit fit;
  if (particles.relativeDensity.empty()) {
    fit = fitPacking(scale_);
    sumKernel(grid_, sortedPoints(grid_), static_cast<float>(scale_.support), {}, density_);
    const auto factor = static_cast<float>(scale_.factor);
    parallelFor(n, [&](std::size_t k) { density_[k] *= factor; });
  } else {
    fit = fitPacking(scale_, particles.densityKernel);
    parallelFor(n,
                [&](std::size_t k) { density_[k] = particles.relativeDensity[grid_.order()[k]]; });
  }
  // A density below that of the particle itself is damaged or a NaN.
  const auto least = static_cast<float>(fit.alone), corner = static_cast<float>(fit.corner);
  parallelFor(n, [&](std::size_t k) {
    density_[k] = density_[k] > least ? std::min(density_[k], kMostDensity) : least;
    packing_[k] = smoothStep((density_[k] - least) / (corner - least));
  });
  findAlone(fit);
}

// Of those that are barely denser than a particle without neighbours, as the kernel of the density
// may be another than that of the field.
void FieldPoints::findAlone(const PackingFit& fit) {
  alone_.assign(size(), 0);
  const float most = static_cast<float>(fit.alone + 0.1 * (fit.corner - fit.alone));
  const auto x = grid_.sorted();
  const float support2 = sq(static_cast<float>(scale_.support));
  parallelFor(size(), [&](std::size_t k) {
    if (!(density_[k] < most)) return;
    const Vec3f at{x.x[k], x.y[k], x.z[k]};
    const CellGrid::Candidates near = grid_.candidates(at);
    for (int s = 0; s < near.count; ++s)
      for (std::uint32_t j = near.spans[static_cast<std::size_t>(s)].begin;
           j < near.spans[static_cast<std::size_t>(s)].end; ++j) {
        const Vec3f d = Vec3f{x.x[j], x.y[j], x.z[j]} - at;
        if (j != k && dot(d, d) < support2) return;
      }
    alone_[k] = 1;
  });
}

void FieldPoints::buildWalls(const SurfaceParticles& particles, double share) {
  wallGrid_.build(particles.walls);
  const std::size_t n = wallGrid_.size();
  wallWeight_.assign(n + kWideRoom, 0);
  if (n == 0 || size() == 0) return;
  const auto support = static_cast<float>(scale_.support);
  const std::vector<Vec3f> samples = sortedPoints(wallGrid_);
  // Volume of a sample as [AIAST12] eq. 4 has it, over that on a flat wall; and how wet it is, the
  // colour of fluid there over that at a wall which fluid covers.
  std::vector<float> crowd(n), colour(n);
  sumKernel(wallGrid_, samples, support, {}, crowd);
  sumKernel(grid_, samples, support, {}, colour);
  double row = 0, wet = 0;
  forEachLatticePoint(scale_.dimensions - 1, scale_.spacing, scale_.support, [&](double r) {
    row += scale_.weight(r) / scale_.factor;
    for (double y = particles.wallStandoff + scale_.spacing / 2; y < scale_.support;
         y += scale_.spacing)
      wet += scale_.weight(portable::hypot(r, y)) / scale_.factor;
  });
  parallelFor(n, [&](std::size_t b) {
    const double volume = row / double(crowd[b]);
    const double wetness = wet > 0 ? std::min(1.0, double(colour[b]) / wet) : 0;
    wallWeight_[b] = static_cast<float>(share * volume * wetness);
  });
}

std::size_t FieldPoints::bytes() const {
  return grid_.bytes() + wallGrid_.bytes() +
         sizeof(float) * (density_.capacity() + packing_.capacity() + wallWeight_.capacity()) +
         alone_.capacity();
}

}  // namespace shoal
