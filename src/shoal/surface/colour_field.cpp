// The colour field, [MCG03] as [MSHG04] shows it: the sum of the volumes of particles, smoothed.
#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"
#include "shoal/surface/block_sums.h"
#include "shoal/surface/built_in_fields.h"

namespace shoal {

namespace {

class ColourField final : public SurfaceField {
 public:
  explicit ColourField(const FieldScale& scale) : scale_(scale) {}

  double reach() const override { return scale_.support; }

  void calibrate(double atSurface) override {
    // A ball of the volume of a particle, where this is alone.
    ofLone_ = static_cast<float>(atSurface * scale_.factor / scale_.weight(scale_.ballRadius()));
  }

  // [MCG03] has the volume at rest over the relative density s. Deviation: over its root. A ball on
  // a lattice, 20 spacings in radius, is 1 % too large with the former, since a density that is low
  // at rough places inflates them, and 0.3 % too small with the volume at rest; between them it is
  // right to 0.3 %. Particles with few neighbours would still be too large: they go over into
  // balls.
  void prepare(const FieldPoints& points) override {
    points_ = &points;
    weight_.resize(points.size());
    parallelFor(points.size(), [&](std::size_t k) {
      const float packing = points.packing()[k];
      const float volume = static_cast<float>(scale_.factor) / std::sqrt(points.density()[k]);
      weight_[k] = packing * volume + (1 - packing) * (ofLone_ > 0 ? ofLone_ : volume);
    });
  }

  void evaluate(const BlockPlace& place, double cell, std::span<float> values) const override {
    static thread_local std::vector<BlockSource> sources;
    sources.clear();
    FieldPoints::forEachNear(points_->grid(), place, cell, reach(), scale_.dimensions,
                             [&](std::uint32_t k, const Vec3f& x) {
                               if (!points_->alone()[k]) sources.push_back({x, weight_[k]});
                             });
    if (!points_->wallWeight().empty())
      FieldPoints::forEachNear(points_->wallGrid(), place, cell, reach(), scale_.dimensions,
                               [&](std::uint32_t k, const Vec3f& x) {
                                 const float weight = points_->wallWeight()[k];
                                 const auto factor = static_cast<float>(scale_.factor);
                                 if (weight > 0) sources.push_back({x, factor * weight});
                               });
    std::fill(values.begin(), values.end(), 0.0f);
    addColour(sources, static_cast<float>(scale_.support / cell), scale_.dimensions == 2 ? 1 : 8,
              values.data());
  }

 private:
  FieldScale scale_;
  float ofLone_ = 0;
  const FieldPoints* points_ = nullptr;
  std::vector<float> weight_;
};

}  // namespace

std::unique_ptr<SurfaceField> makeColourField(const FieldScale& scale) {
  return std::make_unique<ColourField>(scale);
}

}  // namespace shoal
