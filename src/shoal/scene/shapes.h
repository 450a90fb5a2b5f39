// The shapes a scene can name: what a fluid fills, and what a solid's surface is.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

struct SphereShape {
  Vec3d centre;
  double radius = 0;  // m
};

template <>
struct Describe<SphereShape> {
  static constexpr auto entries() {
    using P = SphereShape;
    return std::tuple{
        Required{Vector{"centre", &P::centre, "m", "Centre of the sphere; of a disc in 2D."}},
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
  static constexpr auto entries() {
    using P = FileShape;
    return std::tuple{
        Required{Text{"path", &P::path,
                      "Triangle mesh (.obj, .ply or .stl), relative to the folder of the scene."}},
        Param{"scale", &P::scale, 1e-9, 1e9, "", "Factor on all coordinates, applied first."},
        Vector{"translate", &P::translate, "m", "Added to all coordinates, applied second."}};
  }
};

struct BoxSurface {
  Box3d corners;
  std::vector<std::string> open;
};

template <>
struct Describe<BoxSurface> {
  static constexpr auto entries() {
    using P = BoxSurface;
    return std::tuple{
        Required{Corners{"corners", &P::corners, "m", "Two opposite corners, the lower first."}},
        Words{"open", &P::open, "-x|+x|-y|+y|-z|+z", "Faces that are left out."}};
  }
};

struct PlaneSurface {
  Vec3d centre;
  Vec3d normal{0, 1, 0};
  std::array<double, 2> size{1, 1};  // m
};

template <>
struct Describe<PlaneSurface> {
  static constexpr auto entries() {
    using P = PlaneSurface;
    return std::tuple{Required{Vector{"centre", &P::centre, "m", "Centre of the rectangle."}},
                      Vector{"normal", &P::normal, "", "Direction it faces, of any length."},
                      Required{Pair{"size", &P::size, 1e-9, 1e6, "m", "Its two sides."}}};
  }
};

// What a fluid fills.
struct FillShape {
  std::optional<Box3d> box;
  std::optional<SphereShape> sphere;
  std::optional<FileShape> file;
};

template <>
struct Describe<FillShape> {
  static constexpr bool exactlyOne = true;
  static constexpr auto entries() {
    using P = FillShape;
    return std::tuple{Corners{"box", &P::box, "m", "A box, by two opposite corners."},
                      Group{"sphere", &P::sphere, "A ball; a disc in 2D."},
                      Group{"file", &P::file, "The inside of a closed mesh."}};
  }
};

// The surface of a solid.
struct MeshShape {
  std::optional<BoxSurface> box;
  std::optional<PlaneSurface> plane;
  std::optional<SphereShape> sphere;
  std::optional<FileShape> file;
};

template <>
struct Describe<MeshShape> {
  static constexpr bool exactlyOne = true;
  static constexpr auto entries() {
    using P = MeshShape;
    return std::tuple{Group{"box", &P::box, "The faces of a box."},
                      Group{"plane", &P::plane, "A rectangle."},
                      Group{"sphere", &P::sphere, "A sphere."},
                      Group{"file", &P::file, "Any triangle mesh, closed or open."}};
  }
};

}  // namespace shoal
