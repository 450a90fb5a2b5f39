// Surfaces of walls and bodies in pictures: cut open towards the camera, or drawn as lines.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/scene/look_params.h"
#include "shoal/view/picture/image.h"

namespace shoal {

struct PictureMesh {
  std::vector<Vec3d> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::optional<Rgb> colour{};  // of a moving solid, which is not cut open
  std::vector<float> values{};  // of the vertices, which colours may show
  // Unit vectors of the vertices; none: they follow from the triangles, with edges that are sharp.
  std::vector<Vec3f> normals{};
  bool closed = false;  // known to be
  LookParams look{};
};

inline constexpr Rgb kPlainFluid{126, 158, 186};  // where colours show something else

struct PictureLine {
  Vec3d from, to;
};

// The colour that a scene gives a look, if it does.
std::optional<Rgb> ownColour(const LookParams& look);

// Throws an Error unless every vertex is finite and every index names one.
void checkSurface(const PictureMesh& wall);

Box3d boundsOf(const PictureMesh& wall);

// Of a triangle; zero if it has no area.
Vec3d normalOf(const PictureMesh& wall, const std::array<std::uint32_t, 3>& triangle);

// The normal of a triangle, weighted for a corner such that the sum around a vertex of a sphere is
// exact, [Max99].
Vec3d weightedNormal(const PictureMesh& wall, const std::array<std::uint32_t, 3>& triangle,
                     std::size_t corner);

// For a surface that is smooth everywhere, such as that of a fluid.
std::vector<Vec3f> vertexNormals(const PictureMesh& wall);

// For each vertex the first one at the same place, up to rounding: files often repeat vertices.
std::vector<std::uint32_t> weldedVertices(const PictureMesh& wall);

// Beyond 35 degrees an edge is sharp: bends, but not the facets of a cylinder.
inline constexpr double kCosineOfCrease = 0.82;

// Whether it is closed: every edge, up to rounding, has an even number of triangles.
bool isClosed(const PictureMesh& wall);

// Whether a wall is around most of the particles, or else around `centre`.
bool isContainer(const PictureMesh& wall, const Vec3d& centre, std::span<const Vec3f> particles);

// Triangles that do not obscure the fluid. A closed surface around at most half of the particles is
// a body, not a container, and keeps all triangles; others, unless they have a colour, lose the
// triangles whose plane separates the eye from `centre`.
std::vector<std::array<std::uint32_t, 3>> cutAway(const PictureMesh& wall, const Vec3d& eye,
                                                  const Vec3d& centre,
                                                  std::span<const Vec3f> particles);

// Borders, sharp edges, and the contour as seen from the eye.
std::vector<PictureLine> featureLines(const PictureMesh& wall, const Vec3d& eye);

// Intersection with the plane z = 0; of a part that lies in the plane, its outline.
std::vector<PictureLine> planeOutline(const PictureMesh& wall);

}  // namespace shoal
