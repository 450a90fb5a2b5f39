// Triangle meshes of hulls and rocks.
#pragma once

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

struct HullForm {
  double wall = 0;     // m, thickness of floor and sides
  double taper = 0.7;  // length of the floor, as a share of the deck's
  double leak = 0;     // m, length of a hole in the floor; 0: none
  double leakAt = 0;   // m, position of the hole forward of the centre
};

// A boat, open towards +y, its bow towards +x: a closed surface around thin floor and sides. The
// size is length, height and beam of the outside, around the centre.
TriangleMesh makeHull(const Vec3d& centre, const Vec3d& size, const HullForm& form);

struct RockForm {
  double roughness = 0.15;  // of bumps and dents at most, as a share of the radius
  Vec3d stretch{1, 1, 1};   // factor on each axis
  int seed = 1;
};

// A sphere, see makeSphere, with smooth bumps and dents; a seed always gives the same ones.
TriangleMesh makeRock(const Vec3d& centre, double radius, const RockForm& form,
                      int subdivisions = 4);

}  // namespace shoal
