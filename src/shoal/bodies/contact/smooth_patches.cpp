#include "shoal/bodies/contact/smooth_patches.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr float kNever = std::numeric_limits<float>::infinity();
constexpr std::size_t kPatches = 256;  // per task
// A tangent; the same for all triangles of a plane.
Vec3d acrossOf(const Vec3d& n) {
  const Vec3d u = cross(n, {0.36, 0.48, 0.8});
  return normalised(dot(u, u) > 0.01 ? u : cross(n, {0.8, -0.36, 0.48}));
}

// The patches with numbers from p on that are joined to p, or to one that is, in order.
void joinedTo(const ContactPatches& patches, std::uint32_t p, std::vector<std::uint32_t>& others) {
  others.assign(1, p);
  for (const std::uint32_t q : patches.beside.of(p)) {
    others.push_back(q);
    const auto further = patches.beside.of(q);
    others.insert(others.end(), further.begin(), further.end());
  }
  std::erase_if(others, [&](std::uint32_t q) { return q < p; });
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
}

double gapBetween(const Box3d& a, const Box3d& b) {
  return length(max(max(a.lower - b.upper, b.lower - a.upper), Vec3d{}));
}

}  // namespace

float SmoothPatches::Gradient::size() const { return std::sqrt(dot(u, u) + dot(v, v)); }

float SmoothPatches::Gradient::leastStretch() const {
  const float uu = dot(u, u), vv = dot(v, v), uv = dot(u, v);
  const float mean = (uu + vv) / 2, half = (uu - vv) / 2;
  return std::sqrt(std::max(0.f, mean - std::sqrt(half * half + uv * uv)));
}

SmoothPatches::SmoothPatches(const ContactScene& scene, const ContactPatches& patches)
    : rest_(patches.ofTriangle.size()), deformed_(patches.size()) {
  measureRest(scene, patches);
  listNear(patches, restPatches(scene, patches));
}

void SmoothPatches::measureRest(const ContactScene& scene, const ContactPatches& patches) {
  parallelFor(rest_.size(), [&](std::size_t t) {
    if (scene.meshes[patches.meshOf[patches.ofTriangle[t]]].rest.empty()) return;
    const auto [a, b, c] = restCorners(scene, patches.triangles.item[t]);
    const Vec3d twice = cross(b - a, c - a);
    const double area = length(twice);
    if (!(area > 0)) return;
    const Vec3d n = twice / area, u = acrossOf(n), v = cross(n, u);
    const Vec3d gb = cross(n, a - c) / area, gc = cross(n, b - a) / area;
    rest_[t] = {RestCorner{static_cast<float>(dot(gb, u)), static_cast<float>(dot(gb, v))},
                RestCorner{static_cast<float>(dot(gc, u)), static_cast<float>(dot(gc, v))}};
  });
}

void SmoothPatches::listNear(const ContactPatches& patches, std::span<const RestPatch> rest) {
  struct Found {
    Grouped<Near> near;
    std::vector<std::uint32_t> between;
  };
  std::vector<Found> found(chunkCount(patches.size(), kPatches));
  parallelChunks(
      patches.size(),
      [&](Range r, std::size_t chunk) {
        auto& [near, between] = found[chunk];
        std::vector<std::uint32_t> others, crossed;
        for (auto p = static_cast<std::uint32_t>(r.begin); p < r.end; ++p, near.close()) {
          joinedTo(patches, p, others);
          for (const std::uint32_t q : others) {
            if (!linesStay(patches, rest, p, q, crossed)) continue;
            double apart = gapBetween(rest[p].box, rest[q].box), height = double(kNever);
            for (const std::uint32_t s : crossed) height = std::min(height, rest[s].leastHeight);
            const auto first = static_cast<std::uint32_t>(between.size());
            between.insert(between.end(), crossed.begin(), crossed.end());
            near.item.push_back({q, static_cast<float>(std::max(apart, height)), first,
                                 static_cast<std::uint32_t>(between.size())});
          }
        }
      },
      kPatches);
  for (auto& [near, between] : found) {
    const auto shift = static_cast<std::uint32_t>(between_.size());
    for (std::size_t p = 0; p < near.size(); ++p, near_.close())
      for (const Near& n : near.of(p))
        near_.item.push_back({n.patch, n.apart, n.begin + shift, n.end + shift});
    between_.insert(between_.end(), between.begin(), between.end());
  }
}

