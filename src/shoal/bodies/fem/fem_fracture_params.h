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
  static Entries entries() {
    using P = FemSlab;
    return {Required{Vector{"point", &P::point, "m", "A point of the plane."}},
            Required{Vector{"normal", &P::normal, "", "Normal of the plane."}},
            Required{Param{"thickness", &P::thickness, 0.0, 1e12, "m",
                           "Thickness of the layer, half of it on either side of the plane."}}};
  }
};

// A region of the undeformed solid.
struct FemPlace {
  std::optional<Box3d> box;
  std::optional<FemSlab> slab;
};

template <>
struct Describe<FemPlace> {
  static constexpr bool exactlyOne = true;
  static Entries entries() {
    using P = FemPlace;
    return {Corners{"box", &P::box, "m", "Two opposite corners, in the undeformed solid."},
            Group{"slab", &P::slab, "A plane with a thickness, in the undeformed solid."}};
  }
};

// A region with a different strength.
struct FemWeakness {
  FemPlace place;
  double strength = 0;  // Pa
};

template <>
struct Describe<FemWeakness> {
  static Entries entries() {
    using P = FemWeakness;
    return {Inline{&P::place},
            Param{"strength", &P::strength, 0.0, 1e30, "Pa", "Strength there; 0: never breaks."}};
  }
};

struct FemFractureParams {
  double strength = 0;  // Pa
  std::vector<FemWeakness> weak;
  int openings = 4;  // a step
};

template <>
struct Describe<FemFractureParams> {
  static Entries entries() {
    using P = FemFractureParams;
    return {Param{"strength", &P::strength, 0.0, 1e30, "Pa",
                  "Largest tensile principal stress at which the solid breaks; 0: never."},
            List{"weak", &P::weak,
                 "Regions with a strength of their own. Where they overlap, the last one counts."},
            Param{"openings", &P::openings, 1, 1'000'000, "",
                  "Most vertices at which cracks open in a step of the solid."}};
  }
};

}  // namespace shoal
