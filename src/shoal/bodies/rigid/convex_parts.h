// Approximate convex decomposition of a solid, for collision detection between convex shapes.
#pragma once

#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

struct ConvexPartsParams {
  int maxParts = 32;
  double tolerance = 0.02;  // volume that the parts may add, as a fraction of that of the solid
};

// Corners of convex parts that cover a closed mesh. While they add too much volume, the part that
// adds most is cut by the axis-aligned plane that leaves the least volume in the hulls of its two
// pieces: approximate convex decomposition as in [LA07], with a volume as the measure of concavity.
std::vector<std::vector<Vec3d>> convexParts(const TriangleMesh& mesh,
                                            const ConvexPartsParams& params = {});

// Corners of the convex hull of some points, with every face moved inwards by `shrink` (m); at most
// about 160. Empty if the points span no volume.
std::vector<Vec3d> hullCorners(const std::vector<Vec3d>& points, double shrink = 0);

}  // namespace shoal
