#include "shoal/geometry/shapes/mesh_duck.h"

#include <array>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/core/portable.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

namespace {

struct Part {
  Vec3d centre, radii;
};

// Body, tail, neck, head and bill of a duck about as long as 1.
constexpr std::array<Part, 5> kParts{{{{-0.06, 0, 0}, {0.38, 0.22, 0.27}},
                                      {{-0.4, 0.12, 0}, {0.13, 0.07, 0.1}},
                                      {{0.2, 0.16, 0}, {0.14, 0.14, 0.14}},
                                      {{0.26, 0.34, 0}, {0.16, 0.16, 0.15}},
                                      {{0.44, 0.31, 0}, {0.09, 0.035, 0.08}}}};
// The duck is star-shaped about this point.
constexpr Vec3d kHeart{0.12, 0.12, 0};
constexpr double kBlend = 0.03;  // blending radius of the parts
constexpr double kFar = 1;       // beyond all of it

// Smooth minimum of approximate distances to the parts; negative inside.
double outside(const Vec3d& p) {
  double sum = 0;
  for (const auto& [c, r] : kParts) {
    const Vec3d q{(p.x - c.x) / r.x, (p.y - c.y) / r.y, (p.z - c.z) / r.z};
    sum += portable::exp((1 - length(q)) * std::min({r.x, r.y, r.z}) / kBlend);
  }
  return -kBlend * portable::log(sum);
}

// Distance along a ray from kHeart to the surface.
double exitAlong(const Vec3d& direction) {
  constexpr double kStep = 0.01;
  double out = kFar;
  while (out > kStep && outside(kHeart + (out - kStep) * direction) > 0) out -= kStep;
  double in = out - kStep;
  for (int k = 0; k < 40; ++k) {
    const double middle = 0.5 * (in + out);
    (outside(kHeart + middle * direction) > 0 ? out : in) = middle;
  }
  return in;
}

}  // namespace

TriangleMesh makeDuck(const Vec3d& centre, double length, int subdivisions) {
  if (!(length > 0)) fail("a duck of length {} m is none; give a positive one", length);
  TriangleMesh mesh = makeSphere({}, 1, subdivisions);
  for (Vec3d& v : mesh.vertices) v = kHeart + exitAlong(v) * v;
  const Box3d box = mesh.bounds();
  for (Vec3d& v : mesh.vertices) v = centre + length / box.size().x * (v - box.centre());
  return mesh;
}

}  // namespace shoal
