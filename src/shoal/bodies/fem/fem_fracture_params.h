// Parameters of fracture: strength, weak places, rate of opening.
#pragma once

#include <optional>
#include <vector>

#include "shoal/core/parameter.h"

namespace shoal {

// A layer within half the thickness of a plane.
struct FemSlab {
  Vec3d point;
  Vec3d normal{1, 0, 0};
  double thickness = 0;  // m
};

template <>
struct Describe<FemSlab> {
  static Entries entries();
};

// A region of the undeformed solid.
struct FemPlace {
  std::optional<Box3d> box;
  std::optional<FemSlab> slab;
};

template <>
struct Describe<FemPlace> {
  static constexpr bool exactlyOne = true;
  static Entries entries();
};

// A region with a different strength.
struct FemWeakness {
  FemPlace place;
  double strength = 0;  // Pa
};

template <>
struct Describe<FemWeakness> {
  static Entries entries();
};

struct FemFractureParams {
  double strength = 0;  // Pa
  std::vector<FemWeakness> weak;
  int openings = 4;  // a step
};

template <>
struct Describe<FemFractureParams> {
  static Entries entries();
};

}  // namespace shoal
