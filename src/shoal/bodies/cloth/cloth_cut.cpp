// Cloth under a blade.
#include <algorithm>

#include "shoal/bodies/cloth/cloth.h"

namespace shoal {

namespace {

void interpolate(std::vector<Vec3d>& values, std::span<const SheetCut::Origin> origins) {
  for (std::size_t v = values.size(); v < origins.size(); ++v) {
    const auto& [a, b, share] = origins[v];
    values.push_back(values[a] + share * (values[b] - values[a]));
  }
}

}  // namespace

std::vector<std::uint32_t> Cloth::cut(const Blade& from, const Blade& to, double h,
                                      std::span<const std::uint32_t> tips) {
  for (const Vec3d& p : {from.start, from.end, to.start, to.end})
    if (!isFinite(p)) fail("{}: a blade that cuts it is nowhere; give it a place", name());
  const SheetCut cut =
      cutSheet({surface_.triangles, topology(), surface_.x, surface_.v}, from, to, h, tips);
  if (!cut.empty()) become(cut);
  return cut.tips;
}

// A vertex in the middle of an edge is held where both of its ends are.
void Cloth::become(const SheetCut& cut) {
  for (std::size_t v = pins_.size(); v < cut.origins.size(); ++v) {
    const auto& [a, b, share] = cut.origins[v];
    const bool held = pins_[a].held && pins_[b].held;
    pins_.push_back(held ? Pin{true, std::min(pins_[a].until, pins_[b].until), {}} : Pin{});
  }
  interpolate(surface_.x, cut.origins);
  interpolate(surface_.v, cut.origins);
  interpolate(rest_, cut.origins);
  for (auto* forces : {&pushed_, &contact_, &expected_}) forces->resize(cut.origins.size());
  surface_.triangles = cut.triangles;
  forces_.refine(cut);
  weigh();
  ++surface_.revision;
}

}  // namespace shoal
