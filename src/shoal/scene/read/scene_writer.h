// Scenes to scene files.
#pragma once

#include <string>

#include "shoal/scene/scene.h"

namespace shoal {

// The scene as TOML with every default written out. Reading it again gives an equal scene, from
// whatever folder, since the paths of a scene that was read are absolute.
std::string writeScene(const Scene& scene);

}  // namespace shoal
