// A tank of water, and solids that come into it while it lives.
#pragma once

#include <algorithm>
#include <string>

#include "shoal/scene/assemble/solid_assembly.h"
#include "support/scene_world.h"

namespace shoal {

// Water in a tank.
inline std::string tank(const std::string& more = "") {
  return R"toml(
    format = 1
    world = { spacing = 0.02 }
    timeStep = { maxStep = 0.002 }
    [[fluid]]
    name = "water"
    fill = { box = [[0, 0, 0], [0.2, 0.1, 0.16]] }
    [[solid]]
    name = "tank"
    mesh = { box = { corners = [[0, 0, 0], [0.2, 0.4, 0.16]], open = ["+y"] } }
  )toml" +
         more;
}

// Solids that start above the water.
inline const std::string kBall = R"toml(
    [[solid]]
    name = "ball"
    model = "rigid"
    density = 300
    velocity = [0, -0.5, 0]
    mesh = { sphere = { centre = [0.07, 0.16, 0.08], radius = 0.04 } }
  )toml";
inline const std::string kBlock = R"toml(
    [[solid]]
    name = "block"
    model = "fem"
    young = 3e4
    velocity = [0, -0.5, 0]
    mesh = { box = { corners = [[0.12, 0.12, 0.04], [0.18, 0.18, 0.12]], cell = 0.03 } }
  )toml";
inline const std::string kSheet = R"toml(
    [[solid]]
    name = "sheet"
    model = "cloth"
    velocity = [0, -0.5, 0]
    mesh = { plane = { centre = [0.1, 0.13, 0.08], size = [0.12, 0.09], cell = 0.03 } }
  )toml";

inline Scene sceneOf(const std::string& text) { return parseScene(text, "living.toml"); }

// The last solid of a scene that has a tank before it.
inline SceneSolid solidOf(const std::string& text) { return sceneOf(tank(text)).solids.back(); }

inline SceneSolid coupledBy(const std::string& coupling, const std::string& text) {
  SceneSolid solid = solidOf(text);
  solid.surface.setCoupling(coupling);
  return solid;
}

inline void advance(World& world, int steps) {
  for (int k = 0; k < steps; ++k) world.step(100);
}

inline void advanceTo(World& world, double time) {
  while (world.time() < time) world.step(time);
}

inline std::uint64_t fluidHash(const World& world) {
  return hashState(world.fluid().set, world.fluid().id.span());
}

inline std::size_t freeSamples(const World& world) {
  const auto& mobility = world.walls().mobility;
  return static_cast<std::size_t>(
      std::count_if(mobility.begin(), mobility.end(), [](float m) { return m > 0; }));
}

}  // namespace shoal
