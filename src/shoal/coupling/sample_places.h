// Where the boundary samples of a surface stand.
#pragma once

#include <cstdint>
#include <vector>

#include "shoal/coupling/coupling_kind.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// In m: on the layer nearest to the surface, and on those below it.
struct SamplePlaces {
  std::vector<Vec3f> first;
  std::vector<std::vector<Vec3f>> deeper{};
  // By layer: unit normals of the surface at its samples, towards the fluid; zero at edges, see
  // SharedNormal. None where fluid is on both sides, or where they are not known.
  std::vector<std::vector<Vec3f>> normals{};

  bool empty() const { return first.empty(); }
  std::size_t size() const {
    std::size_t n = first.size();
    for (const std::vector<Vec3f>& layer : deeper) n += layer.size();
    return n;
  }
  // Calls visit(x, layer, normal) for all, with BoundarySamples::layer.
  template <class Visit>
  void forEach(Visit&& visit) const {
    for (std::size_t l = 0; l <= deeper.size(); ++l) {
      const std::vector<Vec3f>& places = l == 0 ? first : deeper[l - 1];
      const auto layer = static_cast<std::uint32_t>(deeper.empty() ? 0 : l + 1);
      for (std::size_t k = 0; k < places.size(); ++k)
        visit(places[k], layer, normals.empty() ? Vec3f{} : normals[l][k]);
    }
  }
};

// On which side of a surface, as its normals have it, the solid is.
enum class SolidSide { Below, Above, None };

// In 2D, where the surface cuts the plane z = 0. On a sheet, which has no solid beside it, samples
// stand on the surface itself. Thin solids get what SamplePlacement::forThickness says.
SamplePlaces placeSamples(const TriangleMesh& surface, SolidSide side,
                          const SamplePlacement& wanted, int dimensions);

}  // namespace shoal
