// The parameters of the shapes that a scene can name; fill_shape.h and solid_shape.h say which of
// them a fluid fills, and which a solid has.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shoal/core/parameter.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

struct BallShape {
  Vec3d centre;
  double radius = 0;  // m
};

template <>
struct Describe<BallShape> {
  static Entries entries();
};

enum class FileRepair { None, FillHoles };

template <>
struct EnumWords<FileRepair> {
  static constexpr EnumWord<FileRepair> words[] = {{FileRepair::None, "none"},
                                                   {FileRepair::FillHoles, "fill-holes"}};
};

// The path is absolute once a scene has been read.
struct FileShape {
  std::string path;
  double scale = 1;
  Vec3d translate;  // m
  FileRepair repair = FileRepair::None;
};

template <>
struct Describe<FileShape> {
  static Entries entries();
};

struct BoxSurface {
  Box3d corners;
  std::vector<BoxFace> open;
  double cell = 0;  // m
};

template <>
struct Describe<BoxSurface> {
  static Entries entries();
};

struct PlaneSurface {
  Vec3d centre;
  Vec3d normal{0, 1, 0};
  std::array<double, 2> size{1, 1};  // m
  double cell = 0;                   // m
};

template <>
struct Describe<PlaneSurface> {
  static Entries entries();
};

// A basin that is open towards +y.
struct PoolShape {
  Vec3d size;  // m
  double wall = 0;
  double cell = 0;
  Vec3d corner;
};

template <>
struct Describe<PoolShape> {
  static Entries entries();
};

// A vessel that is open at both ends.
struct TubeShape {
  Vec3d start, end;        // m
  double innerRadius = 0;  // m
  double outerRadius = 0;  // m
  double cell = 0;         // m
};

template <>
struct Describe<TubeShape> {
  static Entries entries();
};

struct TorusShape {
  Vec3d centre;
  double ring = 0;  // m
  double tube = 0;  // m
  Vec3d axis{0, 1, 0};
};

template <>
struct Describe<TorusShape> {
  static Entries entries();
};

// A cap of a sphere that is open towards +y.
struct BowlShape {
  Vec3d centre;
  double radius = 0;  // m
  double depth = 0;   // m
  double cell = 0;    // m
};

inline double cellOf(const BowlShape& bowl) { return bowl.cell > 0 ? bowl.cell : bowl.radius / 16; }

template <>
struct Describe<BowlShape> {
  static Entries entries();
};

struct CylinderSurface {
  Vec3d centre;
  Vec3d axis{0, 1, 0};
  double radius = 0;  // m
  double height = 0;  // m
};

template <>
struct Describe<CylinderSurface> {
  static Entries entries();
};

// A boat that is open towards +y, its bow towards +x.
struct HullShape {
  Vec3d centre;
  Vec3d size;       // m
  double wall = 0;  // m
  double taper = 0.7;
  double leak = 0;    // m
  double leakAt = 0;  // m
};

template <>
struct Describe<HullShape> {
  static Entries entries();
};

// A stone or an asteroid: a ball that is pulled out of shape.
struct RockShape {
  Vec3d centre;
  double radius = 0;  // m
  double roughness = 0.15;
  Vec3d stretch{1, 1, 1};
  int seed = 1;
};

template <>
struct Describe<RockShape> {
  static Entries entries();
};

// A bath duck, its bill towards +x.
struct DuckShape {
  Vec3d centre;
  double length = 0;  // m
};

template <>
struct Describe<DuckShape> {
  static Entries entries();
};

// What bounds a volume.
struct ClosedShape {
  std::optional<Box3d> box;
  std::optional<BallShape> sphere;
  std::optional<TorusShape> torus;
  std::optional<FileShape> file;
};

template <>
struct Describe<ClosedShape> {
  static constexpr bool exactlyOne = true;
  static Entries entries();
};

// What a closed surface encloses, cut into tetrahedra.
struct InsideShape {
  ClosedShape surface;
  double size = 0;  // m
  double grading = 1;
};

template <>
struct Describe<InsideShape> {
  static Entries entries();
};

// Tetrahedra around a surface of any kind, in which that is embedded.
struct EmbeddedShape {
  FileShape file;
  double cells = 0;  // m
};

template <>
struct Describe<EmbeddedShape> {
  static Entries entries();
};

}  // namespace shoal
