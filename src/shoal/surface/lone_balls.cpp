#include "shoal/surface/lone_balls.h"

#include <map>
#include <numbers>

#include "shoal/core/portable.h"

namespace shoal {

namespace {

constexpr int kDiscSides = 16;

// An icosahedron whose triangles are cut into four, with its vertices on a sphere, scaled so that
// its volume is that of the unit ball.
TriangleMesh makeUnitBall() {
  const double g = std::numbers::phi;
  TriangleMesh ball;
  ball.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  // Its faces are the triples of vertices at the least distance from each other.
  std::vector<Triangle> faces;
  const auto near = [&](std::uint32_t a, std::uint32_t b) {
    return length(ball.vertices[a] - ball.vertices[b]) < 2.1;
  };
  for (std::uint32_t a = 0; a < 12; ++a)
    for (std::uint32_t b = a + 1; b < 12; ++b)
      for (std::uint32_t c = b + 1; c < 12; ++c) {
        if (!near(a, b) || !near(b, c) || !near(c, a)) continue;
        const auto& v = ball.vertices;
        if (dot(v[a], cross(v[b], v[c])) > 0)
          faces.push_back({a, b, c});
        else
          faces.push_back({a, c, b});
      }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> halves;
  const auto half = [&](std::uint32_t a, std::uint32_t b) {
    const auto [found, fresh] = halves.try_emplace(
        {std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(ball.vertices.size()));
    if (fresh) ball.vertices.push_back(ball.vertices[a] + ball.vertices[b]);
    return found->second;
  };
  for (const auto& [a, b, c] : faces) {
    const std::uint32_t ab = half(a, b), bc = half(b, c), ca = half(c, a);
    for (const Triangle& t : {Triangle{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}})
      ball.triangles.push_back(t);
  }
  for (Vec3d& v : ball.vertices) v = normalised(v);
  const double scale = portable::cbrt(4 * std::numbers::pi / 3 / ball.signedVolume());
  for (Vec3d& v : ball.vertices) v *= scale;
  return ball;
}

void addDisc(const Vec3d& at, double radius, SurfaceMesh& mesh, bool normals) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  const double turn = 2 * std::numbers::pi / kDiscSides;
  // The regular polygon of the same area.
  const double corner = radius * std::sqrt(turn / portable::sin(turn));
  for (std::uint32_t k = 0; k < kDiscSides; ++k) {
    const Vec3d n{portable::cos(turn * k), portable::sin(turn * k), 0};
    mesh.vertices.push_back(at + corner * n);
    if (normals) mesh.normals.emplace_back(n);
    mesh.outline.push_back({first + k, first + (k + 1) % kDiscSides});
  }
}

}  // namespace

std::size_t addBall(const Vec3d& at, double volumeRadius, int dimensions, SurfaceMesh& mesh,
                    bool normals) {
  if (dimensions == 2) {
    addDisc(at, volumeRadius, mesh, normals);
    return kDiscSides;
  }
  static const TriangleMesh unit = makeUnitBall();
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Vec3d& v : unit.vertices) {
    mesh.vertices.push_back(at + volumeRadius * v);
    if (normals) mesh.normals.emplace_back(normalised(v));
  }
  for (const auto& [a, b, c] : unit.triangles)
    mesh.triangles.push_back({first + a, first + b, first + c});
  return unit.vertices.size();
}

}  // namespace shoal
