// Houdini's classic geometry (.bgeo, version 5): particle frames for Houdini, Partio, splashsurf
// and Blender. All numbers are big-endian and the whole file is gzip-compressed:
//
//   "Bgeo" 'V'  int32 5
//   int32 x 8   points, primitives, point groups, primitive groups,
//               point, vertex, primitive and detail attributes
//   per point attribute: uint16 length, name, uint16 components, int32 type, defaults of 4 bytes
//   per point:  float x y z w, then its attributes
//   bytes 00 ff
//
// Types are 0 float, 1 integer, 5 vector. The format has no time: readers get 0.
#pragma once

#include <filesystem>

#include "shoal/formats/particle_table.h"

namespace shoal {

// The column "velocity" is stored as "v", the name Houdini gives it.
void writeBgeo(const std::filesystem::path& path, const ParticleTable& table);

// Reads points with float, integer and vector attributes, compressed or not.
OwnedParticleTable readBgeo(const std::filesystem::path& path);

}  // namespace shoal
