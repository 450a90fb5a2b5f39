#include "shoal/coupling/sample_places.h"

#include "shoal/geometry/mesh/mesh_offset.h"
#include "shoal/geometry/mesh/outline.h"
#include "shoal/geometry/sampling/surface_sampling.h"

namespace shoal {

namespace {

std::vector<Vec3f> sampled(const TriangleMesh& mesh, double spacing, int dimensions) {
  return dimensions == 3 ? sampleSurface(mesh, spacing)
                         : sampleOutline(sliceAtZeroPlane(mesh), spacing);
}

}  // namespace

SamplePlaces placeSamples(const TriangleMesh& surface, SolidSide side,
                          const SamplePlacement& placement, int dimensions) {
  if (side == SolidSide::None) return {sampled(surface, placement.spacing, dimensions)};
  SamplePlaces places;
  for (int k = 0; k < placement.layers; ++k) {
    const double depth = placement.depth(k);
    TriangleMesh layer = surface;
    offsetMesh(layer, side == SolidSide::Above ? depth : -depth);
    std::vector<Vec3f> onLayer = sampled(layer, placement.spacing, dimensions);
    if (k == 0)
      places.first = std::move(onLayer);
    else
      places.deeper.push_back(std::move(onLayer));
  }
  return places;
}

}  // namespace shoal
