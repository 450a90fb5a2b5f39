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
  void forgetMotion(std::span<const std::uint32_t> particles) override;
  void push(double share) override;
  void correct(FluidParticles& fluid, FluidSolver& solver, double dt) override;
  std::vector<LoadsOnSolid> loads() const override;

 private:
  struct Member {
    CoupledSolid solid;
    std::shared_ptr<QuadratureForce> force;
    std::vector<Body*> bodies;
  };
  // Whether the body takes part in the implicit step of the particles; light vertices of others
  // limit the step.
  static bool isImplicit(const Member& member, const Body& body);

  QuadratureScene scene_;
  PressureSamples samples_;
  std::shared_ptr<LastPressure> pressure_;
  double share_ = 1;  // of the step during which forces act
  std::vector<Member> members_;
};

}  // namespace shoal
