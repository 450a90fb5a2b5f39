// Beams of finite elements in the plane: one layer of cells that cannot leave it.
#pragma once

#include <functional>
#include <memory>

#include "shoal/bodies/fem/fem_body.h"
#include "validation/framework/outcome.h"

namespace shoal::validation {

struct FemBeam {
  double length = 1, height = 0.1;  // m, along x and y; the axis is y = 0
  double cell = 0.05;               // m, about
  FemMaterial material{};
  FemLaw law = FemLaw::StVenantKirchhoff;
  FemElements elements = FemElements::Quadratic;
  double step = 0.01;  // s
  // Where the clamped end is, at height y.
  std::function<double(double)> root = [](double) { return 0.0; };
  bool clampAll = true;  // of the clamped end; else it slides along itself
};

// A beam at rest whose vibrations are not damped by the integrator, with an exact solver.
std::unique_ptr<FemBody> makeBeam(const FemBeam& beam);

// The node in the middle of the free end.
std::size_t tipOf(const FemBody& body, const FemBeam& beam);

// Adds a force per metre of depth, in N/m, spread over the free end.
void loadTip(FemBody& body, const FemBeam& beam, const Vec3d& perDepth);

// Steps until `until` and returns value() over time.
Series observe(FemBody& body, const Vec3d& gravity, double until,
               const std::function<double()>& value);

}  // namespace shoal::validation
