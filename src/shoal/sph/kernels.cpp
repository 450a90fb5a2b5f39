#include "shoal/sph/kernels.h"

#include "shoal/core/vec.h"

namespace shoal {

KernelChoice makeKernel(KernelKind kind, double radius, int dimensions, double spacing) {
  KernelChoice kernel{kind, static_cast<float>(radius), dimensions};
  const int reach = static_cast<int>(radius / spacing) + 1;
  const int depth = dimensions == 3 ? reach : 0;
  double sum = 0;
  for (int k = -depth; k <= depth; ++k)
    for (int j = -reach; j <= reach; ++j)
      for (int i = -reach; i <= reach; ++i)
        sum += kernel.weight(spacing * std::sqrt(double(sq(i) + sq(j) + sq(k))));
  kernel.scale = static_cast<float>(1 / (sum * std::pow(spacing, dimensions)));
  return kernel;
}

}  // namespace shoal
