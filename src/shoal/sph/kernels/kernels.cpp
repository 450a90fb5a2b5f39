#include "shoal/sph/kernels/kernels.h"

#include "shoal/core/portable.h"
#include "shoal/sph/kernels/lattice.h"

namespace shoal {

KernelChoice makeKernel(KernelKind kind, double radius, int dimensions, double spacing) {
  KernelChoice kernel{kind, static_cast<float>(radius), dimensions};
  double sum = 0;
  forEachLatticePoint(dimensions, spacing, radius, [&](double r) { sum += kernel.weight(r); });
  kernel.scale = static_cast<float>(1 / (sum * portable::pow(spacing, dimensions)));
  return kernel;
}

KernelChoice withEvenPacking(KernelChoice kernel, double spacing) {
  kernel.evenPackingScale = 1;
  double sum = 0;
  forEachLatticePoint(kernel.dimensions, spacing, double(kernel.radius),
                      [&](double r) { sum += kernel.densityWeight(r); });
  kernel.evenPackingScale =
      static_cast<float>(1 / (sum * portable::pow(spacing, kernel.dimensions)));
  return kernel;
}

double squaredSlopesOnLattice(const KernelChoice& kernel, double spacing) {
  double sum = 0;
  forEachLatticePoint(kernel.dimensions, spacing, double(kernel.radius), [&](double r) {
    sum += sq(r * kernel.visit<double>([&](const auto& k) { return k.slope(r); }));
  });
  return sum;
}

}  // namespace shoal
