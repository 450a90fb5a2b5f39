#include "shoal/bodies/contact/smooth_patches.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/core/box.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr float kNever = std::numeric_limits<float>::infinity();
constexpr double kSameNormal = 1e-5;  // rad
constexpr std::size_t kMostAround = 40;

// The same for all triangles of a plane.
Vec3d acrossOf(const Vec3d& n) {
  const Vec3d u = cross(n, {0.36, 0.48, 0.8});
  return normalised(dot(u, u) > 0.01 ? u : cross(n, {0.8, -0.36, 0.48}));
}

std::array<Vec3d, 3> restOf(const ContactScene& scene, const Triangle& triangle) {
  const std::uint32_t m = scene.meshOf[triangle[0]];
  const ContactMesh& mesh = scene.meshes[m];
  std::array<Vec3d, 3> corner;
  for (std::size_t k = 0; k < 3; ++k) corner[k] = mesh.rest[triangle[k] - scene.firstPoint[m]];
  return corner;
}

bool meets(const Box3d& a, const Box3d& b) {
  return !Box3d(max(a.lower, b.lower), min(a.upper, b.upper)).empty();
}

}  // namespace

float SmoothPatches::Gradient::size() const { return std::sqrt(dot(u, u) + dot(v, v)); }

float SmoothPatches::Gradient::leastStretch() const {
  const float uu = dot(u, u), vv = dot(v, v), uv = dot(u, v);
  const float mean = (uu + vv) / 2, half = (uu - vv) / 2;
  return std::sqrt(std::max(0.f, mean - std::sqrt(half * half + uv * uv)));
}

SmoothPatches::SmoothPatches(const ContactScene& scene, const ContactPatches& patches)
    : rest_(patches.ofTriangle.size()),
      normal_(patches.ofTriangle.size()),
      leastHeight_(patches.size(), kNever),
      deformed_(patches.size()),
      smooth_(patches.size(), 0) {
  for (std::size_t t = 0; t < normal_.size(); ++t) {
    const std::uint32_t p = patches.ofTriangle[t];
    const ContactMesh& mesh = scene.meshes[patches.meshOf[p]];
    if (mesh.rest.empty() || !mesh.self) continue;
    const auto [a, b, c] = restOf(scene, patches.triangles.item[t]);
    const Vec3d twice = cross(b - a, c - a);
    const double area = length(twice);
    if (!(area > 0)) continue;
    const Vec3d n = normal_[t] = twice / area;
    const Vec3d u = acrossOf(n), v = cross(n, u);
    const Vec3d gb = cross(n, a - c) / area, gc = cross(n, b - a) / area;
    rest_[t] = {RestCorner{static_cast<float>(dot(gb, u)), static_cast<float>(dot(gb, v))},
                RestCorner{static_cast<float>(dot(gc, u)), static_cast<float>(dot(gc, v))}};
    const double longest = std::max({length(b - a), length(c - b), length(a - c)});
    leastHeight_[p] = std::min(leastHeight_[p], static_cast<float>(area / longest));
  }
  std::vector<std::vector<std::uint32_t>> around(patches.size());
  parallelChunks(
      patches.size(),
      [&](Range r, std::size_t) {
        for (std::size_t p = r.begin; p < r.end; ++p)
          if (!flood(scene, patches, static_cast<std::uint32_t>(p), around[p])) around[p].clear();
      },
      256);
  for (const auto& list : around) {
    around_.item.insert(around_.item.end(), list.begin(), list.end());
    around_.close();
  }
}

// Lists the patches of the triangles that lead from p to where lines within p and the patches
// beside it may go. False if one of these could leave the plane or the sheet.
bool SmoothPatches::flood(const ContactScene& scene, const ContactPatches& patches, std::uint32_t p,
                          std::vector<std::uint32_t>& around) const {
  const auto normalOf = [&](std::uint32_t t) -> const Vec3d& { return normal_[t]; };
  const auto boxOf = [&](const Triangle& triangle) {
    Box3d box;
    for (const Vec3d& corner : restOf(scene, triangle)) box.extend(corner);
    return box;
  };
  const std::uint32_t begin = patches.triangles.first[p], end = patches.triangles.first[p + 1];
  const Vec3d n = normalOf(begin);
  if (n == Vec3d{}) return false;
  Box3d region;
  for (const Triangle& triangle : patches.triangles.of(p)) region.extend(boxOf(triangle));
  for (const std::uint32_t q : patches.beside.of(p))
    for (const Triangle& triangle : patches.triangles.of(q)) region.extend(boxOf(triangle));

  std::vector<std::uint32_t> reached;
  for (std::uint32_t t = begin; t < end; ++t) reached.push_back(t);
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const std::uint32_t t = reached[k], owner = patches.ofTriangle[t];
    const Vec3d turn = normalOf(t) - n;
    if (dot(turn, turn) > sq(kSameNormal)) return false;
    if (std::find(around.begin(), around.end(), owner) == around.end()) around.push_back(owner);
    if (around.size() > kMostAround) return false;
    for (const std::uint32_t next : patches.next[t]) {
      if (next == kNoTriangle) return false;
      if (std::find(reached.begin(), reached.end(), next) == reached.end() &&
          meets(boxOf(patches.triangles.item[next]), region))
        reached.push_back(next);
    }
  }
  return std::all_of(patches.beside.of(p).begin(), patches.beside.of(p).end(), [&](auto q) {
    return std::find(around.begin(), around.end(), q) != around.end();
  });
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
      mean.deviation = kNever;  // what is held does not share the motion of the others
      return mean;
    }
    const auto& [gb, gc] = rest_[t];
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

bool SmoothPatches::staysApart(std::size_t p, double reach) const {
  const auto around = around_.of(p);
  if (around.empty()) return false;
  Deformed mean;
  for (const std::uint32_t q : around) {
    mean.start = mean.start + deformed_[q].start;
    mean.end = mean.end + deformed_[q].end;
  }
  const float share = 1 / static_cast<float>(around.size());
  mean.start = share * mean.start;
  mean.end = share * mean.end;
  float delta = 0, height = kNever;
  for (const std::uint32_t q : around) {
    const Deformed& d = deformed_[q];
    const float apart = std::max((d.start - mean.start).size(), (d.end - mean.end).size());
    delta = std::max(delta, apart + d.deviation);
    height = std::min(height, leastHeight_[q]);
  }
  // On its way from start to end, the mean is within half the difference of the middle.
  const Gradient middle = 0.5f * (mean.start + mean.end);
  const float sigma = middle.leastStretch() - 0.5f * (mean.end - mean.start).size();
  constexpr float kRounding = 1e-3f;
  return (1 - kRounding) * (sigma - delta) * height > reach;
}

void SmoothPatches::update(const ContactScene& scene, const ContactPatches& patches,
                           const ExpectedPaths& paths, std::span<const std::uint8_t> changed) {
  constexpr std::size_t kPatches = 256;
  parallelChunks(
      patches.size(),
      [&](Range r, std::size_t) {
        for (std::size_t p = r.begin; p < r.end; ++p)
          if (changed[p] && !patches.fixed[p]) deformed_[p] = deformed(scene, patches, paths, p);
      },
      kPatches);
  // Two points may each leave their paths by a quarter of the skin; a third one is slack.
  const double reach = 2 * scene.largestRadius + 0.75 * paths.skin;
  parallelChunks(
      patches.size(),
      [&](Range r, std::size_t) {
        for (std::size_t p = r.begin; p < r.end; ++p) smooth_[p] = staysApart(p, reach);
      },
      kPatches);
}

}  // namespace shoal
