#include "shoal/surface/block_sums.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "shoal/geometry/contour/level_blocks.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/surface/block_sums.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/core/wide.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

constexpr std::size_t kLayer = kBlockNodes * kBlockNodes;

// Places of the nodes of a layer.
struct LayerPlaces {
  alignas(64) float x[kLayer];
  alignas(64) float y[kLayer];
  constexpr LayerPlaces() : x(), y() {
    for (std::size_t k = 0; k < kLayer; ++k) {
      x[k] = static_cast<float>(k % kBlockNodes);
      y[k] = static_cast<float>(k / kBlockNodes);
    }
  }
};
constexpr LayerPlaces kPlaces;

// Nodes of a layer and layers that a source reaches: whole vectors of nodes, and none beyond.
struct Reached {
  std::size_t begin, end;  // nodes of each layer
  int first, last;         // layers

  HWY_INLINE Reached(const Vec3f& x, const Vec3f& extent, int layers) {
    const auto from = [](float a) { return std::max(0, static_cast<int>(std::ceil(a))); };
    const auto to = [](float a, int most) {
      return std::min(most, static_cast<int>(std::floor(a)));
    };
    constexpr int most = static_cast<int>(kBlockNodes) - 1;
    const int low = from(x.y - extent.y), high = to(x.y + extent.y, most);
    first = from(x.z - extent.z);
    last = to(x.z + extent.z, layers - 1);
    const bool none = high < low || from(x.x - extent.x) > to(x.x + extent.x, most);
    begin = none ? 0 : static_cast<std::size_t>(low) * kBlockNodes / kLanes * kLanes;
    end = none ? 0 : static_cast<std::size_t>(high + 1) * kBlockNodes;
  }
};

HWY_INLINE void store(Wide a, float* to) { hn::StoreU(a.v, FloatTag{}, to); }

void colourPass(const BlockSource* sources, std::size_t n, float radius, int layers, float* sums) {
  const Wide perRadius2(-1 / (radius * radius));
  alignas(64) float inLayer[kLayer];
  for (const BlockSource* s = sources; s != sources + n; ++s) {
    const Reached reached(s->x, {radius, radius, radius}, layers);
    for (std::size_t k = reached.begin; k < reached.end; k += kLanes) {
      const Wide dx = Wide::load(kPlaces.x + k) - Wide(s->x.x);
      const Wide dy = Wide::load(kPlaces.y + k) - Wide(s->x.y);
      store(mulAdd(mulAdd(dx, dx, dy * dy), perRadius2, Wide(1)), inLayer + k);
    }
    const Wide weight(s->weight);
    for (int z = reached.first; z <= reached.last; ++z) {
      const float dz = static_cast<float>(z) - s->x.z;
      const Wide lower = Wide(dz * dz) * perRadius2;
      float* layer = sums + static_cast<std::size_t>(z) * kLayer;
      for (std::size_t k = reached.begin; k < reached.end; k += kLanes) {
        const Wide a = max(Wide(0), Wide::load(inLayer + k) + lower);
        store(mulAdd(weight * a, a * a, Wide::load(layer + k)), layer + k);
      }
    }
  }
}

void ellipsoidPass(const BlockEllipsoid* sources, std::size_t n, int layers, float* sums) {
  alignas(64) float inLayer[kLayer], slope[kLayer];
  for (const BlockEllipsoid* s = sources; s != sources + n; ++s) {
    const Reached reached(s->x, s->extent, layers);
    const Symmetric3f& m = s->form;
    for (std::size_t k = reached.begin; k < reached.end; k += kLanes) {
      const Wide dx = Wide::load(kPlaces.x + k) - Wide(s->x.x);
      const Wide dy = Wide::load(kPlaces.y + k) - Wide(s->x.y);
      const Wide q2 =
          mulAdd(Wide(m.xx) * dx, dx, mulAdd(Wide(m.yy) * dy, dy, Wide(2 * m.xy) * dx * dy));
      store(Wide(1) - q2, inLayer + k);
      store(mulAdd(Wide(-2 * m.zx), dx, Wide(-2 * m.yz) * dy), slope + k);
    }
    const Wide weight(s->weight);
    for (int z = reached.first; z <= reached.last; ++z) {
      const float dz = static_cast<float>(z) - s->x.z;
      const Wide lower(-m.zz * dz * dz);
      float* layer = sums + static_cast<std::size_t>(z) * kLayer;
      for (std::size_t k = reached.begin; k < reached.end; k += kLanes) {
        const Wide one = mulAdd(Wide::load(slope + k), Wide(dz), Wide::load(inLayer + k));
        const Wide a = max(Wide(0), one + lower);
        store(mulAdd(weight * a, a * a, Wide::load(layer + k)), layer + k);
      }
    }
  }
}

void meansPass(const BlockOffsetSource* sources, std::size_t n, float radius, int layers,
               float* sums) {
  const Wide perRadius2(1 / (radius * radius));
  using M = BlockMeans;
  for (const BlockOffsetSource* s = sources; s != sources + n; ++s) {
    const Reached reached(s->x, {radius, radius, radius}, layers);
    for (int z = reached.first; z <= reached.last; ++z) {
      const Wide uz(s->x.z - static_cast<float>(z));
      float* layer = sums + static_cast<std::size_t>(z) * kLayer;
      for (std::size_t k = reached.begin; k < reached.end; k += kLanes) {
        const WideVec u{Wide(s->x.x) - Wide::load(kPlaces.x + k),
                        Wide(s->x.y) - Wide::load(kPlaces.y + k), uz};
        const Wide a = max(Wide(0), Wide(1) - dot(u, u) * perRadius2);
        const Wide a2 = Wide(s->weight) * a * a;
        const Wide w = a2 * a;
        const WideVec g = (Wide(6) * perRadius2 * a2) * u;
        const auto add = [&](int channel, Wide p, Wide q) HWY_ATTR {
          float* to = layer + static_cast<std::size_t>(channel) * kNodesOfBlock + k;
          store(mulAdd(p, q, Wide::load(to)), to);
        };
        add(M::kW, w, Wide(1));
        add(M::kX, w, u.x);
        add(M::kY, w, u.y);
        add(M::kZ, w, u.z);
        add(M::kOffset, w, Wide(s->offset));
        add(M::kGx, g.x, Wide(1));
        add(M::kGy, g.y, Wide(1));
        add(M::kGz, g.z, Wide(1));
        add(M::kXx, g.x, u.x);
        add(M::kYy, g.y, u.y);
        add(M::kZz, g.z, u.z);
        add(M::kXy, g.x, u.y);
        add(M::kYz, g.y, u.z);
        add(M::kZx, g.z, u.x);
      }
    }
  }
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(colourPass);
HWY_EXPORT(ellipsoidPass);
HWY_EXPORT(meansPass);

void addColour(std::span<const BlockSource> sources, float radius, int layers, float* sums) {
  HWY_DYNAMIC_DISPATCH(colourPass)(sources.data(), sources.size(), radius, layers, sums);
}

void addEllipsoids(std::span<const BlockEllipsoid> sources, int layers, float* sums) {
  HWY_DYNAMIC_DISPATCH(ellipsoidPass)(sources.data(), sources.size(), layers, sums);
}

void addMeans(std::span<const BlockOffsetSource> sources, float radius, int layers, float* sums) {
  HWY_DYNAMIC_DISPATCH(meansPass)(sources.data(), sources.size(), radius, layers, sums);
}

}  // namespace shoal
#endif  // HWY_ONCE
