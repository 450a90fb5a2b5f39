#include "shoal/coupling/forcing_params.h"

namespace shoal {

Entries Describe<DirectForcingParams>::entries() {
  using P = DirectForcingParams;
  return {
      Param{"slip", &P::slip, 0.0, 1.0, "",
            "Part of its velocity along the surface that fluid keeps in every step of contact: "
            "0 sticks, 1 slides without friction."},
      Param{"restitution", &P::restitution, 0.0, 1.0, "",
            "Part of its velocity towards the surface with which fluid bounces back."},
      Choice{"solve", &P::solve,
             "Whether each contact is solved as if it were alone, or all contacts of a solid at "
             "once. Local forces add up to too much on solids that are light for their size."},
      Choice{"condition", &P::condition,
             "Published is the letter of the paper: at the contact point, and with slip relative "
             "to the motion that the solid would have had without fluid. Conserving takes the "
             "particle's centre and the motion that the solid does have, which keeps angular "
             "momentum and exerts no friction where slip is 1."}};
}

}  // namespace shoal
