// The control forces of direct forcing: what particles and bodies have to exchange so that their
// relative velocities become those of the boundary condition, [BTT09] section V-B.
#pragma once

#include "shoal/coupling/forcing/contact_exchange.h"
#include "shoal/coupling/forcing/forced_body.h"

namespace shoal {

struct ImpulseReport {
  int passes = 0;       // over contacts of particles that have several
  double residual = 0;  // m/s, by which the last pass changed their velocities
};

// Sets the impulses and exchanges them. The velocities of the bodies are those without contacts.
ImpulseReport solveImpulses(std::span<ForcingContact> contacts, std::span<const ForcedBody> bodies,
                            ContactExchange& exchange);

}  // namespace shoal
