// Surfaces of walls and bodies as pictures show them: cut open towards the camera, or as lines.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/view/picture/image.h"

namespace shoal {

struct SurfaceMesh {
  std::vector<Vec3d> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::optional<Rgb> colour{};  // of a solid that moves, which stays as it is
  std::vector<float> values{};  // of the vertices, which colours may show
};

struct PictureLine {
  Vec3d from, to;
};

// Throws an Error unless every vertex is finite and every index names one.
void checkSurface(const SurfaceMesh& wall);

Box3d boundsOf(const SurfaceMesh& wall);

// Whether it has an inside: every edge, up to rounding, joins two triangles, or an even number.
bool isClosed(const SurfaceMesh& wall);

// The triangles that do not stand between the eye and the fluid. A wall that is closed and holds
// no more than half of the particles is a body, not a container, and keeps all of them; from
// others go, unless they have a colour, the triangles whose plane parts the eye from `centre`.
std::vector<std::array<std::uint32_t, 3>> cutAway(const SurfaceMesh& wall, const Vec3d& eye,
                                                  const Vec3d& centre,
                                                  std::span<const Vec3f> particles);

// Edges where the wall ends or bends, and its contour as seen from the eye.
std::vector<PictureLine> featureLines(const SurfaceMesh& wall, const Vec3d& eye);

// Where the wall meets the plane z = 0; of a part that lies in the plane, its outline.
std::vector<PictureLine> planeOutline(const SurfaceMesh& wall);

}  // namespace shoal
