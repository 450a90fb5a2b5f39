// From the shapes a scene names to meshes and lattice points.
#pragma once

#include "shoal/geometry/mesh/triangle_mesh.h"
#include "shoal/scene/assemble/fill_shapes.h"
#include "shoal/scene/scene.h"

namespace shoal {

// A shape that fluid fills.
struct LoadedFill {
  Place place;      // the scene file
  std::string key;  // "fluid[0].fill[1]"
  const SceneFluid* fluid = nullptr;
  FillVolume volume;

  std::vector<Vec3f> points(const WorldParams& world) const;
  double estimatedPoints(const WorldParams& world) const;
};

// About how many boundary samples the surface of a solid gets.
double estimatedSamples(const TriangleMesh& mesh, const SceneSolid& solid, const Scene& scene);

// The surface of a solid that fluid meets.
struct LoadedWall {
  Place place;      // the scene file
  std::string key;  // "solid[0].mesh"
  const SceneSolid* solid = nullptr;
  TriangleMesh mesh;
  std::optional<RenderMesh> skin;  // what files show in its place

  // m, as the coupling asks for.
  double sampleSpacing(const Scene& scene) const;
  double estimatedSamples(const Scene& scene) const {
    return shoal::estimatedSamples(mesh, *solid, scene);
  }
};

// Read the mesh files; an Error names the key of the shape. The result refers to the scene.
std::vector<LoadedFill> loadFills(const Scene& scene);
// Solids that forces move are left out.
std::vector<LoadedWall> loadWalls(const Scene& scene);

}  // namespace shoal
