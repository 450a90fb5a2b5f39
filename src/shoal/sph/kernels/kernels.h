// Smoothing kernels for plain numbers: set-up, tests, tools. Passes use kernels_wide.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/enum_words.h"

namespace shoal {

namespace kernels {
using std::max;
template <class T>
T mulAdd(T a, T b, T c) {
  return a * b + c;
}
#define SHOAL_KERNEL_INLINE inline
#include "shoal/sph/kernels/kernel_formulas.inl"
#undef SHOAL_KERNEL_INLINE
}  // namespace kernels

// The kernels a solver can smooth with.
enum class KernelKind { CubicSpline, WendlandC2, BandLimited };

template <>
struct EnumWords<KernelKind> {
  static constexpr EnumWord<KernelKind> words[] = {{KernelKind::CubicSpline, "cubic-spline"},
                                                   {KernelKind::WendlandC2, "wendland-c2"},
                                                   {KernelKind::BandLimited, "band-limited"}};
};

// Support of the band-limited kernel in spacings; its shape is fitted to it.
inline constexpr double kBandLimitedSupport = 3;

// Support of EvenPacking in spacings.
inline constexpr double kEvenPackingSupport = 2.1;

// A kernel as data, for passes.
struct KernelChoice {
  KernelKind kind = KernelKind::CubicSpline;
  float radius = 0;  // m, where the kernel vanishes
  int dimensions = 3;
  float scale = 1;  // factor that makes the sum over a lattice one

  // Whether the solver corrects gradients by the neighbours that particles have, see
  // computeGradientCorrection.
  bool corrected = false;
  // Factor of kernels::EvenPacking, with which density is summed then; 0: with this kernel.
  float evenPackingScale = 0;

  // Whether walls continue the lattice of the fluid, see WallFit. Where the fluid has no places
  // that particles are held in, walls must have none either.
  bool wallsContinueLattice() const { return corrected || bandLimited(); }

  // Whether fluid has the same density in lattices of all shapes. Particles then have no places
  // that they return to, and walls, solvers and damping have to do without.
  bool bandLimited() const { return kind == KernelKind::BandLimited; }

  // Calls use(kernel) with the chosen kernel in numbers of type T.
  template <class T, class Use>
  auto visit(Use&& use) const {
    switch (kind) {
      case KernelKind::WendlandC2:
        return use(kernels::WendlandC2<T>(T(radius), dimensions, T(scale)));
      case KernelKind::BandLimited:
        return use(kernels::BandLimited<T>(T(radius), dimensions, T(scale)));
      case KernelKind::CubicSpline:
        break;
    }
    return use(kernels::CubicSpline<T>(T(radius), dimensions, T(scale)));
  }
  double weight(double r) const {
    return visit<double>([&](const auto& kernel) { return kernel.weight(r); });
  }
  // The weight of a particle in the density.
  double densityWeight(double r) const {
    if (!(evenPackingScale > 0)) return weight(r);
    return kernels::EvenPacking<double>(double(radius), dimensions, double(evenPackingScale))
        .weight(r);
  }
};

// A kernel whose sum over a cubic lattice, d^D sum_j W(x_j), is exactly one. Its integral is one
// only in the limit of many neighbours; with few, the sum is off by up to 4 %, and fluid placed on
// a lattice would start by swelling or shrinking as much.
KernelChoice makeKernel(KernelKind kind, double radius, int dimensions, double spacing);

// The same kernel, which must have a support of kEvenPackingSupport, with density summed by
// EvenPacking.
KernelChoice withEvenPacking(KernelChoice kernel, double spacing);

// The sum of |grad W|^2 over the lattice, in m^-(2 D + 2).
double squaredSlopesOnLattice(const KernelChoice& kernel, double spacing);

}  // namespace shoal
