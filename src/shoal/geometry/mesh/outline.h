// Section of a mesh with the plane z = 0: the boundaries of a 2D simulation.
#pragma once

#include <span>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// Seen from +z, the inside of a closed mesh is on the left of the direction from a to b.
struct Segment {
  Vec3d a, b;
};

// The section as maximal straight segments. A part of the mesh that only touches the plane from
// above is cut just above it; a part that lies in the plane gives its border.
std::vector<Segment> sliceAtZeroPlane(const TriangleMesh& mesh);

// Extrusion of the outline to z = -halfDepth and +halfDepth (m), without end caps. The orientation
// is kept.
TriangleMesh extrudeOutline(std::span<const Segment> outline, double halfDepth);

// Samples at the ends of the segments, shared ones once, and between them no further apart than
// the spacing (m). `normals`, if asked for, are those of the outline at the samples, away from the
// inside, see SharedNormal.
std::vector<Vec3f> sampleOutline(std::span<const Segment> outline, double spacing,
                                 std::vector<Vec3f>* normals = nullptr);

}  // namespace shoal
