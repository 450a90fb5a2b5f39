// A world from a scene of the project, for tests that look inside it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/read/scene_reader.h"
#include "support/perturbed.h"

namespace shoal {

inline Scene projectScene(const std::string& name,
                          const std::vector<std::string>& assignments = {}) {
  return readScene(std::filesystem::path(SHOAL_SOURCE_DIR) / "scenes" / (name + ".toml"),
                   assignments);
}

// Whether filling it takes longer than tests of all scenes can wait for.
inline bool isLarge(const Scene& scene) { return estimateParticles(scene).total() > 300'000; }

inline std::unique_ptr<World> makeWorld(const Scene& scene) {
  return std::make_unique<World>(perturbed(worldSetup(scene, assemble(scene))));
}

}  // namespace shoal
