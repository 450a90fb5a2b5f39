#include "shoal/effects/foam/foam_params.h"

namespace shoal {

Entries Describe<FoamParams>::entries() {
  using P = FoamParams;
  return {
      Param{"speed", &P::speed, 0.0, 1e6, "m/s",
            "Unit U of speed that other keys are in; the unit T of time is a spacing over it. 0 "
            "takes the speed sqrt(gravity * spacing), with which fluid rises by half a spacing."},
      Pair{"trappedAir", &P::trappedAir, 0.0, 1e6, "U",
           "Speeds at which neighbouring particles run into each other, where they begin to trap "
           "air and where they trap most."},
      Pair{"crest", &P::crest, 0.0, 2.0, "",
           "Curvature of a convex surface that moves outwards, from 0 for a plane on, where crests "
           "begin to break up and where they do so most."},
      Pair{"energy", &P::energy, 0.0, 1e12, "U^2",
           "Kinetic energy per mass below which a particle makes nothing, and that from which it "
           "makes most: in gravity, by how many spacings it could rise."},
      Param{"trappedRate", &P::trappedRate, 0.0, 1e6, "1/T",
            "Particles per time that a particle of the fluid makes of trapped air, at most."},
      Param{"crestRate", &P::crestRate, 0.0, 1e6, "1/T",
            "Particles per time that a particle of the fluid makes at a crest, at most."},
      Param{"spread", &P::spread, 0.0, 1e6, "1/T",
            "Speed with which new particles leave the path of the one that made them, over their "
            "distance from it."},
      Pair{"life", &P::life, 0.0, 1e12, "T",
           "How long foam lives: what weak potentials made, and what the strongest made."},
      Pair{"neighbours", &P::neighbours, 0.0, 1.0, "",
           "Share of the neighbours that a place deep in the fluid has, below which a particle is "
           "spray, and above which it is a bubble; foam is between."},
      Param{"buoyancy", &P::buoyancy, 0.0, 1e3, "",
            "Acceleration of a bubble by buoyancy, in multiples of gravity. A sphere without mass "
            "has 2: it moves half its volume of fluid along."},
      Param{"drag", &P::drag, 1e-6, 1e12, "T",
            "Time in which drag brings a bubble to the speed of the fluid around it. Bubbles rise "
            "with buoyancy * gravity * drag."},
      Param{"most", &P::most, 0, 100'000'000, "particles",
            "No more are made while there are so many."},
      Param{"seed", &P::seed, 0, 1'000'000'000, "",
            "Another number gives other places of the same distribution."}};
}

}  // namespace shoal