SmoothPatches::Deformed SmoothPatches::deformed(const ContactScene& scene,
                                                const ContactPatches& patches,
                                                const ExpectedPaths& paths, std::size_t p) const {
  const std::uint32_t begin = patches.triangles.first[p], end = patches.triangles.first[p + 1];
  std::array<Deformed, ContactPatches::kTriangles> each;
  Deformed mean;
  for (std::uint32_t t = begin; t < end; ++t) {
    Deformed& own = each[t - begin];
    const auto& [a, b, c] = patches.triangles.item[t];
    if (scene.inverseMass[a] == 0 || scene.inverseMass[b] == 0 || scene.inverseMass[c] == 0) {
      mean.deviation = kNever;  // a pinned point does not follow the others
      return mean;
    }
    const RestCorner &gb = rest_[t][0], &gc = rest_[t][1];
    const auto gradient = [&](const Vec3f& ab, const Vec3f& ac) {
      return Gradient{gb.u * ab + gc.u * ac, gb.v * ab + gc.v * ac};
    };
    const Vec3d ab = paths.x[b] - paths.x[a], ac = paths.x[c] - paths.x[a];
    const Vec3d abEnd = ab + paths.horizon * (paths.v[b] - paths.v[a]);
    const Vec3d acEnd = ac + paths.horizon * (paths.v[c] - paths.v[a]);
    own = {gradient(Vec3f(ab), Vec3f(ac)), gradient(Vec3f(abEnd), Vec3f(acEnd)), 0};
    mean.start = mean.start + own.start;
    mean.end = mean.end + own.end;
  }
  const float share = 1 / static_cast<float>(end - begin);
  mean.start = share * mean.start;
  mean.end = share * mean.end;
  for (const Deformed& d : std::span(each).first(end - begin))
    mean.deviation =
        std::max({mean.deviation, (d.start - mean.start).size(), (d.end - mean.end).size()});
  return mean;
}

bool SmoothPatches::stayApart(std::uint32_t p, std::uint32_t q) const {
  const auto near = near_.of(std::min(p, q));
  const auto other =
      std::lower_bound(near.begin(), near.end(), std::max(p, q),
                       [](const Near& n, std::uint32_t patch) { return n.patch < patch; });
  if (other == near.end() || other->patch != std::max(p, q)) return false;
  const Gradient start = 0.5f * (deformed_[p].start + deformed_[q].start);
  const Gradient end = 0.5f * (deformed_[p].end + deformed_[q].end);
  float delta = 0;
  for (std::uint32_t k = other->begin; k < other->end; ++k) {
    const Deformed& d = deformed_[between_[k]];
    delta = std::max(delta, std::max((d.start - start).size(), (d.end - end).size()) + d.deviation);
  }
  // Between start and end, the mean gradient is within half their difference of the middle.
  const Gradient middle = 0.5f * (start + end);
  const float sigma = middle.leastStretch() - 0.5f * (end - start).size();
  constexpr float kRounding = 1e-3f;
  return (1 - kRounding) * (sigma - delta) * other->apart > reach_;
}

void SmoothPatches::update(const ContactScene& scene, const ContactPatches& patches,
                           const ExpectedPaths& paths, std::span<const std::uint8_t> changed) {
  parallelChunks(
      patches.size(),
      [&](Range r, std::size_t) {
        for (std::size_t p = r.begin; p < r.end; ++p)
          if (changed[p] && !patches.fixed[p]) deformed_[p] = deformed(scene, patches, paths, p);
      },
      kPatches);
  reach_ = static_cast<float>(2 * scene.largestRadius + paths.reach(false));
}

}  // namespace shoal
