// Boundary samples of solids whose coupling needs none, for the pressure solve of isph.
//
// Direct forcing and quadrature act on particles that have come close to a surface. To the pressure
// solve such a solid is a void with a free surface: fluid beside it has no pressure until it has
// crowded to full density there, and a body that moves has to push its way through that layer.
// This costs a force in proportion to the pressure, and bodies hang in mid-water. An equation of
// state can do with a corrected density instead (wcsph.density = "shepard"); a projection has to
// know how the surface moves. So with corrected gradients these solids have the samples of walls,
// take part in the pressure solve and feel the pressure on their samples, as in [ACAT13]; their
// coupling is left with contact, slip, friction and adhesion.
#pragma once

#include <optional>

#include "shoal/coupling/samples/sampled_coupling.h"

namespace shoal {

class PressureSamples {
 public:
  // Has no samples where `context.kernel` is of a solver that does not correct gradients.
  PressureSamples(const CouplingContext& context, Boundary& boundary);

  bool any() const { return sampled_.has_value(); }
  // Whether the solid gets samples: not if it deforms. Solids that do are often thin, and the few
  // samples that fit into them would leave fluid beside them too thin.
  bool takes(const CoupledSolid& solid) const {
    return any() && (!solid.free || solid.parts().front()->asRigid());
  }
  void add(const CoupledSolid& solid) {
    if (takes(solid)) sampled_->add(solid);
  }
  void remove(std::size_t solid) {
    if (sampled_) sampled_->remove(solid);
  }
  void prepare() {
    if (sampled_) sampled_->prepare();
  }
  // Those of pressure and friction on the samples.
  std::vector<LoadsOnSolid> loads() const {
    return sampled_ ? sampled_->loads() : std::vector<LoadsOnSolid>{};
  }

 private:
  std::optional<SampledCoupling> sampled_;
};

}  // namespace shoal
