// Triangle meshes of simple shapes.
#pragma once

#include <span>
#include <string>

#include "shoal/core/enum_words.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// The faces of a box, by the axis that they are normal to and the end of it.
enum class BoxFace { LowX, HighX, LowY, HighY, LowZ, HighZ };

template <>
struct EnumWords<BoxFace> {
  static constexpr EnumWord<BoxFace> words[] = {{BoxFace::LowX, "-x"}, {BoxFace::HighX, "+x"},
                                                {BoxFace::LowY, "-y"}, {BoxFace::HighY, "+y"},
                                                {BoxFace::LowZ, "-z"}, {BoxFace::HighZ, "+z"}};
};

// A closed box, or one without some of its faces.
TriangleMesh makeBox(const Box3d& box, std::span<const BoxFace> openFaces = {});

// The direction of the first side of a rectangle with this unit normal: the coordinate axis least
// aligned with it (x before y before z), made perpendicular to it.
Vec3d planeTangent(const Vec3d& normal);

// A rectangle of sides U = planeTangent(normal) and V = normal x U.
TriangleMesh makePlane(Vec3d centre, Vec3d normal, double sizeU, double sizeV);

// The same rectangle cut into squares of about the size `cell`, each into two triangles whose
// diagonals alternate, so that no direction is preferred.
TriangleMesh makeSheet(Vec3d centre, Vec3d normal, double sizeU, double sizeV, double cell);

// An icosahedron whose faces are split in four `subdivisions` times and pushed to the sphere.
TriangleMesh makeSphere(Vec3d centre, double radius, int subdivisions = 4);

// A ring around the axis through the centre, of so many segments around the axis and across the
// tube; `ring` is the distance of the middle of the tube from the centre, `tube` its radius.
TriangleMesh makeTorus(Vec3d centre, Vec3d axis, double ring, double tube,
                       std::array<std::uint32_t, 2> segments);

// A cap of a sphere, open towards +y and facing its hollow: the rim lies around `centre`, the
// ground `depth` below it, at most the radius. Rings of triangles whose edges are about as long as
// `cell`.
TriangleMesh makeBowl(Vec3d centre, double radius, double depth, double cell);
// The same with a lid, closed and facing outwards.
TriangleMesh makeLiddedBowl(Vec3d centre, double radius, double depth, double cell);

// Scales about the origin by a positive factor, then translates.
void transform(TriangleMesh& mesh, double scale, Vec3d translation);

}  // namespace shoal
