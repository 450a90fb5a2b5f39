#include "shoal/bodies/contact/smooth_patches.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

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

SmoothPatches::SmoothPatches(const ContactScene& scene, const ContactPatches& patches)
    : rest_(patches.ofTriangle.size()),
      firstTriangle_(patches.triangles.first),
      triangle_(patches.ofTriangle.size()),
      deformed_(patches.size()) {
  measureRest(scene, patches);
  listNear(patches, restPatches(scene, patches));
  listAround();
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
            const auto beside = patches.beside.of(p);
            near.item.push_back({q, static_cast<float>(std::max(apart, height)), first,
                                 static_cast<std::uint32_t>(between.size()),
                                 q == p || std::binary_search(beside.begin(), beside.end(), q)});
          }
        }
      },
      kPatches);
  for (auto& [near, between] : found) {
    const auto shift = static_cast<std::uint32_t>(between_.size());
    for (std::size_t p = 0; p < near.size(); ++p, near_.close())
      for (const Near& n : near.of(p))
        near_.item.push_back({n.patch, n.apart, n.begin + shift, n.end + shift, n.joined});
    between_.insert(between_.end(), between.begin(), between.end());
  }
}

void SmoothPatches::listAround() {
  calm_.resize(near_.size());
  leastApart_.assign(near_.size(), kNever);
  const auto all = groupByOwner<std::uint32_t>(near_.size(), [&](auto&& add) {
    for (std::uint32_t p = 0; p < near_.size(); ++p)
      for (const Near& n : near_.of(p)) {
        if (!n.joined) continue;
        for (const std::uint32_t owner : {p, n.patch})
          leastApart_[owner] = std::min(leastApart_[owner], n.apart);
        for (std::uint32_t k = n.begin; k < n.end; ++k) {
          add(p, between_[k]);
          if (n.patch != p) add(n.patch, between_[k]);
        }
      }
  });
  std::vector<std::uint32_t> around;
  for (std::size_t p = 0; p < all.size(); ++p, around_.close()) {
    around.assign(all.of(p).begin(), all.of(p).end());
    std::sort(around.begin(), around.end());
    around.erase(std::unique(around.begin(), around.end()), around.end());
    around_.item.insert(around_.item.end(), around.begin(), around.end());
  }
}

void SmoothPatches::deform(const ContactScene& scene, const ContactPatches& patches,
                           const ExpectedPaths& paths, std::size_t p) {
  const std::uint32_t begin = firstTriangle_[p], end = firstTriangle_[p + 1];
  Deformed& patch = deformed_[p];
  patch = {};
  for (std::uint32_t t = begin; t < end; ++t) {
    const auto& [a, b, c] = patches.triangles.item[t];
    if (scene.inverseMass[a] == 0 || scene.inverseMass[b] == 0 || scene.inverseMass[c] == 0) {
      patch.deviation = kNever;  // a pinned point does not follow the others
      return;
    }
    const RestCorner &gb = rest_[t][0], &gc = rest_[t][1];
    const auto gradient = [&](const Vec3f& ab, const Vec3f& ac) {
      return Gradient{gb.u * ab + gc.u * ac, gb.v * ab + gc.v * ac};
    };
    const Vec3d ab = paths.x[b] - paths.x[a], ac = paths.x[c] - paths.x[a];
    const Vec3d abEnd = ab + paths.horizon * (paths.v[b] - paths.v[a]);
    const Vec3d acEnd = ac + paths.horizon * (paths.v[c] - paths.v[a]);
    triangle_[t] = {gradient(Vec3f(ab), Vec3f(ac)), gradient(Vec3f(abEnd), Vec3f(acEnd))};
    patch.mean.start = patch.mean.start + triangle_[t].start;
    patch.mean.end = patch.mean.end + triangle_[t].end;
  }
  const float share = 1 / static_cast<float>(end - begin);
  patch.mean = {share * patch.mean.start, share * patch.mean.end};
  for (std::uint32_t t = begin; t < end; ++t)
    patch.deviation = std::max({patch.deviation, (triangle_[t].start - patch.mean.start).size(),
                                (triangle_[t].end - patch.mean.end).size()});
}

