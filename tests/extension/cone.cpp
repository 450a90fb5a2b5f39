// A shape of solids: a cone with a round base.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "extension.h"
#include "shoal/scene/solid_shape.h"

namespace {

struct ConeShape {
  shoal::Vec3d base;  // m, centre of the base
  double radius = 0;  // m
  double height = 0;  // m, along y
};

}  // namespace

// Scenes say `mesh = { cone = { base = [0, 0, 0], radius = 0.1, height = 0.2 } }`.
template <>
struct shoal::Describe<ConeShape> {
  static Entries entries() {
    using P = ConeShape;
    return {Required{Vector{"base", &P::base, "m", "Centre of the base."}},
            Required{Param{"radius", &P::radius, 1e-9, 1e6, "m", "Radius of the base."}},
            Required{Param{"height", &P::height, 1e-9, 1e6, "m", "Height of the tip, along y."}}};
  }
};

namespace {

// Triangles face outwards; edges of the base are about a spacing long.
shoal::TriangleMesh makeCone(const ConeShape& cone, double spacing) {
  const double around = 2 * std::numbers::pi * cone.radius;
  const auto n = static_cast<std::uint32_t>(std::max(12.0, std::ceil(around / spacing)));
  shoal::TriangleMesh mesh;
  for (std::uint32_t k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * k / n;
    mesh.vertices.push_back(cone.base +
                            cone.radius * shoal::Vec3d{std::cos(angle), 0, std::sin(angle)});
  }
  mesh.vertices.push_back(cone.base);
  mesh.vertices.push_back(cone.base + shoal::Vec3d{0, cone.height, 0});
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t next = (k + 1) % n;
    mesh.triangles.push_back({n, k, next});
    mesh.triangles.push_back({n + 1, next, k});
  }
  return mesh;
}

// What the cone can become: a surface, of which rigid bodies and cloth can be made, too.
shoal::SolidShape coneShape(const ConeShape& cone) {
  return {.surface = [=](double spacing) { return makeCone(cone, spacing); }};
}

}  // namespace

void addCone() { shoal::KindTable<shoal::SolidShapeKind>::add({"cone", "A cone.", coneShape}); }
