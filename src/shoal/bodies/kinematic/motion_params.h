// Parameters of prescribed motion.
#pragma once

#include "shoal/core/parameter.h"
#include "shoal/core/time_series.h"

namespace shoal {

struct KeyframeParams {
  double at = 0;   // s
  Vec3d position;  // m
  Vec3d rotation;  // degrees
};

template <>
struct Describe<KeyframeParams> {
  static Entries entries();
};

struct MotionParams {
  VectorFormulaText translate;  // m
  FormulaText rotate;           // radians
  Vec3d axis{0, 0, 1};
  Vec3d centre;  // m
  std::vector<KeyframeParams> keyframes;
  std::string file;                                     // CSV, see readMotion(); "": none
  Interpolation interpolation = Interpolation::Linear;  // between keyframes or rows of the file
};

template <>
struct Describe<MotionParams> {
  static Entries entries();
};

}  // namespace shoal
