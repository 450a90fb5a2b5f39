#include "shoal/geometry/sampling/surface_sampling.h"

#include <algorithm>
#include <array>
#include <span>

#include "shoal/geometry/mesh/mesh_topology.h"
#include "shoal/geometry/mesh/shared_normal.h"
#include "shoal/geometry/spacing.h"

namespace shoal {

namespace {

// A triangle turned so that its shortest edge is e_s = b - a.
struct Swept {
  Vec3d a, b, c;
  double shortest = 0;  // |e_s|
  double height = 0;    // h_t, over e_s
};

Swept sweepFromShortestEdge(const std::array<Vec3d, 3>& corner) {
  Swept t;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3d &a = corner[i], &b = corner[(i + 1) % 3], &c = corner[(i + 2) % 3];
    const double edge = length(b - a);
    if (i == 0 || edge < t.shortest) t = {a, b, c, edge, 0};
  }
  if (t.shortest > 0) t.height = length(cross(t.b - t.a, t.c - t.a)) / t.shortest;
  return t;
}

// The samples between p and q, without the ends. [ACAT13] cuts the edge in floor(|e| / d) steps,
// which may be almost 2 d long and let fluid through. Deviation: ceil, so that no step exceeds d.
void sampleBetween(const Vec3d& p, const Vec3d& q, double d, std::vector<Vec3f>& samples) {
  const double n = intervals(length(q - p), d);
  for (double i = 1; i < n; ++i) samples.push_back(Vec3f(p + (i / n) * (q - p)));
}

// Scanlines parallel to the shortest edge, [ACAT13] section 2.4, with ceil as along edges. Their
// ends lie on the other two edges, which have samples of their own.
void sampleInterior(const Swept& t, double d, std::vector<Vec3f>& samples) {
  const double n = intervals(t.height, d);
  for (double i = 1; i < n; ++i) {
    const double s = i / n;
    sampleBetween(t.a + s * (t.c - t.a), t.b + s * (t.c - t.b), d, samples);
  }
}

// No fewer than will come out: n intervals have at most length / d samples between them.
double boundOnSamples(const TriangleMesh& mesh, std::span<const MeshEdge> edges, double d) {
  double samples = static_cast<double>(mesh.vertices.size());
  for (const MeshEdge& e : edges)
    samples += intervals(length(mesh.vertices[e.b] - mesh.vertices[e.a]), d) - 1;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Swept t = sweepFromShortestEdge(corners(mesh, i));
    // The mean scanline is half as long as the shortest edge.
    samples += (intervals(t.height, d) - 1) * t.shortest / (2 * d);
  }
  return samples;
}

Vec3d normalOf(const TriangleMesh& mesh, std::size_t triangle) {
  const auto [a, b, c] = corners(mesh, triangle);
  return normalised(cross(b - a, c - a));
}

// Of what triangles share.
struct SharedNormals {
  std::vector<SharedNormal> ofVertices, ofEdges;
};

SharedNormals sharedNormals(const TriangleMesh& mesh, std::span<const MeshEdge> edges) {
  SharedNormals shared{std::vector<SharedNormal>(mesh.vertices.size()),
                       std::vector<SharedNormal>(edges.size())};
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Vec3d n = normalOf(mesh, i);
    if (!(dot(n, n) > 0.5)) continue;  // a degenerate triangle has none
    const Triangle& t = mesh.triangles[i];
    for (std::size_t c = 0; c < 3; ++c) {
      shared.ofVertices[t[c]].add(n);
      const auto ends = std::minmax(t[c], t[(c + 1) % 3]);
      const auto edge = std::lower_bound(
          edges.begin(), edges.end(), ends, [](const MeshEdge& e, const auto& wanted) {
            return std::pair(e.a, e.b) < std::pair(wanted.first, wanted.second);
          });
      shared.ofEdges[static_cast<std::size_t>(edge - edges.begin())].add(n);
    }
  }
  return shared;
}

}  // namespace

std::vector<Vec3f> sampleSurface(const TriangleMesh& mesh, double spacing,
                                 std::vector<Vec3f>* normals) {
  requireSpacing(spacing);
  requireUsable(mesh);
  const TriangleMesh joined = welded(mesh);
  const std::vector<MeshEdge> edges = meshEdges(joined.triangles);
  const double bound = boundOnSamples(joined, edges, spacing);
  requireFewPoints(bound, "boundary samples", spacing, 2);

  std::vector<Vec3f> samples;
  samples.reserve(static_cast<std::size_t>(bound) + 1);
  SharedNormals shared;
  if (normals) shared = sharedNormals(joined, edges);
  const auto setNormals = [&](const Vec3f& n) {
    if (normals) normals->resize(samples.size(), n);
  };
  for (std::size_t v = 0; v < joined.vertices.size(); ++v) {
    samples.push_back(Vec3f(joined.vertices[v]));
    if (normals) setNormals(shared.ofVertices[v].mean());
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    sampleBetween(joined.vertices[edges[e].a], joined.vertices[edges[e].b], spacing, samples);
    if (normals) setNormals(shared.ofEdges[e].mean());
  }
  for (std::size_t i = 0; i < joined.triangles.size(); ++i) {
    sampleInterior(sweepFromShortestEdge(corners(joined, i)), spacing, samples);
    if (normals) setNormals(Vec3f(normalOf(joined, i)));
  }
  return samples;
}

}  // namespace shoal
