// The couplings that the library brings along.
#include "shoal/coupling/coupling_kind.h"
#include "shoal/coupling/forcing/direct_forcing_coupling.h"
#include "shoal/coupling/quadrature/quadrature_coupling.h"
#include "shoal/coupling/repulsion/repulsion_coupling.h"
#include "shoal/coupling/surface_params.h"
#include "shoal/coupling/volumes/volume_coupling.h"

namespace shoal {

namespace {

using Context = CouplingContext;
using Made = std::unique_ptr<Coupling>;

Made makeVolumes(const Context& context, Boundary& boundary) {
  return std::make_unique<VolumeCoupling>(context, boundary);
}

Made makeQuadrature(const Context& context, Boundary& boundary) {
  return std::make_unique<QuadratureCoupling>(context, boundary);
}

Made makeDirectForcing(const Context& context, Boundary& boundary) {
  return std::make_unique<DirectForcingCoupling>(context, boundary);
}

Made makeLennardJones(const Context& context, Boundary& boundary) {
  return std::make_unique<RepulsionCoupling>(context, lennardJonesLaw(context, boundary), boundary);
}

Made makePenalty(const Context& context, Boundary& boundary) {
  return std::make_unique<RepulsionCoupling>(context, penaltyLaw(context, boundary), boundary);
}

}  // namespace

std::vector<CouplingKind> CouplingKind::builtIn() {
  CouplingKind volumes{{"volumes", "Through samples that stand for matter."}};
  volumes.placement = volumePlacement;
  volumes.make = makeVolumes;
  volumes.group = &SurfaceParams::volumes;

  CouplingKind quadrature{{"quadrature", "By tractions at Gauss points of the surface."}};
  quadrature.needsBody = quadrature.sampledIfCorrected = true;
  quadrature.placement = volumePlacement;
  quadrature.make = makeQuadrature;
  quadrature.group = &SurfaceParams::quadrature;

  CouplingKind forcing{{"direct-forcing", "By forcing the velocities of particles that touch."}};
  forcing.needsBody = forcing.rigidOnly = forcing.correctsPaths = true;
  forcing.sampledIfCorrected = true;
  forcing.placement = volumePlacement;
  forcing.make = makeDirectForcing;
  forcing.group = &SurfaceParams::forcing;

  CouplingKind lennardJones{{"lennard-jones", "Through samples that repel within a spacing."}};
  lennardJones.placement = lennardJonesPlacement;
  lennardJones.friction = false;
  lennardJones.make = makeLennardJones;

  CouplingKind penalty{{"penalty", "Through samples that repel within a support."}};
  penalty.placement = penaltyPlacement;
  penalty.friction = false;
  penalty.make = makePenalty;

  return {volumes, quadrature, forcing, lennardJones, penalty, {{"none", "Not at all."}}};
}

}  // namespace shoal
