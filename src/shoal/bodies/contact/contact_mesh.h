// A triangle mesh in the contact solver: points with velocities and, if they can be moved, masses.
#pragma once

#include <cstdint>
#include <span>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

struct ContactMesh {
  std::span<const Triangle> triangles;
  std::uint64_t revision = 0;  // of the triangles
  std::span<const Vec3d> x;    // m
  std::span<Vec3d> v;          // m/s; contact changes those of points with mass
  // 1/kg. Points of inverse mass 0 are not moved by contact; empty: all points are such.
  std::span<const double> inverseMass;
  // m, rest positions, for meshes that deform. Features that were close at rest may stay so. Empty:
  // the mesh does not deform.
  std::span<const Vec3d> rest;
  double radius = 0;  // m, contact radius: distance that others keep
  double friction = 0;
  bool self = false;  // whether it collides with itself
  // Two rigid meshes do not collide here.
  bool rigid = false;
  bool closed = false;  // triangles face outwards
  // Meshes with the same family, other than 0, were one body; their rest positions are compared
  // like those of one mesh.
  std::uint64_t family = 0;
  // N, contact force on every point. On input the predicted forces that v was computed with; they
  // are subtracted before contact is solved. May be empty.
  std::span<Vec3d> force;
};

}  // namespace shoal
