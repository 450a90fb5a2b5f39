// What parts of a run look like in other programs, until someone gives them a better material.
#pragma once

#include <array>
#include <cstddef>

namespace shoal {

struct PartMaterial {
  std::array<double, 3> colour{0.8, 0.8, 0.8};  // sRGB, from 0 to 1
  double roughness = 0.5;
  double transmission = 0;  // share of the light that goes through and is refracted
  double ior = 1.45;        // index of refraction
  double opacity = 1;       // below one, what is behind is seen without refraction
};

// Liquids, by the number of their fluid.
PartMaterial liquidMaterial(std::size_t fluid);
// Solids that forces move, by their number: colours that colour-blind readers can tell apart.
PartMaterial solidMaterial(std::size_t solid);
// Walls: those around the fluid can be seen through.
PartMaterial wallMaterial(bool container);
// Particles, spray and bubbles.
PartMaterial pointMaterial();

}  // namespace shoal
