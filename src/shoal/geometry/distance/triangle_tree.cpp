#include "shoal/geometry/distance/triangle_tree.h"

namespace shoal {

BoxTree<double> triangleTree(const TriangleMesh& mesh) {
  std::vector<Box3d> boxes;
  std::vector<Vec3d> centres;  // three times
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t);
    boxes.push_back(triangleBox(mesh, t));
    centres.push_back(a + b + c);
  }
  BoxTree<double> tree;
  tree.buildByMedian(boxes, centres);
  return tree;
}

}  // namespace shoal
