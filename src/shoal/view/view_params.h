// What a user can say about pictures.
#pragma once

#include "shoal/scene/camera_params.h"

namespace shoal {

// What colours show.
enum class ColourBy { Speed, Pressure, Density, NumberDensity, Stress };

template <>
struct EnumWords<ColourBy> {
  static constexpr EnumWord<ColourBy> words[] = {{ColourBy::Speed, "speed"},
                                                 {ColourBy::Pressure, "pressure"},
                                                 {ColourBy::Density, "density"},
                                                 {ColourBy::NumberDensity, "numberDensity"},
                                                 {ColourBy::Stress, "stress"}};
};

// How walls are drawn.
enum class WallStyle { Cutaway, Wireframe, Hidden };

template <>
struct EnumWords<WallStyle> {
  static constexpr EnumWord<WallStyle> words[] = {{WallStyle::Cutaway, "cutaway"},
                                                  {WallStyle::Wireframe, "wireframe"},
                                                  {WallStyle::Hidden, "hidden"}};
};

struct ViewParams {
  int width = 960;   // pixels
  int height = 720;  // pixels
  ColourBy colourBy = ColourBy::Speed;
  double low = 0;  // of the colour range, in the unit of what is shown
  double high = 0;
  WallStyle walls = WallStyle::Cutaway;
  std::optional<Vec3d> position;  // m
  std::optional<Vec3d> target;    // m
  double fieldOfView = 35;        // degrees, from bottom to top
  std::optional<ViewCutParams> cut;
};

template <>
struct Describe<ViewParams> {
  static Entries entries() {
    using P = ViewParams;
    return {
        Param{"width", &P::width, 16, 8192, "pixels", "Width of the picture."},
        Param{"height", &P::height, 16, 8192, "pixels", "Height of the picture."},
        Choice{"colourBy", &P::colourBy,
               "What colours show: of particles, or the stress (von Mises) of solids."},
        Param{"low", &P::low, -1e12, 1e12, "",
              "Value at the lower end of the colours; with high, both 0: from the particles."},
        Param{"high", &P::high, -1e12, 1e12, "", "Value at the upper end of the colours."},
        Choice{"walls", &P::walls, "Draw walls without those in front, as lines, or not at all."},
        Vector{"position", &P::position, "m",
               "Where the camera is; left out, it finds a place that shows all. Space only."},
        Vector{"target", &P::target, "m", "What the camera looks at; left out, the middle."},
        Param{"fieldOfView", &P::fieldOfView, 1.0, 120.0, "degrees",
              "Angle from the bottom to the top of the picture. Space only."},
        Group{"cut", &P::cut, "A plane that opens the picture, to show what is inside."}};
  }
};

}  // namespace shoal
