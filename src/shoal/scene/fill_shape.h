// The kind of shapes that a fluid fills.
#pragma once

#include "shoal/scene/shape_kind.h"
#include "shoal/scene/shapes.h"
#include "shoal/world/world_params.h"

namespace shoal {

struct FillShape;

// A volume that fluid fills.
struct FillVolume {
  Box3d bounds;
  // The places of particles.
  std::function<std::vector<Vec3d>(const WorldParams&)> points;
  // About how many there are; left out, as many as fit into the bounds.
  std::function<double(const WorldParams&)> estimate{};
};

// A member of the kind; those that are built in are listed in scene/assemble/fill_shapes.cpp.
struct FillShapeKind : ShapeKind<FillShape, FillVolume> {
  using ShapeKind::ShapeKind;

  static std::vector<FillShapeKind> builtIn();
};

// What a fluid fills, as a scene says it.
struct FillShape {
  std::optional<Box3d> box;
  std::optional<BallShape> sphere;
  std::optional<BowlShape> bowl;
  std::optional<FileShape> file;
  KindParameters<FillShapeKind> added;
};

template <>
struct Describe<FillShape> {
  static constexpr bool exactlyOne = true;
  static Entries entries();
};

}  // namespace shoal
