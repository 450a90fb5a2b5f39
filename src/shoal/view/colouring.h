// What the colours of a picture mean.
#pragma once

#include <string>
#include <vector>

#include "shoal/output/particle_table.h"
#include "shoal/view/view_params.h"

namespace shoal {

struct Colouring {
  std::string name;           // "speed"
  std::string unit;           // "m/s"
  std::vector<float> values;  // per particle
  double low = 0, high = 1;   // values of the first and the last colour

  // Where a particle's value lies between low and high; not clamped.
  double at(std::size_t particle) const { return (values[particle] - low) / (high - low); }
};

// Takes speed from the column "velocity", others from those of the same name. The
// range is the user's or, when not given, that of all but a hundredth of the particles at each
// end; speeds start at 0.
Colouring colourParticles(const ParticleTable& particles, const ViewParams& params);

}  // namespace shoal
