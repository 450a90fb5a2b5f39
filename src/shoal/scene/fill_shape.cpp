#include "shoal/scene/fill_shape.h"

namespace shoal {

Entries Describe<FillShape>::entries() {
  using P = FillShape;
  return {Corners{"box", &P::box, "m", "A box, by two opposite corners."},
          Group{"sphere", &P::sphere, "A ball; a disc in 2D."},
          Group{"bowl", &P::bowl, "What a bowl holds when it is full to its rim."},
          Group{"file", &P::file, "The inside of a closed mesh."},
          AddedGroups{&P::added, AddedUse::kOnlyGiven}};
}

}  // namespace shoal
