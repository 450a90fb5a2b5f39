// The walls of a 2D simulation: the cut of a mesh with the plane z = 0.
#pragma once

#include <span>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Seen from +z, the inside of a closed mesh is to the left of the way from a to b.
struct Segment {
  Vec3d a, b;
};

// The cut as the longest straight segments. A part of the mesh that only touches the plane from
// above is cut just above it; a part that lies in the plane gives its border.
std::vector<Segment> sliceAtZeroPlane(const TriangleMesh& mesh);

// The outline drawn out to z = -halfDepth and +halfDepth (m), without ends. Where the outline has
// its outside, so has the mesh.
TriangleMesh extrudeOutline(std::span<const Segment> outline, double halfDepth);

// Samples at the ends of the segments, shared ones once, and between them no further apart than
// the spacing (m).
std::vector<Vec3f> sampleOutline(std::span<const Segment> outline, double spacing);

}  // namespace shoal
