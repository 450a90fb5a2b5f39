// The cubic lattice that fluid starts on.
#pragma once

#include <cmath>

#include "shoal/core/vec.h"

namespace shoal {

// Calls visit(r) for each point of a lattice of one to three dimensions that is closer than
// `radius` to one of its points, that point included, with the distance r between the two.
template <class Visit>
void forEachLatticePoint(int dimensions, double spacing, double radius, Visit&& visit) {
  const int reach = static_cast<int>(radius / spacing) + 1;
  const int reachY = dimensions > 1 ? reach : 0, reachZ = dimensions > 2 ? reach : 0;
  for (int k = -reachZ; k <= reachZ; ++k) {
    for (int j = -reachY; j <= reachY; ++j) {
      for (int i = -reach; i <= reach; ++i) {
        const double r = spacing * std::sqrt(double(sq(i) + sq(j) + sq(k)));
        if (r < radius) visit(r);
      }
    }
  }
}

}  // namespace shoal
