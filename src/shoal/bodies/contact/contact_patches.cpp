#include "shoal/bodies/contact/contact_patches.h"

#include <algorithm>

#include "shoal/core/box.h"
#include "shoal/geometry/mesh/triangle_sides.h"

namespace shoal {

namespace {

struct Middle {
  Vec3d place;
  std::uint32_t triangle = 0;
};

// Bisects along the longest extent down to the patch size, so that patches are compact.
void divide(std::span<Middle> middles) {
  constexpr std::size_t kFull = ContactPatches::kTriangles;
  if (middles.size() <= kFull) return;
  Box3d box;
  for (const Middle& middle : middles) box.extend(middle.place);
  const Vec3d size = box.size();
  const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::size_t half = kFull * ((middles.size() + kFull) / (2 * kFull));
  std::nth_element(middles.begin(), middles.begin() + static_cast<std::ptrdiff_t>(half),
                   middles.end(), [&](const Middle& a, const Middle& b) {
                     const double pa = a.place[axis], pb = b.place[axis];
                     return pa != pb ? pa < pb : a.triangle < b.triangle;
                   });
  divide(middles.first(half));
  divide(middles.subspan(half));
}

// Orders the triangles so that consecutive ones are close to each other at rest.
std::vector<std::uint32_t> patchwise(const ContactMesh& mesh) {
  const auto& places = mesh.rest.empty() ? mesh.x : mesh.rest;
  std::vector<Middle> middles;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    middles.push_back({(places[a] + places[b] + places[c]) / 3.0, t});
  }
  divide(middles);
  std::vector<std::uint32_t> order;
  order.reserve(middles.size());
  for (const Middle& middle : middles) order.push_back(middle.triangle);
  return order;
}

template <class T>
Grouped<T> grouped(std::size_t owners, std::span<const std::uint32_t> owner,
                   std::span<const T> items) {
  return groupByOwner<T>(owners, [&](auto&& add) {
    for (std::size_t n = 0; n < items.size(); ++n) add(owner[n], items[n]);
  });
}

}  // namespace

ContactPatches::ContactPatches(const ContactScene& scene) {
  groupTriangles(scene);
  ownEdges();
  ownVertices(scene.x.size());
}

void ContactPatches::groupTriangles(const ContactScene& scene) {
  for (std::uint32_t m = 0; m < scene.meshes.size(); ++m) {
    const ContactMesh& mesh = scene.meshes[m];
    const auto start = static_cast<std::uint32_t>(scene.firstPoint[m]);
    std::size_t filled = 0;
    for (const std::uint32_t t : patchwise(mesh)) {
      if (filled++ % kTriangles == 0) {
        if (!meshOf.empty()) triangles.close();
        meshOf.push_back(m);
        fixed.push_back(!scene.deforms(m));
      }
      const auto& [a, b, c] = mesh.triangles[t];
      triangles.item.push_back({start + a, start + b, start + c});
      ofTriangle.push_back(static_cast<std::uint32_t>(meshOf.size() - 1));
    }
  }
  if (!meshOf.empty()) triangles.close();
}

void ContactPatches::ownEdges() {
  next.assign(triangles.item.size(), {kNoTriangle, kNoTriangle, kNoTriangle});
  const std::vector<TriangleSide> sides = sortedSides(triangles.item);
  std::vector<std::uint32_t> owner;
  std::vector<std::array<std::uint32_t, 2>> found;
  for (std::size_t s = 0, end = 0; s < sides.size(); s = end) {
    while (end < sides.size() && sides[end].sameEdge(sides[s])) ++end;
    owner.push_back(ofTriangle[sides[s].triangle]);
    found.push_back({sides[s].low, sides[s].high});
    if (end - s != 2) continue;
    next[sides[s].triangle][sides[s].start] = sides[s + 1].triangle;
    next[sides[s + 1].triangle][sides[s + 1].start] = sides[s].triangle;
  }
  edges = grouped<std::array<std::uint32_t, 2>>(size(), owner, found);
}

void ContactPatches::ownVertices(std::size_t points) {
  std::vector<std::uint32_t> corner, patch;
  for (std::uint32_t t = 0; t < ofTriangle.size(); ++t)
    for (const std::uint32_t v : triangles.item[t]) {
      corner.push_back(v);
      patch.push_back(ofTriangle[t]);
    }
  const auto patchesAround = grouped<std::uint32_t>(points, corner, patch);
  std::vector<std::uint32_t> owner, owned;
  for (std::uint32_t v = 0; v < points; ++v)
    if (const auto around = patchesAround.of(v); !around.empty()) {
      owner.push_back(around.front());
      owned.push_back(v);
    }
  vertices = grouped<std::uint32_t>(size(), owner, owned);

  for (std::uint32_t p = 0; p < size(); ++p) {
    std::vector<std::uint32_t> near;
    for (const Triangle& triangle : triangles.of(p))
      for (const std::uint32_t v : triangle)
        for (const std::uint32_t q : patchesAround.of(v))
          if (q != p) near.push_back(q);
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    beside.item.insert(beside.item.end(), near.begin(), near.end());
    beside.close();
  }
}

}  // namespace shoal
