#include "shoal/bodies/fem/fem_skin.h"

#include <algorithm>
#include <limits>

#include "shoal/bodies/fem/fem_point.h"
#include "shoal/core/parallel.h"
#include "shoal/search/box_tree.h"

namespace shoal {

namespace {

BoxTree<double> elementTree(const FemMesh& mesh) {
  std::vector<Box3d> boxes(mesh.elements());
  std::vector<Vec3d> centres;
  for (std::size_t e = 0; e < boxes.size(); ++e) {
    for (const Vec3d& corner : restCorners(mesh, e)) boxes[e].extend(corner);
    centres.push_back(boxes[e].centre());
  }
  BoxTree<double> tree;
  tree.buildByMedian(boxes, centres);
  return tree;
}

double least(const Barycentric& lambda) { return *std::min_element(lambda.begin(), lambda.end()); }

// The element in a box around the point in which its least coordinate is the greatest; of several
// the first. -1 if the box has none.
std::ptrdiff_t bestElement(const FemMesh& mesh, const BoxTree<double>& tree, const Vec3d& p,
                           double reach) {
  double best = -std::numeric_limits<double>::infinity();
  std::ptrdiff_t found = -1;
  Box3d box;
  box.extend(p);
  tree.forEachOverlap(box.grown(reach), [&](std::uint32_t e) {
    const double depth = least(coordinatesIn(restCorners(mesh, e), p));
    const auto element = static_cast<std::ptrdiff_t>(e);
    if (depth < best || (depth == best && element > found)) return;
    best = depth;
    found = element;
  });
  return found;
}

// Outside of all elements, the affine map of the corners: quadratic shape functions would grow
// beyond bounds there.
MaterialPoint embedded(const FemMesh& mesh, const BoxTree<double>& tree, const Vec3d& p,
                       double edge) {
  std::ptrdiff_t found = bestElement(mesh, tree, p, 0);
  const auto isInside = [&] {
    return found >= 0 &&
           least(coordinatesIn(restCorners(mesh, static_cast<std::size_t>(found)), p)) >= 0;
  };
  if (!isInside())
    for (double reach = edge; (found = bestElement(mesh, tree, p, reach)) < 0;) reach *= 2;
  const auto element = static_cast<std::size_t>(found);
  const Barycentric lambda = coordinatesIn(restCorners(mesh, element), p);
  const auto nodes = mesh.of(element);
  MaterialPoint point{p, element, {nodes.begin(), nodes.end()}, {}};
  if (least(lambda) >= 0) {
    point.weights = shapeFunctions(lambda, mesh.quadratic());
  } else {
    point.nodes.resize(lambda.size());
    point.weights.assign(lambda.begin(), lambda.end());
  }
  return point;
}

}  // namespace

FemSkin::FemSkin(RenderMesh mesh, const FemMesh& elements)
    : mesh_(std::move(mesh)), points_(mesh_.vertices.size()) {
  const BoxTree<double> tree = elementTree(elements);
  const auto corners = restCorners(elements, 0);
  const double edge = length(corners[1] - corners[0]);
  parallelFor(points_.size(), [&](std::size_t i) {
    points_[i] = embedded(elements, tree, mesh_.vertices[i], edge);
  });
}

RenderedSurface FemSkin::follow(std::span<const Vec3d> x, std::span<const Vec3d> v,
                                std::span<const double> stresses) const {
  RenderedSurface shown{mesh_, {}, {}};
  shown.v.resize(points_.size());
  shown.stresses.resize(points_.size());
  parallelFor(points_.size(), [&](std::size_t i) {
    const PointMotion at = interpolated(points_[i], x, v);
    shown.mesh.vertices[i] = at.x;
    shown.v[i] = at.v;
    double stress = 0;
    for (std::size_t k = 0; k < points_[i].nodes.size(); ++k)
      stress += points_[i].weights[k] * stresses[points_[i].nodes[k]];
    shown.stresses[i] = std::max(0.0, stress);
  });
  updateNormals(shown.mesh);
  return shown;
}

}  // namespace shoal
