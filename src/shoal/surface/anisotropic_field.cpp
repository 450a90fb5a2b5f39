// The colour field with kernels stretched along the surface, [YT13].
#include <algorithm>
#include <array>
#include <cmath>

#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"
#include "shoal/surface/block_sums.h"
#include "shoal/surface/built_in_fields.h"
#include "shoal/surface/particle_sums.h"

namespace shoal {

namespace {

// How far particles move towards the mean place of their surroundings, [YT13] eq. 6. There it is
// 0.9; the isovalue makes up for the volume that this takes.
constexpr float kCentred = 0.9f;

// The longest axis of a kernel over the shortest, k_r in [YT13] eq. 15; there it is 4. The longest
// then reaches 1.6 times as far as the support.
constexpr double kMostStretch = 2;

// Rotates a symmetric matrix onto its axes by Jacobi's method. Columns of `axes` become unit
// vectors along them, with the values in `a`.
void diagonalise(std::array<std::array<double, 3>, 3>& a,
                 std::array<std::array<double, 3>, 3>& axes) {
  axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int sweep = 0; sweep < 8; ++sweep)
    for (std::size_t p = 0; p < 2; ++p)
      for (std::size_t q = p + 1; q < 3; ++q) {
        if (a[p][q] == 0) continue;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        const auto rotate = [&](double& x, double& y) {
          const double before = x;
          x = c * before - s * y;
          y = s * before + c * y;
        };
        for (std::size_t k = 0; k < 3; ++k) rotate(a[k][p], a[k][q]);
        for (std::size_t k = 0; k < 3; ++k) rotate(a[p][k], a[q][k]);
        for (std::size_t k = 0; k < 3; ++k) rotate(axes[k][p], axes[k][q]);
      }
}

struct Ellipsoid {
  Vec3f shift;       // m, from the particle to its middle
  Symmetric3f form;  // of unit volume: q^2 = u . form u / support^2
  Vec3f extent;      // in supports, along each axis
  float weight = 0;
};

class AnisotropicField final : public SurfaceField {
 public:
  explicit AnisotropicField(const FieldScale& scale) : scale_(scale) {}

  double reach() const override {
    // From a particle to the end of the longest axis around its shifted middle.
    return scale_.support * (longestAxis() + double(kCentred) / 2);
  }

  void calibrate(double atSurface) override {
    ofLone_ = static_cast<float>(atSurface * scale_.factor / scale_.weight(scale_.ballRadius()));
  }

  // Deviation from [YT13]: kernels keep their volume, whatever the number of neighbours and the
  // unit of length, in place of its constants k_s and k_n; and they go over into spheres with the
  // packing, in place of a threshold of 25 neighbours, at which surfaces would tear.
  void prepare(const FieldPoints& points) override {
    points_ = &points;
    std::vector<Surrounding> around(points.size());
    findSurroundings(points.grid(), static_cast<float>(scale_.support), around);
    ellipsoids_.resize(points.size());
    parallelFor(points.size(), [&](std::size_t k) {
      ellipsoids_[k] = ellipsoidOf(around[k], points.packing()[k], points.density()[k]);
    });
  }

  void evaluate(const BlockPlace& place, double cell, std::span<float> values) const override {
    static thread_local std::vector<BlockEllipsoid> sources;
    sources.clear();
    const auto perCell = static_cast<float>(1 / cell);
    const auto radius = static_cast<float>(scale_.support / cell);
    const auto factor = static_cast<float>(scale_.factor);
    const float per = 1 / (radius * radius);
    FieldPoints::forEachNear(
        points_->grid(), place, cell, reach(), scale_.dimensions,
        [&](std::uint32_t k, const Vec3f& x) {
          if (points_->alone()[k]) return;
          const Ellipsoid& e = ellipsoids_[k];
          sources.push_back({{x + perCell * e.shift, e.weight}, per * e.form, radius * e.extent});
        });
    if (!points_->wallWeight().empty())
      FieldPoints::forEachNear(points_->wallGrid(), place, cell, scale_.support, scale_.dimensions,
                               [&](std::uint32_t k, const Vec3f& x) {
                                 const float weight = points_->wallWeight()[k];
                                 if (weight > 0)
                                   sources.push_back({{x, factor * weight},
                                                      per * Symmetric3f::diagonal(1),
                                                      Vec3f{radius, radius, radius}});
                               });
    std::fill(values.begin(), values.end(), 0.0f);
    addEllipsoids(sources, scale_.dimensions == 2 ? 1 : 8, values.data());
  }

 private:
  double longestAxis() const {
    const double axes = scale_.dimensions;
    return portable::pow(kMostStretch, (axes - 1) / axes);
  }

  Ellipsoid ellipsoidOf(const Surrounding& around, float packing, float density) const {
    const Symmetric3f& c = around.covariance;
    std::array<std::array<double, 3>, 3> a = {{{double(c.xx), double(c.xy), double(c.zx)},
                                               {double(c.xy), double(c.yy), double(c.yz)},
                                               {double(c.zx), double(c.yz), double(c.zz)}}};
    std::array<std::array<double, 3>, 3> axes;
    diagonalise(a, axes);
    // Lengths of the axes, none shorter than a part of the longest, and of unit volume. In the
    // plane, that along z is one.
    const std::size_t n = scale_.dimensions == 2 ? 2 : 3;
    std::array<double, 3> size{1, 1, 1};
    const double longest = std::max({a[0][0], a[1][1], n == 2 ? 0 : a[2][2]});
    double volume = 1;
    for (std::size_t k = 0; k < n && longest > 0; ++k) {
      const double stretch = 1 + double(packing) * (kMostStretch - 1);
      size[k] = std::sqrt(std::clamp(a[k][k] / longest, 1 / sq(stretch), 1.0));
      volume *= size[k];
    }
    const double scale = n == 2 ? std::sqrt(volume) : portable::cbrt(volume);
    std::array<double, 3> inverse;
    for (std::size_t k = 0; k < 3; ++k) {
      if (k < n) size[k] /= scale;
      inverse[k] = 1 / sq(size[k]);
    }
    const auto entry = [&](const std::array<double, 3>& of, std::size_t i, std::size_t j) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += axes[i][k] * of[k] * axes[j][k];
      return sum;
    };
    const std::array<double, 3> squared{sq(size[0]), sq(size[1]), sq(size[2])};
    Ellipsoid e;
    for (std::size_t k = 0; k < 3; ++k)
      e.extent[k] = static_cast<float>(std::sqrt(entry(squared, k, k)));
    const auto form = [&](std::size_t i, std::size_t j) {
      return static_cast<float>(entry(inverse, i, j));
    };
    e.form = {form(0, 0), form(1, 1), form(2, 2), form(0, 1), form(1, 2), form(2, 0)};
    e.shift = kCentred * packing * around.mean;
    const float ofPacked = static_cast<float>(scale_.factor) / std::sqrt(density);
    e.weight = packing * ofPacked + (1 - packing) * (ofLone_ > 0 ? ofLone_ : ofPacked);
    return e;
  }

  FieldScale scale_;
  float ofLone_ = 0;
  const FieldPoints* points_ = nullptr;
  std::vector<Ellipsoid> ellipsoids_;
};

}  // namespace

std::unique_ptr<SurfaceField> makeAnisotropicField(const FieldScale& scale) {
  return std::make_unique<AnisotropicField>(scale);
}

}  // namespace shoal
