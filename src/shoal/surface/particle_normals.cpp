#include "shoal/surface/particle_normals.h"

#include "shoal/core/parallel.h"
#include "shoal/search/cell_grid.h"

namespace shoal {

namespace {

constexpr double kSupport = 2;   // spacings
constexpr float kLeast = 0.25f;  // of the gradient at a flat surface

// A term of the gradient of the kernel (1 - q^2)^3, but for a factor; d and support in one unit.
Vec3f term(const Vec3f& d, float support) {
  const float q2 = dot(d, d) / (support * support);
  return q2 < 1 ? (1 - q2) * (1 - q2) * d : Vec3f{};
}

// The length of the sum at the last particle of a lattice that fills half of space, in spacings.
float atFlatSurface(int dimensions) {
  Vec3f sum;
  const int beside = dimensions == 3 ? 1 : 0;
  for (int z = -beside; z <= beside; ++z)
    for (int y = -1; y <= 0; ++y)
      for (int x = -1; x <= 1; ++x)
        sum += term({static_cast<float>(-x), static_cast<float>(-y), static_cast<float>(-z)},
                    static_cast<float>(kSupport));
  return length(sum);
}

}  // namespace

std::vector<Vec3f> particleNormals(std::span<const Vec3f> x, double spacing, int dimensions) {
  const auto support = static_cast<float>(kSupport * spacing);
  CellGrid grid(support, dimensions);
  grid.build(x);
  const auto order = grid.order();
  const float least = kLeast * atFlatSurface(dimensions) * static_cast<float>(spacing);
  std::vector<Vec3f> normals(x.size());
  parallelFor(x.size(), [&](std::size_t k) {
    const Vec3f here = x[order[k]];
    const CellGrid::Candidates near = grid.candidates(here);
    Vec3f sum;
    for (int s = 0; s < near.count; ++s) {
      const auto [begin, end] = near.spans[static_cast<std::size_t>(s)];
      for (std::uint32_t j = begin; j != end; ++j) sum += term(here - x[order[j]], support);
    }
    const float size = length(sum);
    if (size > least) normals[order[k]] = sum / size;
  });
  return normals;
}

}  // namespace shoal
