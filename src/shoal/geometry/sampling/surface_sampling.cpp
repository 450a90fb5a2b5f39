#include "shoal/geometry/sampling/surface_sampling.h"

#include <array>
#include <span>

#include "shoal/geometry/mesh/mesh_topology.h"
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

}  // namespace

std::vector<Vec3f> sampleSurface(const TriangleMesh& mesh, double spacing) {
  requireSpacing(spacing);
  requireUsable(mesh);
  const TriangleMesh joined = welded(mesh);
  const std::vector<MeshEdge> edges = meshEdges(joined.triangles);
  const double bound = boundOnSamples(joined, edges, spacing);
  requireFewPoints(bound, "boundary samples", spacing, 2);

  std::vector<Vec3f> samples;
  samples.reserve(static_cast<std::size_t>(bound) + 1);
  for (const Vec3d& v : joined.vertices) samples.push_back(Vec3f(v));
  for (const MeshEdge& e : edges)
    sampleBetween(joined.vertices[e.a], joined.vertices[e.b], spacing, samples);
  for (std::size_t i = 0; i < joined.triangles.size(); ++i)
    sampleInterior(sweepFromShortestEdge(corners(joined, i)), spacing, samples);
  return samples;
}

}  // namespace shoal
