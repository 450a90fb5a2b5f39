// What a user can say about the surface of a solid, as fluid meets it.
#pragma once

#include "shoal/coupling/coupling_kind.h"
#include "shoal/coupling/forcing_params.h"
#include "shoal/coupling/quadrature_params.h"
#include "shoal/coupling/volumes_params.h"

namespace shoal {

// One struct for solids of every model. A solid that is coupled by boundary samples hands these
// values to its samples; see Boundary::add.
struct SurfaceParams {
  Handle<CouplingKind> coupling = "volumes";
  double friction = 0;
  double slip = 0;
  double adhesion = 0;       // m^D/s^2
  double contactAngle = 90;  // degrees
  std::optional<VolumesParams> volumes{};
  std::optional<QuadratureParams> quadrature{};
  std::optional<DirectForcingParams> forcing{};
  KindParameters<CouplingKind> added{};  // of couplings that a program added

  // Takes another coupling, and drops what was said of the one before.
  void setCoupling(const Handle<CouplingKind>& other) {
    if (other == coupling) return;
    coupling = other;
    volumes.reset();
    quadrature.reset();
    forcing.reset();
    added = {};
  }
};

template <>
struct Describe<SurfaceParams> {
  static Entries entries() {
    using P = SurfaceParams;
    return {
        OneOf{"coupling", &P::coupling,
              "How fluid and it meet: through samples that stand for matter and take part in "
              "density and pressure; by tractions at Gauss points of its surface; by forcing the "
              "velocities of particles that touch it, if it is no fem or cloth solid; by samples "
              "that repel what comes closer than a spacing, or than a support; or not at all."},
        Param{"friction", &P::friction, 0.0, 10.0, "",
              "Strength of the artificial viscosity between fluid and wall; 0 has none."},
        Param{"slip", &P::slip, 0.0, 1.0, "",
              "How freely viscous fluid slips along it: 0 sticks to it, as fluids do, 1 is free."},
        Param{"adhesion", &P::adhesion, 0.0, 1e9, "m^D/s^2",
              "Strength beta of the attraction between fluid and wall, D the dimensions."},
        Param{"contactAngle", &P::contactAngle, 0.0, 180.0, "degrees",
              "Angle, within the fluid, at which its surface meets the wall: below 90 fluid with "
              "surfaceTension spreads, above it beads."},
        Group{"volumes", &P::volumes, "For that coupling of what deforms."},
        Group{"quadrature", &P::quadrature, "For that coupling."},
        Group{"forcing", &P::forcing, "For coupling by direct forcing."},
        AddedGroups{&P::added, AddedUse::kOnlyGiven}};
  }
};

}  // namespace shoal