// R of F = R U, with U^-1 parallel to (tr C + J) I - C, C = F^T F and J = sqrt(det C). Any rotation
// gives a bound; this one gives a good one. Rounding must not make it stretch: it is
// orthonormalised.
SmoothPatches::Gradient SmoothPatches::nearestRotation(const Gradient& f) {
  const float uu = dot(f.u, f.u), vv = dot(f.v, f.v), uv = dot(f.u, f.v);
  const float J = length(cross(f.u, f.v));
  const Vec3f u = normalised((vv + J) * f.u - uv * f.v);
  const Vec3f across = (uu + J) * f.v - uv * f.u;
  return {u, normalised(across - dot(across, u) * u)};
}

// Whether both eigenvalues of sym(R^T F) are larger than `least`.
inline bool SmoothPatches::isBeyond(float least, const Gradient& r, const Gradient& f) {
  const float uu = dot(r.u, f.u) - least, vv = dot(r.v, f.v) - least;
  const float uv = (dot(r.u, f.v) + dot(r.v, f.u)) / 2;
  return uu + vv > 0 && uu * vv > uv * uv;
}

// Whether both eigenvalues are larger than `least` everywhere in a patch: by its mean and deviation
// if these tell, else triangle by triangle.
inline bool SmoothPatches::isStretched(std::uint32_t patch, const Gradient& rotation,
                                       float least) const {
  const Deformed& d = deformed_[patch];
  if (d.deviation == kNever) return false;
  if (isBeyond(least + d.deviation, rotation, d.mean)) return true;
  return std::all_of(triangle_.begin() + firstTriangle_[patch],
                     triangle_.begin() + firstTriangle_[patch + 1],
                     [&](const Path& path) { return isBeyond(least, rotation, path); });
}

// Whether points of these patches that were `apart` at rest are still out of reach.
bool SmoothPatches::areStretched(std::span<const std::uint32_t> patches, const Gradient& rotation,
                                 float apart) const {
  constexpr float kRounding = 1e-3f;
  const float least = (1 + kRounding) * reach_ / apart;
  return std::all_of(patches.begin(), patches.end(),
                     [&](std::uint32_t k) { return isStretched(k, rotation, least); });
}

bool SmoothPatches::stayApart(std::uint32_t p, std::uint32_t q) const {
  const auto near = near_.of(std::min(p, q));
  const auto other =
      std::lower_bound(near.begin(), near.end(), std::max(p, q),
                       [](const Near& n, std::uint32_t patch) { return n.patch < patch; });
  if (other == near.end() || other->patch != std::max(p, q)) return false;
  if (other->joined && calm_[p]) return true;
  const Path &one = deformed_[p].mean, &two = deformed_[q].mean;
  return areStretched(std::span(between_).subspan(other->begin, other->end - other->begin),
                      nearestRotation((one.start + one.end) + (two.start + two.end)), other->apart);
}

void SmoothPatches::update(const ContactScene& scene, const ContactPatches& patches,
                           const ExpectedPaths& paths, std::span<const std::uint8_t> changed) {
  reach_ = static_cast<float>(2 * scene.largestRadius + paths.reach(false));
  const auto forChanged = [&](auto&& visit) {
    parallelChunks(
        patches.size(),
        [&](Range r, std::size_t) {
          for (std::size_t p = r.begin; p < r.end; ++p)
            if (changed[p] && !patches.fixed[p]) visit(p);
        },
        kPatches);
  };
  forChanged([&](std::size_t p) { deform(scene, patches, paths, p); });
  forChanged([&](std::size_t p) {
    const Path& mean = deformed_[p].mean;
    calm_[p] = areStretched(around_.of(p), nearestRotation(mean.start + mean.end), leastApart_[p]);
  });
}

}  // namespace shoal
