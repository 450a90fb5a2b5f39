#include "shoal/bodies/contact/rest_patches.h"

#include <algorithm>
#include <limits>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr double kSameNormal = 1e-5;      // rad: tolerance of normals in one plane
constexpr std::size_t kMostCrossed = 24;  // patches between two, beyond which they are not compared

bool meets(const Box3d& a, const Box3d& b) {
  return !Box3d(max(a.lower, b.lower), min(a.upper, b.upper)).empty();
}

// Shrinks a box slightly: touching its boundary is not crossing it.
Box3d inside(const Box3d& box) {
  const Vec3d rim = 1e-6 * box.size();
  return {box.lower + rim, box.upper - rim};
}

bool sameDirection(const Vec3d& n, const Vec3d& m) { return dot(n - m, n - m) <= sq(kSameNormal); }

RestPatch restPatch(const ContactScene& scene, const ContactPatches& patches, std::size_t p) {
  RestPatch rest;
  rest.leastHeight = std::numeric_limits<double>::infinity();
  const ContactMesh& mesh = scene.meshes[patches.meshOf[p]];
  if (mesh.rest.empty() || !mesh.self) return rest;
  for (std::uint32_t t = patches.triangles.first[p]; t < patches.triangles.first[p + 1]; ++t) {
    const auto corner = restCorners(scene, patches.triangles.item[t]);
    const auto& [a, b, c] = corner;
    const Vec3d twice = cross(b - a, c - a);
    const double area = length(twice);
    const double longest = std::max({length(b - a), length(c - b), length(a - c)});
    if (!(area > 0)) return {};
    if (t == patches.triangles.first[p]) rest.normal = twice / area;
    if (!sameDirection(twice / area, rest.normal)) return {};
    rest.leastHeight = std::min(rest.leastHeight, area / longest);
    for (std::size_t k = 0; k < 3; ++k) {
      rest.box.extend(corner[k]);
      if (patches.next[t][k] != kNoTriangle) continue;
      Box3d& end = rest.ends.emplace_back();
      end.extend(corner[k]);
      end.extend(corner[(k + 1) % 3]);
    }
  }
  return rest;
}

}  // namespace

std::array<Vec3d, 3> restCorners(const ContactScene& scene, const Triangle& triangle) {
  const std::uint32_t m = scene.meshOf[triangle[0]];
  std::array<Vec3d, 3> corner;
  for (std::size_t k = 0; k < 3; ++k)
    corner[k] = scene.meshes[m].rest[triangle[k] - scene.firstPoint[m]];
  return corner;
}

std::vector<RestPatch> restPatches(const ContactScene& scene, const ContactPatches& patches) {
  std::vector<RestPatch> rest(patches.size());
  parallelFor(rest.size(), [&](std::size_t p) { rest[p] = restPatch(scene, patches, p); });
  return rest;
}

bool linesStay(const ContactPatches& patches, std::span<const RestPatch> rest, std::uint32_t p,
               std::uint32_t q, std::vector<std::uint32_t>& crossed) {
  const Vec3d& normal = rest[p].normal;
  if (normal == Vec3d{}) return false;
  Box3d region = rest[p].box;
  region.extend(rest[q].box);
  region = inside(region);
  const auto isListed = [&](std::uint32_t r) {
    return std::find(crossed.begin(), crossed.end(), r) != crossed.end();
  };
  crossed.assign(1, p);
  for (std::size_t k = 0; k < crossed.size(); ++k) {
    const RestPatch& patch = rest[crossed[k]];
    if (crossed.size() > kMostCrossed || !sameDirection(patch.normal, normal)) return false;
    for (const Box3d& end : patch.ends)
      if (meets(end, region)) return false;
    for (const std::uint32_t r : patches.beside.of(crossed[k]))
      if (meets(rest[r].box, region) && !isListed(r)) crossed.push_back(r);
  }
  return isListed(q);
}

}  // namespace shoal
