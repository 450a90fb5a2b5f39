#include "shoal/bodies/rigid/convex_parts.h"

#include <array>
#include <optional>

#include <LinearMath/btConvexHullComputer.h>

#include "shoal/bodies/rigid/bullet_convert.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

namespace {

// A boundary triangle of a piece. Those that close a cut may overlap each other with opposite
// signs: they count for the volume but are no surface.
struct Facet {
  std::array<Vec3d, 3> corner;
  bool cap = false;
};

using Facets = std::vector<Facet>;

struct Piece {
  Facets facets;
  double volume = 0;      // m^3
  double hullVolume = 0;  // m^3

  double excess() const { return hullVolume - volume; }
};

btScalar computeHull(btConvexHullComputer& hull, const std::vector<Vec3d>& points, double shrink) {
  return hull.compute(&points.front().x, sizeof(Vec3d), static_cast<int>(points.size()), shrink,
                      0.5);
}

double hullVolume(const std::vector<Vec3d>& points) {
  if (points.size() < 4) return 0;
  btConvexHullComputer hull;
  computeHull(hull, points, 0);
  double six = 0;
  for (int f = 0; f < hull.faces.size(); ++f) {
    const btConvexHullComputer::Edge* first = &hull.edges[hull.faces[f]];
    const Vec3d a = fromBullet(hull.vertices[first->getSourceVertex()]);
    for (const auto* e = first->getNextEdgeOfFace();
         e->getTargetVertex() != first->getSourceVertex(); e = e->getNextEdgeOfFace())
      six += dot(a - points[0], cross(fromBullet(hull.vertices[e->getSourceVertex()]) - points[0],
                                      fromBullet(hull.vertices[e->getTargetVertex()]) - points[0]));
  }
  return std::abs(six) / 6;
}

std::vector<Vec3d> surfacePoints(const Facets& facets) {
  std::vector<Vec3d> points;
  for (const Facet& facet : facets)
    if (!facet.cap) points.insert(points.end(), facet.corner.begin(), facet.corner.end());
  return points;
}

Box3d boundsOf(const Facets& facets) {
  Box3d box;
  for (const Facet& facet : facets)
    if (!facet.cap)
      for (const Vec3d& p : facet.corner) box.extend(p);
  return box;
}

Piece makePiece(Facets facets) {
  Piece piece;
  const Vec3d reference = facets.empty() ? Vec3d{} : facets.front().corner[0];
  for (const auto& [corner, cap] : facets) {
    const auto& [a, b, c] = corner;
    piece.volume += dot(a - reference, cross(b - reference, c - reference)) / 6;
  }
  piece.hullVolume = hullVolume(surfacePoints(facets));
  piece.facets = std::move(facets);
  return piece;
}

struct Cut {
  std::size_t axis = 0;
  double position = 0;  // m

  bool above(const Vec3d& p) const { return p[axis] >= position; }
  Vec3d between(const Vec3d& a, const Vec3d& b) const {
    const double t = (position - a[axis]) / (b[axis] - a[axis]);
    Vec3d p = a + t * (b - a);
    p[axis] = position;
    return p;
  }
};

// Facets on one side of a cut, closed along it.
Facets keepSide(const Facets& facets, const Cut& cut, bool above) {
  Facets kept;
  std::optional<Vec3d> apex;  // of the fan that closes the cut
  for (const Facet& facet : facets) {
    std::array<Vec3d, 4> polygon;
    std::size_t n = 0;
    std::optional<Vec3d> out, in;  // where the boundary leaves this side and returns
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3d& a = facet.corner[i];
      const Vec3d& b = facet.corner[(i + 1) % 3];
      if (cut.above(a) == above) polygon[n++] = a;
      if (cut.above(a) == cut.above(b)) continue;
      polygon[n] = cut.between(a, b);
      (cut.above(a) == above ? out : in) = polygon[n++];
    }
    for (std::size_t i = 2; i < n; ++i)
      kept.push_back({{polygon[0], polygon[i - 1], polygon[i]}, facet.cap});
    if (!out || !in) continue;
    if (!apex) apex = *out;
    kept.push_back({{*apex, *in, *out}, true});
  }
  return kept;
}

