// Points as PLY: particles of other programs, and for other programs.
#pragma once

#include <filesystem>

#include "shoal/formats/particle_table.h"

namespace shoal {

// Coordinates and vectors are floats; the column "velocity" becomes "vx", "vy", "vz", other vectors
// "name_x", "name_y", "name_z".
void writeParticlePly(const std::filesystem::path& path, const ParticleTable& table);

// Reads the vertices of a text or binary file. Their scalar properties become columns: those of
// floating point, and whole numbers from 0 to 4 billion; "vx", "vy", "vz" or "velocity_x", ... the
// column "velocity". All else is passed over. The format has no time: readers get 0.
OwnedParticleTable readParticlePly(const std::filesystem::path& path);

}  // namespace shoal
