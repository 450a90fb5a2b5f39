// Surfaces that are stretched and squeezed, and how evenly samples stand on them.
#pragma once

#include <cmath>
#include <random>

#include "shoal/coupling/samples/mesh_sampling.h"
#include "shoal/coupling/samples/number_density.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/search/kd_tree.h"
#include "shoal/sph/kernels/kernels.h"
#include "unit/geometry/test_meshes.h"
#include "unit/search/test_points.h"

namespace shoal {

inline constexpr double kSpacing = 0.1;  // m

inline constexpr double h = 2 * kSpacing;  // see kFewestSamples

inline const KernelChoice kKernel{KernelKind::CubicSpline, float(h), 3, 1};

inline BodySurface surfaceOf(const TriangleMesh& mesh) {
  BodySurface surface;
  surface.triangles = mesh.triangles;
  surface.x = mesh.vertices;
  surface.v.resize(mesh.vertices.size());
  return surface;
}

inline BodySurface stretched(const TriangleMesh& mesh, const Vec3d& by, double shear = 0) {
  BodySurface surface = surfaceOf(mesh);
  for (Vec3d& x : surface.x) x = {by.x * x.x + shear * x.y, by.y * x.y, by.z * x.z};
  return surface;
}

inline Points placesOf(const std::vector<MeshSample>& samples, const BodySurface& surface) {
  Points places;
  for (const MeshSample& sample : samples) places.push_back(Vec3f(sample.at(surface.x)));
  return places;
}

// Evenly over the surface.
inline Points pointsOn(const BodySurface& surface, std::size_t n) {
  std::vector<double> areas;
  for (const Triangle& t : surface.triangles)
    areas.push_back(
        length(cross(surface.x[t[1]] - surface.x[t[0]], surface.x[t[2]] - surface.x[t[0]])));
  std::mt19937 engine(5);
  std::discrete_distribution<std::size_t> choose(areas.begin(), areas.end());
  std::uniform_real_distribution<double> uniform(0, 1);
  Points points;
  while (points.size() < n) {
    const Triangle& t = surface.triangles[choose(engine)];
    double a = uniform(engine), b = uniform(engine);
    if (a + b > 1) a = 1 - a, b = 1 - b;
    points.push_back(
        Vec3f((1 - a - b) * surface.x[t[0]] + a * surface.x[t[1]] + b * surface.x[t[2]]));
  }
  return points;
}

class Density {
 public:
  explicit Density(Points samples) : samples_(std::move(samples)), tree_(samples_) {
    for (const Vec3f& x : samples_) volumes_.push_back(1 / at(x));
  }
  // sum_k W, in 1/m^3
  double at(const Vec3f& place) const {
    return sumAt(place, [](std::uint32_t) { return 1.0; });
  }
  // sum_k V_k W: the share of the rest density that the samples stand for.
  double shareAt(const Vec3f& place) const {
    return sumAt(place, [&](std::uint32_t k) { return volumes_[k]; });
  }

 private:
  template <class Weight>
  double sumAt(const Vec3f& place, Weight&& weight) const {
    double sum = 0;
    tree_.forEachWithin(place, float(h), [&](std::uint32_t k, float r2) {
      sum += weight(k) * kKernel.weight(std::sqrt(double(r2)));
    });
    return sum;
  }
  Points samples_;
  KdTree tree_;
  std::vector<double> volumes_;
};

struct Shares {
  double under, over;
};

// Of the samples and of points of the surface.
inline Shares outside(const BodySurface& surface, const Points& samples) {
  const Density density(samples);
  Points places = pointsOn(surface, 4000);
  places.insert(places.end(), samples.begin(), samples.end());
  Shares shares{0, 0};
  for (const Vec3f& x : places) {
    const double n = density.at(x) * h * h * h;
    shares.under += n < kFewestSamples;
    shares.over += n > kMostSamples;
  }
  shares.under /= double(places.size());
  shares.over /= double(places.size());
  return shares;
}

// Sheets whose triangles are some spacings large, as meshes that bodies are made of.
inline TriangleMesh sheet(double cell = 4 * kSpacing) {
  return makeSheet({0, 0, 0}, {0, 0, 1}, 8 * cell, 8 * cell, cell);
}

struct SheetStretch {
  Vec3d by;
  double shear;
};
inline const std::vector<SheetStretch> kStretches{
    {{1, 1, 1}, 0},       {{2, 1, 1}, 0},     {{2, 2, 1}, 0},
    {{1.3, 0.8, 1}, 0.3}, {{0.6, 0.6, 1}, 0}, {{1.6, 0.7, 1}, 0},
    {{0.5, 1, 1}, 0},     {{1, 1, 1}, 0.5},   {{3, 3, 1}, 0.2}};

// The share of places beside a flat sheet, 0.42 supports from it and away from its rim, at which
// samples stand for another density than 0.35 +- 0.05 of that at rest.
inline double shareOffTheDensityOfAWall(const Points& samples, const BodySurface& surface) {
  constexpr float kAway = float(0.42 * h);
  const Density density(samples);
  BodySurface inner = surface;
  for (Vec3d& x : inner.x) x = 0.7 * x;
  std::size_t off = 0;
  const Points points = pointsOn(inner, 2000);
  for (const Vec3f& x : points)
    if (std::abs(density.shareAt(x + Vec3f{0, 0, kAway}) - 0.35) > 0.05) ++off;
  return static_cast<double>(off) / static_cast<double>(points.size());
}

}  // namespace shoal