// Cost of a cut: the volume of the hulls and, with a small weight, the difference in size. By hull
// volume alone, a ring would be cut into thin slices.
double badness(const std::array<Piece, 2>& h) {
  return h[0].hullVolume + h[1].hullVolume + 0.1 * std::abs(h[0].volume - h[1].volume);
}

// Best of a few cuts across the long extents, if any leaves two pieces.
std::optional<std::array<Piece, 2>> split(const Piece& whole, double smallest) {
  constexpr int kCuts = 8;  // intervals along every axis; cuts are between them
  std::optional<std::array<Piece, 2>> best;
  const Box3d box = boundsOf(whole.facets);
  const Vec3d size = box.size();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (size[axis] < 0.5 * std::max({size.x, size.y, size.z})) continue;
    for (int i = 1; i < kCuts; ++i) {
      const Cut cut{axis, box.lower[axis] + size[axis] * i / kCuts};
      std::array<Piece, 2> halves = {makePiece(keepSide(whole.facets, cut, false)),
                                     makePiece(keepSide(whole.facets, cut, true))};
      if (std::min(halves[0].volume, halves[1].volume) < smallest) continue;
      if (!best || badness(halves) < badness(*best)) best = std::move(halves);
    }
  }
  return best;
}

}  // namespace

std::vector<std::vector<Vec3d>> convexParts(const TriangleMesh& mesh,
                                            const ConvexPartsParams& params) {
  Facets facets;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    facets.push_back({corners(mesh, t), false});
  std::vector<Piece> pieces = {makePiece(std::move(facets))};
  const double volume = pieces[0].volume;
  double excess = pieces[0].excess();
  while (excess > params.tolerance * volume && static_cast<int>(pieces.size()) < params.maxParts) {
    const auto worst =
        std::max_element(pieces.begin(), pieces.end(),
                         [](const Piece& a, const Piece& b) { return a.excess() < b.excess(); });
    auto halves = split(*worst, 1e-5 * volume);
    if (!halves) break;
    excess += (*halves)[0].excess() + (*halves)[1].excess() - worst->excess();
    *worst = std::move((*halves)[0]);
    pieces.push_back(std::move((*halves)[1]));
  }
  std::vector<std::vector<Vec3d>> parts;
  parts.reserve(pieces.size());
  for (const Piece& piece : pieces) parts.push_back(hullCorners(surfacePoints(piece.facets)));
  std::erase_if(parts, [](const std::vector<Vec3d>& part) { return part.empty(); });
  return parts;
}

std::vector<Vec3d> hullCorners(const std::vector<Vec3d>& points, double shrink) {
  if (points.size() < 4) return {};
  btConvexHullComputer hull;
  if (computeHull(hull, points, shrink) < 0 || hull.vertices.size() < 4) return {};
  std::vector<Vec3d> corner;
  corner.reserve(static_cast<std::size_t>(hull.vertices.size()));
  for (int i = 0; i < hull.vertices.size(); ++i) corner.push_back(fromBullet(hull.vertices[i]));
  static const std::vector<Vec3d> directions = makeSphere({}, 1, 2).vertices;
  if (corner.size() <= directions.size()) return corner;

  // Hulls of many corners make contacts slow: the outermost are kept.
  std::vector<bool> keep(corner.size());
  for (const Vec3d& d : directions) {
    std::size_t furthest = 0;
    for (std::size_t i = 1; i < corner.size(); ++i)
      if (dot(corner[i], d) > dot(corner[furthest], d)) furthest = i;
    keep[furthest] = true;
  }
  std::vector<Vec3d> kept;
  for (std::size_t i = 0; i < corner.size(); ++i)
    if (keep[i]) kept.push_back(corner[i]);
  return kept;
}

}  // namespace shoal
