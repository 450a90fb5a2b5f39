#include "shoal/coupling/samples/pressure_samples.h"

namespace shoal {

PressureSamples::PressureSamples(const CouplingContext& context, Boundary& boundary) {
  if (context.kernel.corrected)
    sampled_.emplace(context, volumePlacement(context.kernel, context.spacing), boundary);
}

}  // namespace shoal
