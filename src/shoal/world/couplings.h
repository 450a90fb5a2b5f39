// Solids that fluid meets by other means than the samples of the boundary: quadrature and direct
// forcing.
#pragma once

#include <optional>

#include "shoal/coupling/forcing/direct_forcing.h"
#include "shoal/coupling/quadrature/quadrature_coupling.h"
#include "shoal/world/solids/loads.h"
#include "shoal/world/solids/solids.h"

namespace shoal {

struct WorldSetup;

class Couplings {
 public:
  // Adds to `forces` what acts as one. `flowSpeed`, in m/s: the fastest expected.
  Couplings(const WorldSetup& setup, Solids& solids, const Period& period, double flowSpeed,
            FluidForces& forces);

  // Before the forces on the fluid are computed.
  void meetBodies();
  // The longest step that bodies allow, s.
  double longestStep() const;
  // Before fluid and bodies move.
  void begin(const FluidParticles& fluid);
  // After forces are known: hands them to the bodies; they act for `share` of the step.
  void pushBodies(double share);
  // After fluid and bodies moved by dt.
  void correct(FluidParticles& fluid, FluidSolver& solver, double dt);

  // What fluid did to a solid in this step.
  struct OnSolid {
    std::string solid;
    Loads loads;
    bool whileAdvanced;  // not before or after
  };
  std::vector<OnSolid> loads() const;

  // None if no solid is met by it.
  const DirectForcing* forcing() const { return forcing_ ? &*forcing_ : nullptr; }

 private:
  struct Quadrature {
    std::string solid;
    QuadratureCoupling* coupling;  // among the forces of the world
    std::vector<Body*> bodies;
  };

  std::vector<Load> frictionOfForcing() const;

  Solids& solids_;
  std::vector<Quadrature> quadratures_;
  std::vector<RigidBody*> forced_;
  std::optional<DirectForcing> forcing_;
  double lastStep_ = 0;  // s
};

}  // namespace shoal
