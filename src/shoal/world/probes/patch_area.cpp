#include "shoal/world/probes/patch_area.h"

#include <algorithm>
#include <array>
#include <limits>

#include "shoal/geometry/mesh/outline.h"
#include "shoal/search/kd_tree.h"

namespace shoal {

namespace {

constexpr double kPiece = 0.25;  // spacings: pieces of the surface are no longer

struct Piece {
  Vec3d centre;  // m
  Vec3d area;    // m^2
};

bool meets(const Box3d& a, const Box3d& b) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (a.upper[axis] < b.lower[axis] || b.upper[axis] < a.lower[axis]) return false;
  return true;
}

// Splits a triangle at the middles of its edges until its pieces are small, near the region.
void addPieces(const std::array<Vec3d, 3>& t, const Box3d& near, double longest,
               std::vector<Piece>& pieces) {
  Box3d around;
  double edge = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    around.extend(t[k]);
    edge = std::max(edge, length(t[(k + 1) % 3] - t[k]));
  }
  if (!meets(around, near)) return;
  if (edge <= longest) {
    pieces.push_back({(t[0] + t[1] + t[2]) / 3.0, cross(t[1] - t[0], t[2] - t[0]) / 2.0});
    return;
  }
  const Vec3d a = (t[0] + t[1]) / 2.0, b = (t[1] + t[2]) / 2.0, c = (t[2] + t[0]) / 2.0;
  for (const auto& part : {std::array{t[0], a, c}, std::array{a, t[1], b}, std::array{c, b, t[2]},
                           std::array{a, b, c}})
    addPieces(part, near, longest, pieces);
}

// In the plane, areas are lengths of the outline, whose inside is on the left.
void addPieces(const Segment& segment, const Box3d& near, double longest,
               std::vector<Piece>& pieces) {
  const Vec3d along = segment.b - segment.a;
  const auto count = static_cast<std::size_t>(length(along) / longest) + 1;
  const Vec3d step = along / static_cast<double>(count);
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3d centre = segment.a + (static_cast<double>(k) + 0.5) * step;
    if (near.contains(centre)) pieces.push_back({centre, cross(step, Vec3d{0, 0, 1})});
  }
}

std::vector<Piece> piecesOf(const PatchRegion& region, const TriangleMesh& surface) {
  const double longest = kPiece * region.spacing;
  const Box3d near = region.bounds().grown(2 * region.spacing);
  std::vector<Piece> pieces;
  if (region.dimensions == 2)
    for (const Segment& segment : sliceAtZeroPlane(surface))
      addPieces(segment, near, longest, pieces);
  else
    for (std::size_t t = 0; t < surface.triangles.size(); ++t)
      addPieces(corners(surface, t), near, longest, pieces);
  return pieces;
}

// What belongs to a sample of the first layer.
struct Share {
  Vec3d area;           // m^2, towards the fluid
  Vec3d centre;         // m, times size
  double size = 0;      // m^2
  bool inside = false;  // whether it is part of the patch
};

// The fluid is on the side of a surface that its samples are not.
Vec3d towardsFluid(const Piece& piece, const Vec3d& sample, double spacing) {
  constexpr double kOn = 0.1;  // spacings: samples nearer than this stand on the surface
  const double height = dot(normalised(piece.area), piece.centre - sample);
  return height < -kOn * spacing ? -piece.area : piece.area;
}

}  // namespace

bool PatchRegion::contains(const Vec3d& place) const {
  const double rim = 1e-3 * spacing;
  if (params.at) return length(place - *params.at) <= params.radius + rim;
  return bounds().grown(rim).contains(place);
}

Box3d PatchRegion::bounds() const {
  const Vec3d reach{params.radius, params.radius, params.radius};
  Box3d box = params.at ? Box3d{*params.at - reach, *params.at + reach} : *params.box;
  if (dimensions == 2) {
    box.lower.z = -std::numeric_limits<double>::max();
    box.upper.z = std::numeric_limits<double>::max();
  }
  return box;
}

PatchChoice choosePatch(const PatchRegion& region, const TriangleMesh& surface,
                        std::span<const SurfaceSample> samples, const Pose& back) {
  std::vector<Vec3f> places, first;  // before any motion: of all, and of the first layer
  for (const SurfaceSample& sample : samples) {
    places.push_back(Vec3f(back(Vec3d(sample.x))));
    if (sample.layer <= 1) first.push_back(places.back());
  }
  const KdTree tree(first);
  std::vector<Share> shares(first.size());
  for (const Piece& piece : piecesOf(region, surface)) {
    const auto nearest = tree.closest(Vec3f(piece.centre));
    Share& share = shares[nearest->index];
    const double size = length(piece.area);
    share.area += towardsFluid(piece, Vec3d(first[nearest->index]), region.spacing);
    share.centre += size * piece.centre;
    share.size += size;
  }
  PatchChoice choice;
  for (Share& share : shares) {
    share.inside = share.size > 0 && region.contains(share.centre / share.size);
    if (share.inside) choice.area += share.area;
  }
  for (const Vec3f& place : places)
    choice.samples.push_back(shares[tree.closest(place)->index].inside ? 1 : 0);
  return choice;
}

}  // namespace shoal
