// The table of how scene solids become blueprints of their body models.
#pragma once

#include <any>
#include <string>
#include <vector>

#include "shoal/geometry/mesh/triangle_mesh.h"
#include "shoal/scene/scene.h"

namespace shoal {

struct AssembledSolid {
  std::any blueprint;    // of the body model
  TriangleMesh surface;  // m, where the solid starts
  std::string note;      // on what was repaired in its mesh, or ""
  double depth = 0;      // m; in the plane, walls have to reach further out of it than this
};

struct SolidModelEntry {
  std::string model;  // its name, also in the table of body models
  AssembledSolid (*assemble)(const SceneSolid&, const WorldParams&) = nullptr;
};

// Models of solids that forces move, in the order of the table of body models.
const std::vector<SolidModelEntry>& solidModels();

}  // namespace shoal
