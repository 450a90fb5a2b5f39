// Convex pieces that together make up a solid, for contacts, which are found between convex shapes.
#pragma once

#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

struct ConvexPartsParams {
  int maxParts = 32;
  double tolerance = 0.02;  // volume that the parts may add to the solid, as a part of it
};

// Corners of convex parts that cover a closed mesh. While they add too much volume, the part that
// adds most is cut by the axis-aligned plane that leaves the least volume in the hulls of its two
// pieces: approximate convex decomposition as in [LA07], with a volume for the measure of
// concavity.
std::vector<std::vector<Vec3d>> convexParts(const TriangleMesh& mesh,
                                            const ConvexPartsParams& params = {});

// The corners of the hull of some points, moved inwards by `shrink` (m) at every face; at most
// about 160 of them. Empty if the points span no volume.
std::vector<Vec3d> hullCorners(const std::vector<Vec3d>& points, double shrink = 0);

}  // namespace shoal
