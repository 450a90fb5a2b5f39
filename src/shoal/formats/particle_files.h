// Particles in files of other programs, by extension.
#pragma once

#include <filesystem>

#include "shoal/formats/particle_table.h"

namespace shoal {

// Reads the formats of frames, .ply, .vtk, and .xyz: text with x, y and z in a line, words behind
// them and comments from # on left out. An Error for others, with those that are known.
OwnedParticleTable readParticleFile(const std::filesystem::path& path);

}  // namespace shoal
