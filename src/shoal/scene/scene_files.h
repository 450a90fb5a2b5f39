// Files that a scene reads besides its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "shoal/scene/scene.h"

namespace shoal {

// Meshes of solids and of fills, in the order of the scene.
std::vector<std::filesystem::path> filesOf(const Scene& scene);

// "0123456789abcdef /path/of/mesh.obj" for each: a hash of what it holds now, and its path.
std::vector<std::string> fileHashes(const Scene& scene);

}  // namespace shoal
