#include "shoal/geometry/mesh/outline.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "shoal/geometry/mesh/mesh_topology.h"
#include "shoal/geometry/mesh/shared_normal.h"
#include "shoal/geometry/mesh/slice.h"
#include "shoal/geometry/spacing.h"

namespace shoal {

namespace {

using Ends = std::array<std::uint32_t, 2>;  // of a segment, as point numbers

// Segments joined at the points they share.
struct Graph {
  std::vector<Vec3d> points;
  std::vector<Ends> segments;
};

Graph joinEnds(std::span<const Segment> segments) {
  std::vector<Vec3d> ends;
  ends.reserve(2 * segments.size());
  for (const Segment& s : segments) ends.insert(ends.end(), {s.a, s.b});
  WeldedPoints joined = weldPoints(ends);
  Graph graph{std::move(joined.points), {}};
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const Ends e{joined.idOf[2 * s], joined.idOf[2 * s + 1]};
    if (e[0] != e[1]) graph.segments.push_back(e);
  }
  return graph;
}

// Finds the one segment that continues another straight through a point.
class StraightJoints {
 public:
  explicit StraightJoints(const Graph& graph) : graph_(graph), at_(graph.points.size()) {
    for (std::uint32_t s = 0; s < graph.segments.size(); ++s)
      for (const std::uint32_t point : graph.segments[s]) {
        Joint& joint = at_[point];
        if (joint.degree < 2) joint.segments[joint.degree] = s;
        ++joint.degree;
      }
  }

  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t farEnd(std::uint32_t segment, std::uint32_t point) const {
    const Ends& e = graph_.segments[segment];
    return e[0] == point ? e[1] : e[0];
  }

  std::uint32_t continuation(std::uint32_t segment, std::uint32_t point) const {
    const Joint& joint = at_[point];
    if (joint.degree != 2) return kNone;
    const std::uint32_t next = joint.segments[joint.segments[0] == segment ? 1 : 0];
    const Vec3d in = normalised(graph_.points[point] - graph_.points[farEnd(segment, point)]);
    const Vec3d out = normalised(graph_.points[farEnd(next, point)] - graph_.points[point]);
    constexpr double kStraight = 1e-6;  // rad; deviation of a straight line in single precision
    return dot(in, out) > 0 && length(cross(in, out)) < kStraight ? next : kNone;
  }

