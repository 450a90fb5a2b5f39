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
  static Entries entries();
};

// What colours of pictures show.
enum class CameraColour { None, Speed, Pressure, Density, Stress };

template <>
struct EnumWords<CameraColour> {
  static constexpr EnumWord<CameraColour> words[] = {{CameraColour::None, "none"},
                                                     {CameraColour::Speed, "speed"},
                                                     {CameraColour::Pressure, "pressure"},
                                                     {CameraColour::Density, "density"},
                                                     {CameraColour::Stress, "stress"}};
};

// Left out, position and target follow from what is in the scene.
struct CameraParams {
  std::optional<Vec3d> position;  // m
  std::optional<Vec3d> target;    // m
  double fieldOfView = 35;        // degrees
  CameraColour colour = CameraColour::None;
  std::optional<ViewCutParams> cut;
};

template <>
struct Describe<CameraParams> {
  static Entries entries();
};

}  // namespace shoal
