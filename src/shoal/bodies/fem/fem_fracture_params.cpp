#include "shoal/bodies/fem/fem_fracture_params.h"

namespace shoal {

Entries Describe<FemSlab>::entries() {
  using P = FemSlab;
  return {Required{Vector{"point", &P::point, "m", "A point of the plane."}},
          Required{Vector{"normal", &P::normal, "", "Normal of the plane."}},
          Required{Param{"thickness", &P::thickness, 0.0, 1e12, "m",
                         "Thickness of the layer, half of it on either side of the plane."}}};
}

Entries Describe<FemPlace>::entries() {
  using P = FemPlace;
  return {Corners{"box", &P::box, "m", "Two opposite corners, in the undeformed solid."},
          Group{"slab", &P::slab, "A plane with a thickness, in the undeformed solid."}};
}

Entries Describe<FemWeakness>::entries() {
  using P = FemWeakness;
  return {Inline{&P::place},
          Param{"strength", &P::strength, 0.0, 1e30, "Pa", "Strength there; 0: never breaks."}};
}

Entries Describe<FemFractureParams>::entries() {
  using P = FemFractureParams;
  return {Param{"strength", &P::strength, 0.0, 1e30, "Pa",
                "Largest tensile principal stress at which the solid breaks; 0: never."},
          List{"weak", &P::weak,
               "Regions with a strength of their own. Where they overlap, the last one counts."},
          Param{"openings", &P::openings, 1, 1'000'000, "",
                "Most vertices at which cracks open in a step of the solid."}};
}

}  // namespace shoal
