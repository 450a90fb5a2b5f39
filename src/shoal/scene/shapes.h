// The parameters of the shapes that a scene can name; fill_shape.h and solid_shape.h say which of
// them a fluid fills, and which a solid has.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shoal/core/parameter.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/geometry/tetra/tetra_mesher.h"

namespace shoal {

struct BallShape {
  Vec3d centre;
  double radius = 0;  // m
};

template <>
struct Describe<BallShape> {
  static Entries entries() {
    using P = BallShape;
    return {Required{Vector{"centre", &P::centre, "m", "Centre of the sphere; of a disc in 2D."}},
            Required{Param{"radius", &P::radius, 1e-9, 1e6, "m", "Radius."}}};
  }
};

// The path is absolute once a scene has been read.
struct FileShape {
  std::string path;
  double scale = 1;
  Vec3d translate;  // m
};

template <>
struct Describe<FileShape> {
  static Entries entries() {
    using P = FileShape;
    return {
        Required{Text{"path", &P::path,
                      "Triangle mesh (.obj, .ply or .stl), or for a fem solid a tetrahedral one "
                      "(.msh, .vtk, .vtu or .node), relative to the folder of the scene."}},
        Param{"scale", &P::scale, 1e-9, 1e9, "", "Factor on all coordinates, applied first."},
        Vector{"translate", &P::translate, "m", "Added to all coordinates, applied second."}};
  }
};

struct BoxSurface {
  Box3d corners;
  std::vector<BoxFace> open;
  double cell = 0;  // m
};

template <>
struct Describe<BoxSurface> {
  static Entries entries() {
    using P = BoxSurface;
    return {
        Required{Corners{"corners", &P::corners, "m", "Two opposite corners, the lower first."}},
        Words{"open", &P::open, "Faces that are left out."},
        Param{"cell", &P::cell, 0.0, 1e6, "m",
              "Size of the cells that a fem solid is cut into; 0 takes half its least side."}};
  }
};

struct PlaneSurface {
  Vec3d centre;
  Vec3d normal{0, 1, 0};
  std::array<double, 2> size{1, 1};  // m
  double cell = 0;                   // m
};

template <>
struct Describe<PlaneSurface> {
  static Entries entries() {
    using P = PlaneSurface;
    return {Required{Vector{"centre", &P::centre, "m", "Centre of the rectangle."}},
            Vector{"normal", &P::normal, "", "Direction it faces, of any length."},
            Required{Pair{"size", &P::size, 1e-9, 1e6, "m", "Its two sides."}},
            Param{"cell", &P::cell, 0.0, 1e6, "m",
                  "Size of the squares of a cloth; 0 takes a 32nd of the longer side."}};
  }
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
  static Entries entries() {
    using P = PoolShape;
    return {Required{Vector{"size", &P::size, "m", "Of the outside."}},
            Required{Param{"wall", &P::wall, 1e-9, 1e6, "m", "How thick floor and walls are."}},
            Required{Param{"cell", &P::cell, 1e-9, 1e6, "m", "Size of the cells it is cut into."}},
            Vector{"corner", &P::corner, "m", "The lowest corner."}};
  }
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
  static Entries entries() {
    using P = TubeShape;
    return {Required{Vector{"start", &P::start, "m", "Where its axis begins."}},
            Required{Vector{"end", &P::end, "m", "Where its axis ends."}},
            Required{Param{"innerRadius", &P::innerRadius, 1e-9, 1e6, "m", "Of the hole."}},
            Required{Param{"outerRadius", &P::outerRadius, 1e-9, 1e6, "m", "Of the outside."}},
            Required{Param{"cell", &P::cell, 1e-9, 1e6, "m", "Size of the cells it is cut into."}}};
  }
};

struct TorusShape {
  Vec3d centre;
  double ring = 0;  // m
  double tube = 0;  // m
  Vec3d axis{0, 1, 0};
};

template <>
struct Describe<TorusShape> {
  static Entries entries() {
    using P = TorusShape;
    return {
        Required{Vector{"centre", &P::centre, "m", "Of the hole."}},
        Required{Param{"ring", &P::ring, 1e-9, 1e6, "m", "From there to the middle of the tube."}},
        Required{Param{"tube", &P::tube, 1e-9, 1e6, "m", "Radius of the tube; below the ring's."}},
        Vector{"axis", &P::axis, "", "Direction of the hole, of any length."}};
  }
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
  static Entries entries() {
    using P = BowlShape;
    return {Required{Vector{"centre", &P::centre, "m", "Of the circle that is its rim."}},
            Required{Param{"radius", &P::radius, 1e-9, 1e6, "m", "Of the rim."}},
            Required{Param{"depth", &P::depth, 1e-9, 1e6, "m",
                           "From the rim down to the ground; at most the radius."}},
            Param{"cell", &P::cell, 0.0, 1e6, "m",
                  "Length of the edges of its triangles; 0 takes a 16th of the radius."}};
  }
};

struct CylinderSurface {
  Vec3d centre;
  Vec3d axis{0, 1, 0};
  double radius = 0;  // m
  double height = 0;  // m
};

template <>
struct Describe<CylinderSurface> {
  static Entries entries() {
    using P = CylinderSurface;
    return {Required{Vector{"centre", &P::centre, "m", "Of the cylinder."}},
            Vector{"axis", &P::axis, "", "Its direction, of any length."},
            Required{Param{"radius", &P::radius, 1e-9, 1e6, "m", "Radius."}},
            Required{Param{"height", &P::height, 1e-9, 1e6, "m",
                           "From end to end; of a capsule without its round ends."}}};
  }
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
  static Entries entries() {
    using P = HullShape;
    return {
        Required{Vector{"centre", &P::centre, "m", "Middle of the box around it."}},
        Required{Vector{"size", &P::size, "m", "Length, height and beam of the outside."}},
        Required{Param{"wall", &P::wall, 1e-9, 1e6, "m", "How thick floor and sides are."}},
        Param{"taper", &P::taper, 0.05, 1.0, "", "Length of the floor, as a share of the deck's."},
        Param{"leak", &P::leak, 0.0, 1e6, "m", "Length of a hole in the floor; 0 has none."},
        Param{"leakAt", &P::leakAt, -1e6, 1e6, "m",
              "How far before the centre, towards the bow, the hole is."}};
  }
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
  static Entries entries() {
    using P = RockShape;
    return {Required{Vector{"centre", &P::centre, "m", "Of the ball."}},
            Required{Param{"radius", &P::radius, 1e-9, 1e6, "m", "Of the ball."}},
            Param{"roughness", &P::roughness, 0.0, 0.5, "",
                  "How far bumps and dents reach at most, as a share of the radius."},
            Vector{"stretch", &P::stretch, "", "Factor on each axis; [1, 0.4, 1] is a flat stone."},
            Param{"seed", &P::seed, 0, 1'000'000'000, "", "Each number gives another rock."}};
  }
};

// A bath duck, its bill towards +x.
struct DuckShape {
  Vec3d centre;
  double length = 0;  // m
};

template <>
struct Describe<DuckShape> {
  static Entries entries() {
    using P = DuckShape;
    return {Required{Vector{"centre", &P::centre, "m", "Middle of the box around it."}},
            Required{Param{"length", &P::length, 1e-9, 1e6, "m", "From tail to bill."}}};
  }
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
  static Entries entries() {
    using P = ClosedShape;
    return {Corners{"box", &P::box, "m", "A box, by two opposite corners."},
            Group{"sphere", &P::sphere, "A sphere."}, Group{"torus", &P::torus, "A ring."},
            Group{"file", &P::file, "Any closed triangle mesh."}};
  }
};

// What a closed surface encloses, cut into tetrahedra.
struct InsideShape {
  ClosedShape surface;
  double size = 0;  // m
  double grading = 1;
};

template <>
struct Describe<InsideShape> {
  static Entries entries() {
    using P = InsideShape;
    return {
        Required{Group{"surface", &P::surface, "What bounds it."}},
        Required{Param{"size", &P::size, 1e-9, 1e6, "m",
                       "Length of the edges of elements at the surface; nothing may be thinner."}},
        Param{"grading", &P::grading, 1.0, kLargestGrading, "",
              "Factor by which elements grow from layer to layer towards the inside; 1 has all "
              "alike."}};
  }
};

}  // namespace shoal
