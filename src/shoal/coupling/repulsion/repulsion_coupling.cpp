#include "shoal/coupling/repulsion/repulsion_coupling.h"

#include <cmath>

#include "shoal/coupling/repulsion/lennard_jones.h"
#include "shoal/coupling/repulsion/penalty.h"

namespace shoal {

RepulsionCoupling::RepulsionCoupling(const CouplingContext& context, RepulsionLaw law,
                                     Boundary& boundary)
    : SampledCoupling(context, law.placement, boundary), law_(std::move(law)) {}

double RepulsionCoupling::longestStep() const {
  constexpr double kShare = 0.25;  // of a spacing
  return kShare * context().spacing / std::sqrt(2 * law_.strength);
}

std::vector<Boundary::SampleValue> RepulsionCoupling::sampleValues() {
  return {{&law_.force->strength(), static_cast<float>(law_.strength)},
          {&boundary().samples().repels, 1.0f}};
}

SamplePlacement lennardJonesPlacement(const KernelChoice&, double spacing) {
  return {spacing / 2, spacing / 2};
}

SamplePlacement penaltyPlacement(const KernelChoice&, double spacing) {
  return {spacing, spacing / 2};
}

RepulsionLaw lennardJonesLaw(const CouplingContext& context, Boundary& boundary) {
  return {std::make_shared<LennardJones>(boundary.samples(), context.spacing),
          lennardJonesStrength(context.soundSpeed),
          lennardJonesPlacement(context.kernel, context.spacing)};
}

RepulsionLaw penaltyLaw(const CouplingContext& context, Boundary& boundary) {
  return {std::make_shared<PenaltyForce>(boundary.samples()), penaltyStrength(context.soundSpeed),
          penaltyPlacement(context.kernel, context.spacing)};
}

}  // namespace shoal
