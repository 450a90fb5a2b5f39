#include "shoal/bodies/cloth/membrane.h"

#include <cmath>

#include "shoal/bodies/cloth/sheet_lanes.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace lanes = HWY_NAMESPACE;

namespace {

using OneRest = lanes::LaneRest<double>;
using OneVec = lanes::LaneVec<double>;

OneRest oneOf(const RestTriangle& rest) {
  const auto& [a, b, c] = rest.gradient;
  return {{a.u, b.u, c.u}, {a.v, b.v, c.v}, rest.volume};
}

lanes::LaneDeformation<double> deformation(const RestTriangle& rest,
                                           const std::array<Vec3d, 3>& x) {
  const OneVec corner[3] = {lanes::laneOf(x[0]), lanes::laneOf(x[1]), lanes::laneOf(x[2])};
  return lanes::deformation(oneOf(rest), corner);
}

}  // namespace

SheetModuli sheetModuli(const ClothParams& p) {
  const double along = p.young / (1 - sq(p.poisson));
  return {along, p.poisson * along, p.shear > 0 ? p.shear : p.young / (2 * (1 + p.poisson))};
}

RestTriangle restTriangle(const std::array<Vec3d, 3>& corner, const Vec3d& weave,
                          double thickness) {
  const auto& [a, b, c] = corner;
  const Vec3d twice = cross(b - a, c - a);
  const Vec3d n = normalised(twice);
  Vec3d u = weave - n * dot(weave, n);
  if (dot(u, u) <= 1e-6 * dot(weave, weave)) u = b - a;  // threads normal to the triangle
  u = normalised(u);
  const Vec3d v = cross(n, u);

  RestTriangle rest;
  const double doubleArea = length(twice);
  rest.volume = doubleArea / 2 * thickness;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3d across = cross(n, corner[(k + 2) % 3] - corner[(k + 1) % 3]) / doubleArea;
    rest.gradient[k] = {dot(across, u), dot(across, v)};
  }
  return rest;
}

TriangleResponse respond(const RestTriangle& rest, const SheetModuli& moduli,
                         const std::array<Vec3d, 3>& x) {
  const OneVec corner[3] = {lanes::laneOf(x[0]), lanes::laneOf(x[1]), lanes::laneOf(x[2])};
  const lanes::LaneResponse<double> one = lanes::respond(oneOf(rest), moduli, corner);
  TriangleResponse response;
  for (std::size_t k = 0; k < 3; ++k) {
    response.force[k] = lanes::ofOne(one.force[k]);
    for (std::size_t i = 0; i < 9; ++i) response.K[k].a[i] = static_cast<float>(one.K[k].a[i]);
  }
  return response;
}

double membraneEnergy(const RestTriangle& rest, const SheetModuli& moduli,
                      const std::array<Vec3d, 3>& x) {
  const lanes::LaneSym<double> U = lanes::planeStretch(deformation(rest, x)).U;
  const lanes::LaneSym<double> stress = lanes::biotStress(moduli, U);
  return rest.volume / 2 * (stress.uu * (U.uu - 1) + stress.vv * (U.vv - 1) + stress.uv * U.uv);
}

PrincipalStrain principalStrain(const RestTriangle& rest, const std::array<Vec3d, 3>& x) {
  const lanes::LaneDeformation<double> F = deformation(rest, x);
  const lanes::LaneSym<double> U = lanes::planeStretch(F).U;
  const double half = (U.uu - U.vv) / 2;
  const double radius = std::sqrt(half * half + U.uv * U.uv);
  const double angle = portable::atan2(U.uv, half) / 2;
  return {(U.uu + U.vv) / 2 + radius - 1, normalised(portable::cos(angle) * lanes::ofOne(F.u) +
                                                     portable::sin(angle) * lanes::ofOne(F.v))};
}

}  // namespace shoal
