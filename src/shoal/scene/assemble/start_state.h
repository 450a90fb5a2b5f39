// What a scene takes over of the run that it starts from.
#pragma once

#include "shoal/scene/assemble/assembly.h"

namespace shoal {

class Solids;

struct StartState {
  AssembledFluid fluid;                  // with the fluids of the new scene as phases
  std::vector<std::uint8_t> takenOver;   // by fluid of the new scene: whether it had any there
  std::shared_ptr<const Solids> solids;  // none if forces moved none
  std::vector<std::string> notes;        // what is taken over and what not
};

// Reads the checkpoint that scene.start names. An Error if there is none, or if its particles are
// of another size, or if none of its fluids and solids is one of the scene.
StartState readStart(const Scene& scene);

// Replaces the particles of the fluids that are taken over. Others keep away from these by
// `distance`, in m.
void takeOverFluid(AssembledFluid& fluid, const StartState& start, float distance);

}  // namespace shoal
