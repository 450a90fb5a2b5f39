// Coupling by tractions at Gauss points of surfaces, [MSHG04].
#pragma once

#include "shoal/coupling/coupling.h"
#include "shoal/coupling/quadrature/quadrature_force.h"
#include "shoal/coupling/samples/pressure_samples.h"

namespace shoal {

class QuadratureCoupling final : public Coupling {
 public:
  QuadratureCoupling(const CouplingContext& context, Boundary& boundary);

  void add(CoupledSolid solid) override;
  void remove(std::size_t solid) override;
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
  QuadratureScene scene_;
  PressureSamples samples_;
  std::vector<Member> members_;
};

}  // namespace shoal
