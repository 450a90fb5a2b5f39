// How a scene wants to be seen.
#pragma once

#include "shoal/core/parameter.h"

namespace shoal {

// A plane; what lies on the side to which the normal points is left out of pictures.
struct ViewCutParams {
  Vec3d point;  // m
  Vec3d normal;
  bool solids = true;
};

template <>
struct Describe<ViewCutParams> {
  static Entries entries() {
    using P = ViewCutParams;
    return {
        Required{Vector{"point", &P::point, "m", "A point of the plane."}},
        Required{Vector{"normal", &P::normal, "",
                        "Points to the side that is left out; of any length."}},
        Flag{"solids", &P::solids,
             "Cut solids that move, too, exactly at the plane; otherwise they stay whole and only "
             "particles are left out. Walls are never cut."}};
  }
};

// What colours of pictures show.
enum class CameraColour { Speed, Pressure, Density, Stress };

template <>
struct EnumWords<CameraColour> {
  static constexpr EnumWord<CameraColour> words[] = {{CameraColour::Speed, "speed"},
                                                     {CameraColour::Pressure, "pressure"},
                                                     {CameraColour::Density, "density"},
                                                     {CameraColour::Stress, "stress"}};
};

// Left out, position and target follow from what is in the scene.
struct CameraParams {
  std::optional<Vec3d> position;  // m
  std::optional<Vec3d> target;    // m
  double fieldOfView = 35;        // degrees
  CameraColour colour = CameraColour::Speed;
  std::optional<ViewCutParams> cut;
};

template <>
struct Describe<CameraParams> {
  static Entries entries() {
    using P = CameraParams;
    return {
        Vector{"position", &P::position, "m", "Where the camera is; left out, chosen to fit."},
        Vector{"target", &P::target, "m", "What it looks at; left out, the middle of the scene."},
        Param{"fieldOfView", &P::fieldOfView, 1.0, 170.0, "degrees", "Vertical opening angle."},
        Choice{"colour", &P::colour,
               "What colours show: of particles, or the stress (von Mises) of solids."},
        Group{"cut", &P::cut, "A plane that opens pictures, to show what is inside."}};
  }
};

}  // namespace shoal
