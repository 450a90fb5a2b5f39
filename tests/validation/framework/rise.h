// Bodies that rise in a closed tank of water, where the weight of the water is only a pressure.
//
// In a closed tank that water fills, gravity G on the water is balanced by a linear pressure. Only
// the net weight (rho_s - rho_f) g of a body moves it. So runs with different G, in which the
// body's own gravity g_s is chosen so that rho_s g_s - rho_f G is the same, have to coincide. At
// the start the body accelerates by its buoyancy over its mass and added mass.
#pragma once

#include "validation/framework/outcome.h"

namespace shoal::validation {

inline constexpr double kRiseGravity = 9.81, kRiseWater = 1000;  // m/s^2, kg/m^3

// A scene in scenes/validation, with water in a closed tank and a body called "body".
struct RisingBody {
  std::string scene;
  double addedMass = 0;  // of the displaced mass
};

// A run of it.
struct Rise {
  double density = 800;                // kg/m^3, of the body
  double gravity = kRiseGravity;       // m/s^2, G on the water
  double until = 0.8;                  // s
  std::vector<std::string> changes{};  // of the scene besides, as of --set
};

// The acceleration of the body as it is let go, in m/s^2 upwards.
double releaseAcceleration(const RisingBody& body, double density);

// The way of the body upwards over time, in m.
Series riseOf(const RisingBody& body, const std::string& solver, double spacing, const Rise& rise);

// Compares ways under g and g / 10, and that of the first 0.2 s with a t^2 / 2. `measured` is the
// density of the body under g, in kg/m^3; all else is for 800.
Outcome judgeRise(const RisingBody& body, const std::string& solver, double spacing,
                  double measured);

}  // namespace shoal::validation
