// Coupling by tractions at Gauss points of surfaces, [MSHG04].
#pragma once

#include "shoal/coupling/coupling.h"
#include "shoal/coupling/quadrature/quadrature_force.h"

namespace shoal {

class QuadratureCoupling final : public Coupling {
 public:
  QuadratureCoupling(std::vector<CoupledSolid> solids, const CouplingContext& context);

  FluidForces forces() override;
  void prepare() override;
  void push(double share) override;
  std::vector<LoadsOnSolid> loads() const override;

 private:
  struct Member {
    CoupledSolid solid;
    std::shared_ptr<QuadratureForce> force;
    std::vector<Body*> bodies;
  };
  std::vector<Member> members_;
};

}  // namespace shoal
