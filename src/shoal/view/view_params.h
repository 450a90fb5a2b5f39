// Parameters of pictures.
#pragma once

#include "shoal/scene/camera_params.h"

namespace shoal {

// Quantity shown by colours.
enum class ColourBy { None, Speed, Pressure, Density, NumberDensity, Stress };

template <>
struct EnumWords<ColourBy> {
  static constexpr EnumWord<ColourBy> words[] = {{ColourBy::None, "none"},
                                                 {ColourBy::Speed, "speed"},
                                                 {ColourBy::Pressure, "pressure"},
                                                 {ColourBy::Density, "density"},
                                                 {ColourBy::NumberDensity, "numberDensity"},
                                                 {ColourBy::Stress, "stress"}};
};

// Style of walls.
enum class WallStyle { Cutaway, Wireframe, Hidden };

template <>
struct EnumWords<WallStyle> {
  static constexpr EnumWord<WallStyle> words[] = {{WallStyle::Cutaway, "cutaway"},
                                                  {WallStyle::Wireframe, "wireframe"},
                                                  {WallStyle::Hidden, "hidden"}};
};

// How fluids are drawn.
enum class FluidStyle { Particles, Surface };

template <>
struct EnumWords<FluidStyle> {
  static constexpr EnumWord<FluidStyle> words[] = {{FluidStyle::Particles, "particles"},
                                                   {FluidStyle::Surface, "surface"}};
};

struct ViewParams {
  int width = 960;   // pixels
  int height = 720;  // pixels
  FluidStyle style = FluidStyle::Particles;
  ColourBy colourBy = ColourBy::Speed;
  double low = 0;  // of the colour range, in the unit of what is shown
  double high = 0;
  WallStyle walls = WallStyle::Cutaway;
  std::optional<Vec3d> position;  // m
  std::optional<Vec3d> target;    // m
  double fieldOfView = 35;        // degrees, from bottom to top
  std::optional<ViewCutParams> cut;
  bool labels = true;
  bool transparent = false;
};

template <>
struct Describe<ViewParams> {
  static Entries entries();
};

}  // namespace shoal
