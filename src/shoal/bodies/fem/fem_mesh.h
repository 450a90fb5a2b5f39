// Finite element mesh: nodes, shape functions and quadrature of linear and quadratic tetrahedra.
#pragma once

#include <map>
#include <span>

#include "shoal/core/matrix3.h"
#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

// Edges of a tetrahedron, in the order of the mid-edge nodes of a quadratic element.
inline constexpr std::array<std::array<std::uint8_t, 2>, 6> kTetraEdges{
    {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}}};

inline constexpr std::size_t kMostNodes = 10;  // of an element

struct FemMesh {
  std::size_t nodesEach = 4;         // of an element: 4 or 10
  std::vector<Vec3d> rest;           // m; the vertices of the mesh, then the middles of edges
  std::vector<std::uint32_t> nodes;  // of element e: from e * nodesEach, corners first

  std::size_t elements() const { return nodes.size() / nodesEach; }
  std::span<const std::uint32_t> of(std::size_t element) const {
    return std::span(nodes).subspan(element * nodesEach, nodesEach);
  }
  bool quadratic() const { return nodesEach == 10; }
};

FemMesh makeFemMesh(const TetraMesh& mesh, bool quadratic);

// Mid-edge nodes of a quadratic mesh by the ends of their edges, the lower number first.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middleNodes(const FemMesh& mesh);

// A quadrature point. Linear elements have one, quadratic ones four.
struct FemPoint {
  double volume = 0;                          // m^3 at rest
  std::array<Vec3d, kMostNodes> gradients{};  // of the shape functions, 1/m
};

inline std::size_t pointsEach(const FemMesh& mesh) { return mesh.quadratic() ? 4 : 1; }

// Of element e: from e * pointsEach.
std::vector<FemPoint> makePoints(const FemMesh& mesh);

// The consistent mass between nodes a and b of an element, as a share of its mass.
double massShare(std::size_t a, std::size_t b, bool quadratic);

// The gradient of the displacement or velocity u (or of positions) at a point.
template <class Values>
Matrix3 gradientAt(const FemPoint& point, std::span<const std::uint32_t> nodes, const Values& u) {
  Matrix3 sum;
  for (std::size_t a = 0; a < nodes.size(); ++a) sum += outer(u[nodes[a]], point.gradients[a]);
  return sum;
}

}  // namespace shoal
