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
  static Entries entries();
};

}  // namespace shoal
