#include "shoal/world/solids/solid_room.h"

#include "shoal/core/parallel.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/mesh/mesh_check.h"

namespace shoal {

namespace {

constexpr double kRoom = 0.49;  // spacings; what fills a basin to its walls is half a spacing off

}  // namespace

void markTaken(std::span<const Vec3f> x, const TriangleMesh& surface, double spacing,
               std::vector<std::uint8_t>& taken) {
  const double room = kRoom * spacing;
  const MeshDistance distance(surface);
  const bool closed = checkMesh(surface).closed();
  const Box3d reach = surface.bounds().grown(room);
  parallelFor(x.size(), [&](std::size_t i) {
    const Vec3d p(x[i]);
    if (!reach.contains(p)) return;
    if (distance.distance(p, room) < room || (closed && distance.inside(p))) taken[i] = 1;
  });
}

}  // namespace shoal
