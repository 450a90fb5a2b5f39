#include "shoal/bodies/rigid/rigid_shape.h"

#include <numbers>

#include "shoal/core/error.h"
#include "shoal/core/portable.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::uint32_t kAround = 32;  // corners of a round surface

template <class... F>
struct Overload : F... {
  using F::operator()...;
};
template <class... F>
Overload(F...) -> Overload<F...>;  // clang 14 does not make it by itself

// A surface of revolution around the y axis: rings of (radius, y) from bottom to top between two
// poles.
TriangleMesh revolve(const std::vector<std::array<double, 2>>& rings, double bottom, double top) {
  TriangleMesh mesh;
  for (const auto& [radius, y] : rings)
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const double angle = 2 * kPi * i / kAround;
      mesh.vertices.push_back({radius * portable::cos(angle), y, -radius * portable::sin(angle)});
    }
  const auto ringCount = static_cast<std::uint32_t>(rings.size());
  const std::uint32_t south = ringCount * kAround, north = south + 1;
  mesh.vertices.push_back({0, bottom, 0});
  mesh.vertices.push_back({0, top, 0});
  for (std::uint32_t i = 0; i < kAround; ++i) {
    const std::uint32_t j = (i + 1) % kAround, last = (ringCount - 1) * kAround;
    mesh.triangles.push_back({south, j, i});
    mesh.triangles.push_back({north, last + i, last + j});
    for (std::uint32_t r = 0; r + 1 < ringCount; ++r) {
      const std::uint32_t low = r * kAround, high = low + kAround;
      mesh.triangles.push_back({low + i, low + j, high + j});
      mesh.triangles.push_back({low + i, high + j, high + i});
    }
  }
  return mesh;
}

TriangleMesh capsuleSurface(const CapsuleShape& s) {
  constexpr int kRings = 6;  // of either cap, the equator included
  std::vector<std::array<double, 2>> rings;
  for (int i = 1; i <= kRings; ++i) {
    const double angle = kPi / 2 * i / kRings;
    rings.push_back(
        {s.radius * portable::sin(angle), -s.height / 2 - s.radius * portable::cos(angle)});
  }
  for (int i = kRings; i >= 1; --i) {
    const double angle = kPi / 2 * i / kRings;
    rings.push_back(
        {s.radius * portable::sin(angle), s.height / 2 + s.radius * portable::cos(angle)});
  }
  const double end = s.height / 2 + s.radius;
  return revolve(rings, -end, end);
}

MassProperties solidMass(double volume, double density, const Vec3d& moments) {
  return {volume, density * volume, {}, {moments.x, moments.y, moments.z, 0, 0, 0}};
}

MassProperties boxMass(const BoxShape& s, double density) {
  const Vec3d d = s.size;
  const double m = density * d.x * d.y * d.z / 12;
  return solidMass(d.x * d.y * d.z, density,
                   {m * (sq(d.y) + sq(d.z)), m * (sq(d.z) + sq(d.x)), m * (sq(d.x) + sq(d.y))});
}

MassProperties sphereMass(const SphereShape& s, double density, bool planar) {
  const double volume = planar ? kPi * sq(s.radius) : 4.0 / 3 * kPi * cube(s.radius);
  const double moment = (planar ? 0.5 : 0.4) * density * volume * sq(s.radius);
  return solidMass(volume, density, {moment, moment, moment});
}

MassProperties cylinderMass(const CylinderShape& s, double density) {
  const double volume = kPi * sq(s.radius) * s.height, m = density * volume;
  const double across = m * (3 * sq(s.radius) + sq(s.height)) / 12;
  return solidMass(volume, density, {across, m * sq(s.radius) / 2, across});
}

MassProperties capsuleMass(const CapsuleShape& s, double density) {
  const double r = s.radius, h = s.height;
  const double tube = kPi * sq(r) * h, caps = 4.0 / 3 * kPi * cube(r);  // m^3
  const double along = tube * sq(r) / 2 + caps * 0.4 * sq(r);
  const double across =
      tube * (3 * sq(r) + sq(h)) / 12 + caps * (0.4 * sq(r) + sq(h) / 4 + 3.0 / 8 * h * r);
  return solidMass(tube + caps, density, {density * across, density * along, density * across});
}

}  // namespace

void requireShape(const RigidShape& shape) {
  const auto positive = [](double length, const char* what) {
    if (!(length > 0 && length <= kLargestCoordinate))
      fail("its {} is {} m; it must be above 0", what, length);
  };
  std::visit(Overload{[&](const BoxShape& s) {
                        for (std::size_t axis = 0; axis < 3; ++axis) positive(s.size[axis], "size");
                      },
                      [&](const SphereShape& s) { positive(s.radius, "radius"); },
                      [&](const auto& s) {
                        positive(s.radius, "radius");
                        positive(s.height, "height");
                      },
                      [](const TriangleMesh& mesh) { requireUsable(mesh); }},
             shape);
}

TriangleMesh surfaceOf(const RigidShape& shape) {
  return std::visit(Overload{[](const BoxShape& s) {
                               return makeBox({-s.size / 2, s.size / 2});
                             },
                             [](const SphereShape& s) { return makeSphere({}, s.radius, 3); },
                             [](const CylinderShape& s) {
                               const double end = s.height / 2;
                               return revolve({{s.radius, -end}, {s.radius, end}}, -end, end);
                             },
                             [](const CapsuleShape& s) { return capsuleSurface(s); },
                             [](const TriangleMesh& mesh) { return mesh; }},
                    shape);
}

MassProperties massOf(const RigidShape& shape, double density, bool planar) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape))
    return sphereMass(*sphere, density, planar);
  if (planar) return planarMassProperties(surfaceOf(shape), density);
  return std::visit(
      Overload{[&](const BoxShape& s) { return boxMass(s, density); },
               [&](const SphereShape& s) { return sphereMass(s, density, planar); },
               [&](const CylinderShape& s) { return cylinderMass(s, density); },
               [&](const CapsuleShape& s) { return capsuleMass(s, density); },
               [&](const TriangleMesh& mesh) { return massProperties(mesh, density); }},
      shape);
}

}  // namespace shoal
