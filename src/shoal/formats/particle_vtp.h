// VTK XML PolyData (.vtp): particle frames for ParaView.
#pragma once

#include <filesystem>

#include "shoal/formats/particle_table.h"

namespace shoal {

// One vertex cell per particle, columns as point data, the time as field "TimeValue", binary.
void writeVtp(const std::filesystem::path& path, const ParticleTable& table);

// Reads what writeVtp writes.
OwnedParticleTable readVtp(const std::filesystem::path& path);

}  // namespace shoal