 private:
  struct Joint {
    std::array<std::uint32_t, 2> segments{};
    std::uint32_t degree = 0;
  };
  const Graph& graph_;
  std::vector<Joint> at_;
};

std::vector<Segment> mergeStraight(const Graph& graph) {
  const StraightJoints joints(graph);
  std::vector<bool> merged(graph.segments.size());
  const auto lastPoint = [&](std::uint32_t segment, std::uint32_t point) {
    for (;;) {
      const std::uint32_t next = joints.continuation(segment, point);
      if (next == StraightJoints::kNone || merged[next]) return point;
      merged[next] = true;
      point = joints.farEnd(next, point);
      segment = next;
    }
  };
  std::vector<Segment> straight;
  for (std::uint32_t s = 0; s < graph.segments.size(); ++s) {
    if (merged[s]) continue;
    merged[s] = true;
    const auto [from, to] = graph.segments[s];
    const std::uint32_t start = lastPoint(s, from);
    straight.push_back({graph.points[start], graph.points[lastPoint(s, to)]});
  }
  return straight;
}

// A triangle of a welded mesh that has become an edge or a point.
bool hasCollapsed(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

bool comesBefore(const MeshEdge& e, const MeshEdge& f) {
  return e.a != f.a ? e.a < f.a : e.b < f.b;
}

// The border of triangles that lie in the plane. Walls of no height, as a box with a z-range of
// [0, 0] has them, have collapsed to edges: they belong to the border whatever else meets there.
std::vector<MeshEdge> flatBorder(const TriangleMesh& mesh, std::span<const std::size_t> flat) {
  std::vector<Triangle> faces, walls;
  for (const std::size_t t : flat) {
    auto [a, b, c] = mesh.triangles[t];
    const auto [p, q, r] = corners(mesh, t);
    if (cross(q - p, r - p).z < 0) std::swap(b, c);
    (hasCollapsed({a, b, c}) ? walls : faces).push_back({a, b, c});
  }
  const std::vector<MeshEdge> faceEdges = meshEdges(faces);
  const std::vector<MeshEdge> wallEdges = meshEdges(walls);
  std::vector<MeshEdge> border;
  for (const MeshEdge& edge : wallEdges)
    if (!std::binary_search(faceEdges.begin(), faceEdges.end(), edge, comesBefore))
      border.push_back(edge);
  for (const MeshEdge& edge : faceEdges)
    if (edge.forward + edge.backward == 1 ||
        std::binary_search(wallEdges.begin(), wallEdges.end(), edge, comesBefore))
      border.push_back(edge);
  return border;
}

}  // namespace

std::vector<Segment> sliceAtZeroPlane(const TriangleMesh& mesh) {
  requireUsable(mesh);
  const TriangleMesh joined = welded(mesh);
  const MeshParts parts = connectedParts(joined);
  std::vector<Box3d> bounds(parts.count);
  for (std::size_t t = 0; t < joined.triangles.size(); ++t)
    for (const Vec3d& p : corners(joined, t)) bounds[parts.ofTriangle[t]].extend(p);

  std::vector<Segment> segments;
  std::vector<std::size_t> flat;
  for (std::size_t t = 0; t < joined.triangles.size(); ++t) {
    const Box3d& part = bounds[parts.ofTriangle[t]];
    if (part.lower.z == 0 && part.upper.z == 0) {
      flat.push_back(t);
      continue;
    }
    const InPlane inPlane = part.lower.z < 0 ? InPlane::kAbove : InPlane::kBelow;
    if (const auto cut = cutTriangle(corners(joined, t), 0, inPlane)) segments.push_back(*cut);
  }
  for (const MeshEdge& e : flatBorder(joined, flat)) {
    const Vec3d &a = joined.vertices[e.a], &b = joined.vertices[e.b];
    segments.push_back(e.forward >= e.backward ? Segment{a, b} : Segment{b, a});
  }
  return mergeStraight(joinEnds(segments));
}

TriangleMesh extrudeOutline(std::span<const Segment> outline, double halfDepth) {
  TriangleMesh mesh;
  const Vec3d up{0, 0, halfDepth};
  for (const Segment& segment : outline) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vec3d& p : {segment.a - up, segment.b - up, segment.b + up, segment.a + up})
      mesh.vertices.push_back(p);
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.triangles.push_back({first, first + 2, first + 3});
  }
  return welded(mesh);
}

std::vector<Vec3f> sampleOutline(std::span<const Segment> outline, double spacing,
                                 std::vector<Vec3f>* normals) {
  requireSpacing(spacing);
  Graph graph = joinEnds(outline);
  std::vector<SharedNormal> ofPoints(graph.points.size());
  std::map<Ends, SharedNormal> ofSegments;
  if (normals)
    for (const Ends& e : graph.segments) {
      const Vec3d n = normalised(cross(graph.points[e[1]] - graph.points[e[0]], Vec3d{0, 0, 1}));
      for (const std::uint32_t point : e) ofPoints[point].add(n);
      ofSegments[{std::min(e[0], e[1]), std::max(e[0], e[1])}].add(n);
    }
  for (Ends& e : graph.segments) std::sort(e.begin(), e.end());
  std::sort(graph.segments.begin(), graph.segments.end());
  const auto repeats = std::unique(graph.segments.begin(), graph.segments.end());
  graph.segments.erase(repeats, graph.segments.end());

  const auto steps = [&](const Ends& e) {
    return intervals(length(graph.points[e[1]] - graph.points[e[0]]), spacing);
  };
  auto total = static_cast<double>(graph.points.size());
  for (const Ends& e : graph.segments) total += steps(e) - 1;
  requireFewPoints(total, "boundary samples", spacing, 1);

  std::vector<Vec3f> samples;
  samples.reserve(static_cast<std::size_t>(total));
  for (const Vec3d& p : graph.points) samples.push_back(Vec3f(p));
  if (normals)
    for (const SharedNormal& n : ofPoints) normals->push_back(n.mean());
  for (const Ends& e : graph.segments) {
    const Vec3d &a = graph.points[e[0]], &b = graph.points[e[1]];
    const double n = steps(e);
    for (double i = 1; i < n; ++i) samples.push_back(Vec3f(a + (i / n) * (b - a)));
    if (normals) normals->resize(samples.size(), ofSegments[e].mean());
  }
  return samples;
}

}  // namespace shoal
