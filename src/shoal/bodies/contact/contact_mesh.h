// What takes part in contact: triangles between points that have velocities and perhaps mass.
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
  // 1/kg. Points of 0 move as they do, whatever they meet; none given means that all do.
  std::span<const double> inverseMass;
  // m; where points were at rest. What was near at rest may stay so. None: it does not deform.
  std::span<const Vec3d> rest;
  double radius = 0;  // m; others stay this far away
  double friction = 0;
  bool self = false;  // whether it collides with itself
  // Keeps its shape. Such meshes do not meet each other here.
  bool rigid = false;
  bool closed = false;  // triangles face outwards
  // Meshes of one family but 0 were one, and are treated as one as to where they were at rest.
  std::uint64_t family = 0;
  // N; what contact does to every point. Given are the forces that v was made with, as a guess of
  // what contact would do; they are taken back before it does. May be left out.
  std::span<Vec3d> force;
};

}  // namespace shoal
