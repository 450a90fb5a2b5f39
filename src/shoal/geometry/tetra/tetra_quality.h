// How well shaped tetrahedra are.
#pragma once

#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

// Angles between two faces of one tetrahedron, degrees. Small or large ones make elements stiff,
// and matrices ill-conditioned.
struct DihedralAngles {
  double smallest = 180;
  double largest = 0;
};
DihedralAngles dihedralAngles(const TetraMesh& mesh);

}  // namespace shoal
