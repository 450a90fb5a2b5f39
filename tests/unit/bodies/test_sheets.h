// Sheets that several tests of cloth share.
#pragma once

#include <cmath>
#include <cstdint>

#include "shoal/bodies/cloth/cloth_model.h"
#include "test_solid.h"

namespace shoal {

// A rectangle in the plane y = 0 from the origin along x and z, of nx by nz quads whose diagonals
// alternate or all run the same way.
inline TriangleMesh makeSheet(double sizeX, double sizeZ, std::uint32_t nx, std::uint32_t nz,
                              bool alternate = false) {
  TriangleMesh mesh;
  for (std::uint32_t j = 0; j <= nz; ++j)
    for (std::uint32_t i = 0; i <= nx; ++i)
      mesh.vertices.push_back({sizeX * i / nx, 0, sizeZ * j / nz});
  const auto at = [&](std::uint32_t i, std::uint32_t j) { return j * (nx + 1) + i; };
  for (std::uint32_t j = 0; j < nz; ++j)
    for (std::uint32_t i = 0; i < nx; ++i) {
      const std::uint32_t a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      if (alternate && (i + j) % 2) {
        mesh.triangles.push_back({a, d, b});
        mesh.triangles.push_back({b, d, c});
      } else {
        mesh.triangles.push_back({a, c, b});
        mesh.triangles.push_back({a, d, c});
      }
    }
  return mesh;
}

inline void advance(TestWorld<ClothModel>& world, double seconds, double dt = 1.0 / 60,
                    double from = 0) {
  const int steps = static_cast<int>(std::lround(seconds / dt));
  for (int n = 0; n < steps; ++n) world.advance(from + n * dt, dt);
}

}  // namespace shoal
