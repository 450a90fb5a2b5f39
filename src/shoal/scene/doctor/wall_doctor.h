// The part of the scene doctor that looks at walls.
#pragma once

#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/scene/doctor/doctor.h"

namespace shoal {

// A wall with what is known about its mesh.
struct WallChart {
  explicit WallChart(const AssembledWall& assembled);

  const AssembledWall& wall;
  MeshReport report;
  MeshDistance distance;
  bool closed;
  bool inverted;  // closed, but its triangles face inwards
};

// Mesh faults of walls that come from files; others are made without any.
void examineMesh(const WallChart& chart, bool fromFile, std::vector<Finding>& findings);

// Walls so thin, or so close to each other, that the particles on both sides would interact.
void examineThickness(std::span<const WallChart> charts, const WorldParams& world,
                      std::vector<Finding>& findings);

// "(0.1, 0.2, 0)".
std::string pointText(const Vec3d& p);

}  // namespace shoal
