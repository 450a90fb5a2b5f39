#include "shoal/sph/forces/viscosity_operator.h"

#include <functional>

#include "shoal/core/portable.h"
#include "shoal/sph/boundary/sample_volume.h"

namespace shoal {

namespace {

using Value = std::function<double(const Vec3d&)>;

// The sum of value(x) over the points of a row (2D) or plane (3D) of the lattice at height y that
// are in reach, moved sideways by a share of the spacing.
double rowSum(const KernelChoice& kernel, double spacing, double y, double shift,
              const Value& value) {
  const int reach = static_cast<int>(double(kernel.radius) / spacing) + 1;
  const int depth = kernel.dimensions == 3 ? reach : 0;
  double sum = 0;
  for (int k = -depth; k <= depth; ++k)
    for (int i = -reach; i <= reach; ++i)
      sum += value({(i + shift) * spacing, y, kernel.dimensions == 3 ? (k + shift) * spacing : 0});
  return sum;
}

// The same over all of the lattice but the origin.
double latticeSum(const KernelChoice& kernel, double spacing, const Value& value) {
  const int reach = static_cast<int>(double(kernel.radius) / spacing) + 1;
  double sum = -value({});
  for (int j = -reach; j <= reach; ++j) sum += rowSum(kernel, spacing, j * spacing, 0, value);
  return sum;
}

// Force of a row of samples at distance y, averaged over shifts of the row along itself.
double meanRowSum(const KernelChoice& kernel, double spacing, double y, const Value& value) {
  constexpr int kShifts = 16;
  double sum = 0;
  for (int k = 0; k < kShifts; ++k)
    sum += rowSum(kernel, spacing, y, (k + 0.5) / kShifts - 0.5, value) / kShifts;
  return sum;
}

// The share of a^3 in the weight that makes the fourth moments of the lattice isotropic. Supports
// below about 1.6 spacings see too little of the diagonal neighbours; the linear weight sees most.
double isotropicMix(const KernelChoice& kernel, double spacing) {
  const auto excess = [&](double mix) {
    const ViscosityOperator w{ViscosityForm::Projected, double(kernel.radius), mix, 1, 0, 0};
    return latticeSum(kernel, spacing, [&](const Vec3d& x) {
      return w.weight(length(x)) * (sq(sq(x.x)) - 3 * sq(x.x * x.y));
    });
  };
  const double mix = excess(0) / (excess(0) - excess(1));
  return mix >= 0 && mix <= 1 ? mix : 0;
}

}  // namespace

ViscosityOperator fitViscosity(ViscosityForm form, const KernelChoice& kernel, double spacing) {
  const bool projected = form == ViscosityForm::Projected;
  const double d = spacing, V = portable::pow(d, kernel.dimensions);
  ViscosityOperator fit{form, double(kernel.radius), projected ? isotropicMix(kernel, d) : 0, 1, 0,
                        0};
  // Resistance of a pair at x to motion along x, and along y.
  const auto along = [&](const Vec3d& x) {
    return fit.weight(length(x)) * (projected ? sq(x.x / fit.radius) : 1);
  };
  const auto normal = [&](const Vec3d& x) {
    return fit.weight(length(x)) * (projected ? sq(x.y / fit.radius) : 1);
  };
  // Of the flow v_x = y^2 / 2 viscosity makes mu: V sum w_x y^2 / 2 = 1.
  fit.scale = 2 / (V * latticeSum(kernel, d, [&](const Vec3d& x) { return along(x) * sq(x.y); }));

  const WallFit behind = fitWall(kernel, d);
  const double V_b = behind.layers > 1 ? V : 1 / rowSum(kernel, d, 0, 0, [&](const Vec3d& x) {
                                               return kernel.weight(length(x));
                                             });
  const auto ofLayers = [&](double y, const Value& value) {
    double sum = 0;
    for (int k = 0; k < behind.layers; ++k)
      sum += V_b * meanRowSum(kernel, d, y + behind.standoff + k * d, value);
    return sum;
  };
  double pull = 0;  // of the wall on a column of fluid with v_x = y
  for (double y = d / 2; y + behind.standoff < fit.radius; y += d)
    pull += V * ofLayers(y, along) * y;
  fit.drag = V / d / pull;

  // Twice the diagonal bounds the decay of free fluid (Gershgorin). Next to a wall the samples take
  // the place of half of the neighbours, and have no motion of their own to add.
  const double inside = V * latticeSum(kernel, d, normal);
  const double own = V * rowSum(kernel, d, 0, 0, normal) - V * normal({});
  const double wall = fit.drag * ofLayers(d / 2, normal);
  fit.rate = std::max(inside, (inside + own + wall) / 2);
  return fit;
}

}  // namespace shoal
