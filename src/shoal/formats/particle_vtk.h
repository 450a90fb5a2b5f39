// VTK's legacy files (.vtk), text or binary: particles of SPlisHSPlasH, DualSPHysics, LIGGGHTS,
// ParaView and others.
#pragma once

#include <filesystem>

#include "shoal/formats/particle_table.h"

namespace shoal {

// Reads the points of a PolyData or an UnstructuredGrid. Their SCALARS, VECTORS, NORMALS and arrays
// of a FIELD become columns: numbers with one component and vectors with three; others, colours,
// tensors and cells are passed over. Columns called "Vel" or "velocities", as others do, are
// "velocity" here. The time is that of a field "TIME" or "TimeValue", or 0.
OwnedParticleTable readParticleVtk(const std::filesystem::path& path);

}  // namespace shoal
