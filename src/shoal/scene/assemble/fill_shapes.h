// What each shape that a fluid can fill becomes, in one table.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "shoal/scene/shapes.h"
#include "shoal/world/world_params.h"

namespace shoal {

// A volume that fluid fills.
struct FillVolume {
  Box3d bounds;
  // The places of particles.
  std::function<std::vector<Vec3d>(const WorldParams&)> points;
  // About how many there are; left out, as many as fit into the bounds.
  std::function<double(const WorldParams&)> estimate{};
};

// A row of the table: the word for a shape, and what is made of it where it is the given one.
struct FillShapeKind {
  std::string word;
  std::function<std::optional<FillVolume>(const FillShape&)> make;
};

const std::vector<FillShapeKind>& fillShapeKinds();

// Of the one shape that is given; an Error if none is, or if a file cannot be used.
FillVolume fillVolume(const FillShape& shape);

// About how many points of a lattice with the spacing of the world fit into a box.
double latticePoints(const Vec3d& size, const WorldParams& world);

}  // namespace shoal
