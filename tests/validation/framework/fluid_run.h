// Scenes and worlds for the cases, and the one place where these read particles.
#pragma once

#include <span>

#include "support/scene_world.h"

namespace shoal::validation {

// scenes/validation/<name>.toml, whose fluid is called "water", with a solver and a spacing. For a
// solver that is a word of world.quality the default one runs with that quality.
// `changes` are as of --set.
Scene caseScene(const std::string& name, const std::string& solver, double spacing,
                std::vector<std::string> changes = {});

// Which start of a case caseSetup gives from now on, see ValidationCase::starts.
void chooseStart(int start);

// What the scene starts with; cases whose shape no scene can say change it.
WorldSetup caseSetup(const Scene& scene);

// Steps until `until` and calls observe() after each step.
template <class Observe>
void runUntil(World& world, double until, Observe&& observe) {
  while (world.time() < until) {
    world.step(until);
    observe();
  }
}

inline std::span<const Vec3f> positions(const World& world) { return world.fluid().x.span(); }
inline std::span<const float> pressures(const World& world) {
  return world.fluid().virialPressure.span();
}

// The share of the particles that escaped.
double escapedShare(const World& world);

}  // namespace shoal::validation
