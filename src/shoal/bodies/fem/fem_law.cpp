#include "shoal/bodies/fem/fem_law.h"

#include "shoal/bodies/fem/fem_lanes.h"

namespace shoal {

namespace lanes = HWY_NAMESPACE;

FemMaterial planeStressMaterial(const FemMaterial& material) {
  // Without stress across the plane, E / (1 - nu^2) and nu / (1 - nu) of plane strain become E, nu.
  const double nu = material.poisson;
  return {material.young * (1 + 2 * nu) / sq(1 + nu), nu / (1 + nu), material.density};
}

Lame lameOf(double young, double poisson) {
  return {young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson))};
}

StretchStress stretchStress(FemLaw law, const Lame& lame, const Vec3d& s) {
  const lanes::LaneStress<double> one =
      lanes::stretchStress(law, lanes::LaneLame<double>{lame.lambda, lame.mu}, lanes::laneOf(s));
  return {one.energy, lanes::ofOne(one.stress)};
}

StretchStiffness stretchStiffness(FemLaw law, const Lame& lame, const Vec3d& s) {
  const lanes::LaneStiffness<double> one =
      lanes::stretchStiffness(law, lanes::LaneLame<double>{lame.lambda, lame.mu}, lanes::laneOf(s));
  return {lanes::ofOne(one.stretching), lanes::ofOne(one.shearing), lanes::ofOne(one.turning)};
}

StretchStiffness positive(const StretchStiffness& stiffness) {
  const lanes::LaneStiffness<double> one = lanes::positive(lanes::LaneStiffness<double>{
      lanes::laneOf(stiffness.stretching), lanes::laneOf(stiffness.shearing),
      lanes::laneOf(stiffness.turning)});
  return {lanes::ofOne(one.stretching), lanes::ofOne(one.shearing), lanes::ofOne(one.turning)};
}

}  // namespace shoal
