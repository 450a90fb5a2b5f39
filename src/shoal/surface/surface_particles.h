// What a surface is made of: particles, and walls that they lie on.
#pragma once

#include <cstdint>
#include <span>

#include "shoal/formats/particle_table.h"
#include "shoal/sph/kernels/kernels.h"

namespace shoal {

// Views of arrays that live elsewhere.
struct SurfaceParticles {
  std::span<const Vec3f> x;  // m
  double spacing = 0;        // m, of particles at rest
  int dimensions = 3;        // in the plane 2, with z = 0

  // rho / rho0, with walls, and the kernel that it was summed with. Left out, it is summed here.
  std::span<const float> relativeDensity{};
  KernelChoice densityKernel{};

  // The number of its fluid, from 0 on. Left out, all belong to one.
  std::span<const std::uint32_t> phase{};

  // Samples on walls, one per spacing along them, and how far they stand behind the surfaces.
  std::span<const Vec3f> walls{};
  double wallStandoff = 0;  // m

  // Quantities that the mesh shall have. Numbers such as ids, which have no mean, are left out.
  std::span<const ParticleColumn> columns{};
};

}  // namespace shoal
