#include "shoal/formats/surface_ply.h"

#include "shoal/core/file.h"
#include "shoal/geometry/files/mesh_formats.h"

namespace shoal {

namespace {

std::vector<float> numbersOf(const std::vector<Vec3f>& vectors) {
  std::vector<float> numbers;
  numbers.reserve(3 * vectors.size());
  for (const Vec3f& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

PlyColumn columnOf(const SurfaceFrameColumn& column) {
  if (const auto* numbers = std::get_if<std::vector<float>>(&column.values))
    return {{column.name}, *numbers};
  return {{column.name + "_x", column.name + "_y", column.name + "_z"},
          numbersOf(std::get<std::vector<Vec3f>>(column.values))};
}

}  // namespace

void writeSurfacePly(const std::filesystem::path& path, const SurfaceFrame& surface,
                     PlyCoordinates coordinates) {
  PlyExtras extras;
  if (!surface.velocities.empty())
    extras.columns.push_back({{"vx", "vy", "vz"}, numbersOf(surface.velocities)});
  if (!surface.stresses.empty()) extras.columns.push_back({{"stress"}, surface.stresses});
  for (const SurfaceFrameColumn& column : surface.columns)
    extras.columns.push_back(columnOf(column));
  extras.edges = surface.outline;
  extras.singlePrecision = coordinates == PlyCoordinates::kFloats;
  extras.materials = true;
  writeFileAtomically(path, formatPly(surface.mesh, extras));
}

}  // namespace shoal
