#include "shoal/coupling/surface_params.h"

namespace shoal {

Entries Describe<SurfaceParams>::entries() {
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

}  // namespace shoal
