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

// Paths of light for each pixel of lit pictures.
enum class LightQuality { Draft, Good, Film };

template <>
struct EnumWords<LightQuality> {
  static constexpr EnumWord<LightQuality> words[] = {
      {LightQuality::Draft, "draft"}, {LightQuality::Good, "good"}, {LightQuality::Film, "film"}};
};

struct ViewParams {
  int width = 960;   // pixels
  int height = 720;  // pixels
  FluidStyle style = FluidStyle::Particles;
  LightQuality quality = LightQuality::Draft;
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

// Whether fluids and solids are shown as they look, with paths of light.
inline bool isLit(const ViewParams& params) {
  return params.style == FluidStyle::Surface && params.colourBy == ColourBy::None;
}

template <>
struct Describe<ViewParams> {
  static Entries entries();
};

}  // namespace shoal
