// The distance from the mean place of the particles nearby [ZB05], as [AIAT12] uses it: where that
// place moves fast, between parts of the fluid that face each other, it is no measure of distance
// and the surface is drawn back [SSP07].
#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"
#include "shoal/surface/block_sums.h"
#include "shoal/surface/built_in_fields.h"

namespace shoal {

namespace {

// [SSP07] section 4: largest eigenvalues of the gradient of the mean place between which the radius
// falls to zero.
constexpr double kLowEigenvalue = 0.4, kHighEigenvalue = 2;

// Of the symmetric part of a matrix given by its entries, by the roots of its polynomial.
double largestEigenvalue(const Symmetric3& a) {
  const double mean = (a.xx + a.yy + a.zz) / 3;
  const double xx = a.xx - mean, yy = a.yy - mean, zz = a.zz - mean;
  const double p2 = (xx * xx + yy * yy + zz * zz + 2 * (sq(a.xy) + sq(a.yz) + sq(a.zx))) / 6;
  if (!(p2 > 0)) return mean;
  const double p = std::sqrt(p2);
  const double half = determinant(Symmetric3{xx, yy, zz, a.xy, a.yz, a.zx}) / (2 * p2 * p);
  return mean + 2 * p * portable::cos(portable::acos(std::clamp(half, -1.0, 1.0)) / 3);
}

class AveragedField final : public SurfaceField {
 public:
  explicit AveragedField(const FieldScale& scale) : scale_(scale) {}

  double reach() const override { return scale_.support; }

  void calibrate(double atSurface) override {
    radius_ = -atSurface;
    // Around a lone particle, the distance from it is that of the ball.
    ofLone_ = static_cast<float>(scale_.ballRadius() - radius_);
  }

  void prepare(const FieldPoints& points) override { points_ = &points; }

  void evaluate(const BlockPlace& place, double cell, std::span<float> values) const override {
    static thread_local std::vector<BlockOffsetSource> sources;
    static thread_local std::vector<float> sums(BlockMeans::kChannels * kNodesOfBlock);
    sources.clear();
    const auto perCell = static_cast<float>(1 / cell);
    FieldPoints::forEachNear(points_->grid(), place, cell, reach(), scale_.dimensions,
                             [&](std::uint32_t k, const Vec3f& x) {
                               if (points_->alone()[k]) return;
                               const float offset = (1 - points_->packing()[k]) * ofLone_;
                               sources.push_back({{x, 1}, offset * perCell});
                             });
    if (!points_->wallWeight().empty())
      FieldPoints::forEachNear(points_->wallGrid(), place, cell, reach(), scale_.dimensions,
                               [&](std::uint32_t k, const Vec3f& x) {
                                 const float weight = points_->wallWeight()[k];
                                 if (weight > 0) sources.push_back({{x, weight}, 0});
                               });
    std::fill(sums.begin(), sums.end(), 0.0f);
    const auto radius = static_cast<float>(scale_.support / cell);
    addMeans(sources, radius, scale_.dimensions == 2 ? 1 : 8, sums.data());
    for (std::size_t n = 0; n < kNodesOfBlock; ++n)
      values[n] = static_cast<float>(cell * valueOf(sums.data() + n, cell));
  }

 private:
  // In cells: minus the distance from the mean place.
  double valueOf(const float* sums, double cell) const {
    using M = BlockMeans;
    const auto sum = [&](int channel) {
      return double(sums[static_cast<std::size_t>(channel) * kNodesOfBlock]);
    };
    const double w = sum(M::kW);
    if (!(w > 1e-12)) return -scale_.support / cell;
    const Vec3d mean{sum(M::kX) / w, sum(M::kY) / w, sum(M::kZ) / w};
    const double distance = length(mean) - sum(M::kOffset) / w;
    if (!(radius_ > 0)) return -distance;  // while it is being calibrated
    const double radius = radius_ / cell;
    if (distance > radius + 2 || distance < radius - 4) return -distance;
    const Vec3d g{sum(M::kGx) / w, sum(M::kGy) / w, sum(M::kGz) / w};
    const Symmetric3 gradient{sum(M::kXx) / w - mean.x * g.x,
                              sum(M::kYy) / w - mean.y * g.y,
                              sum(M::kZz) / w - mean.z * g.z,
                              sum(M::kXy) / w - (mean.x * g.y + mean.y * g.x) / 2,
                              sum(M::kYz) / w - (mean.y * g.z + mean.z * g.y) / 2,
                              sum(M::kZx) / w - (mean.z * g.x + mean.x * g.z) / 2};
    const double largest = largestEigenvalue(gradient);
    if (!(largest > kLowEigenvalue)) return -distance;
    const double c =
        std::max(0.0, (kHighEigenvalue - largest) / (kHighEigenvalue - kLowEigenvalue));
    const double share = c * c * c - 3 * c * c + 3 * c;
    return -distance - radius * (1 - share);
  }

  FieldScale scale_;
  double radius_ = 0;  // m, distance from the mean place at a flat surface
  float ofLone_ = 0;   // m
  const FieldPoints* points_ = nullptr;
};

}  // namespace

std::unique_ptr<SurfaceField> makeAveragedField(const FieldScale& scale) {
  return std::make_unique<AveragedField>(scale);
}

}  // namespace shoal
