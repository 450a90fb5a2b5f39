#include "shoal/sph/sponge_params.h"

namespace shoal {

Entries Describe<SpongeParams>::entries() {
  using P = SpongeParams;
  return {Required{Corners{"box", &P::box, "m", "Where the fluid is damped."}},
          Vector{"direction", &P::direction, "",
                 "Direction in which damping grows, from zero where the box begins to rate where "
                 "it ends, with the square of the distance."},
          Param{"rate", &P::rate, 0.0, 1e6, "1/s",
                "Rate of exponential relaxation at the far end of the box."},
          Vector{"velocity", &P::velocity, "m/s", "Velocity to which the fluid relaxes."}};
}

}  // namespace shoal
