#include "shoal/geometry/tetra/tetra_mesher.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/repair/mesh_repair.h"
#include "shoal/geometry/tetra/isosurface_stuffing.h"
#include "shoal/geometry/tetra/mesher_check.h"

namespace shoal {

namespace {

constexpr double kTetraPerCell = 12;
constexpr int kMostShifts = 3;
constexpr double kSameVolume = 1e-4;    // relative error of the volume that ends the search
constexpr double kFarthestShift = 0.2;  // in element sizes

void requireSize(const TriangleMesh& closed, double size, double grading) {
  if (!(size > 0 && std::isfinite(size))) fail("size is {} m; give a positive length", size);
  if (!(grading >= 1 && grading <= kLargestGrading))
    fail("grading is {}; give a factor from 1 to {}", grading, kLargestGrading);
  // Two layers of smallest cells lie at the surface, whatever the grading.
  double cells = 2 * areaOf(closed) / sq(size);
  if (grading == 1) cells = std::max(cells, closed.signedVolume() / cube(size));
  if (cells > double(GradedCells::kMostCells))
    fail("elements of {} m would be about {:.3g}; raise size to have at most {:.3g}", size,
         kTetraPerCell * cells, kTetraPerCell * double(GradedCells::kMostCells));
}

// The longest side of the bounds holds a whole number of cells: faces of a box fall onto cells.
double cellSize(const TriangleMesh& closed, double size) {
  const Vec3d extent = closed.bounds().size();
  const double longest = std::max({extent.x, extent.y, extent.z});
  return longest / std::max(1.0, std::ceil(longest / size - 1e-6));
}

}  // namespace

TetraMesh meshInside(const TriangleMesh& closed, double size, double grading) {
  const RepairedMesh surface = repaired(closed);
  requireVolume(surface);
  requireSize(surface.mesh, size, grading);
  requireThickness(surface.mesh, size);

  const MeshDistance distance(surface.mesh);
  double shift = 0;  // m, outwards
  const GradedCells::Depth depth = [&](const Vec3d& p, double limit) {
    return distance.signedDistance(p, limit + std::abs(shift)) - shift;
  };
  const GradedCells cells(surface.mesh.bounds(), cellSize(surface.mesh, size), grading, depth);
  const CellLattice lattice = bodyCentredLattice(cells);

  // Chords lie inside a convex surface: a surface a little further out encloses the same volume.
  const double volume = surface.mesh.signedVolume(), area = areaOf(surface.mesh);
  TetraMesh mesh = stuffLattice(lattice, cells, depth);
  double missing = volume - mesh.volume();
  for (int round = 0; round < kMostShifts; ++round) {
    if (std::abs(missing) < kSameVolume * volume) break;
    shift = std::clamp(shift + missing / area, -kFarthestShift * size, kFarthestShift * size);
    TetraMesh next = stuffLattice(lattice, cells, depth);
    const double nextMissing = volume - next.volume();
    if (std::abs(nextMissing) >= std::abs(missing)) break;
    mesh = std::move(next);
    missing = nextMissing;
  }
  requireLikeness(mesh, surface.mesh, size);
  return mesh;
}

}  // namespace shoal
