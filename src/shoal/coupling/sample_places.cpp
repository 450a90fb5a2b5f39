#include "shoal/coupling/sample_places.h"

#include "shoal/geometry/mesh/mesh_offset.h"
#include "shoal/geometry/mesh/outline.h"
#include "shoal/geometry/mesh/thickness.h"
#include "shoal/geometry/sampling/surface_sampling.h"

namespace shoal {

namespace {

std::vector<Vec3f> sampled(const TriangleMesh& mesh, double spacing, int dimensions,
                           std::vector<Vec3f>* normals = nullptr) {
  return dimensions == 3 ? sampleSurface(mesh, spacing, normals)
                         : sampleOutline(sliceAtZeroPlane(mesh), spacing, normals);
}

// Of the section with the plane, offset within it: a surface that only touches the plane would
// leave it.
std::vector<Vec3f> sampledWithin(const TriangleMesh& surface, double offset, double spacing,
                                 std::vector<Vec3f>* normals) {
  const std::vector<Segment> outline = sliceAtZeroPlane(surface);
  if (outline.empty()) return {};
  TriangleMesh section = extrudeOutline(outline, 1);
  offsetMesh(section, offset);
  return sampleOutline(sliceAtZeroPlane(section), spacing, normals);
}

}  // namespace

SamplePlaces placeSamples(const TriangleMesh& surface, SolidSide side,
                          const SamplePlacement& wanted, int dimensions) {
  if (side == SolidSide::None) return {sampled(surface, wanted.spacing, dimensions)};
  const SamplePlacement placement =
      side == SolidSide::Below ? wanted.forThickness(leastThickness(surface, dimensions)) : wanted;
  SamplePlaces places;
  for (int k = 0; k < placement.layers; ++k) {
    const double depth = placement.depth(k);
    TriangleMesh layer = surface;
    const double offset = side == SolidSide::Above ? depth : -depth;
    offsetMesh(layer, offset);
    std::vector<Vec3f> normals;
    std::vector<Vec3f> onLayer = sampled(layer, placement.spacing, dimensions, &normals);
    if (onLayer.empty() && dimensions == 2)
      onLayer = sampledWithin(surface, offset, placement.spacing, &normals);
    if (side == SolidSide::Above)
      for (Vec3f& n : normals) n = -n;
    places.normals.push_back(std::move(normals));
    if (k == 0)
      places.first = std::move(onLayer);
    else
      places.deeper.push_back(std::move(onLayer));
  }
  return places;
}

}  // namespace shoal
