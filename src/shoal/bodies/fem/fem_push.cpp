// What pushes a solid of finite elements between the two halves of a step, and its momentum.
#include <algorithm>

#include "shoal/bodies/fem/fem_solid.h"
#include "shoal/core/parallel.h"

namespace shoal {

// Linear solvers stop short of the solution. What that leaves of the momentum of a body which
// nothing holds moves it as a whole, which no inner force feels.
void FemSolid::balanceMomentum(const Implicit& equation) {
  drag_ = 1 + equation.h * params_.massDamping;
  Vec3d missing = equation.h * totalMass_ * equation.gravity;
  for (std::size_t i = 0; i < x.size(); ++i)
    missing += equation.h * (force[i] + contact[i]) - mass_[i] * (drag_ * u_[i] - v[i]);
  shift(u_, missing);
}

bool FemSolid::isFree() const {
  return std::ranges::all_of(fixed, [](std::uint8_t axes) { return axes == kNoAxis; });
}

void FemSolid::shift(std::span<Vec3d> velocities, const Vec3d& impulse) const {
  if (!isFree()) return;
  const Vec3d all = impulse / (drag_ * totalMass_);
  for (Vec3d& u : velocities) u += all;
}

// The linearised step answers an impulse as it answers any other force: (M + h^2 K) du = p. Where
// it cannot, the body answers as a whole.
std::span<const Vec3d> FemSolid::answerTo(std::span<const Vec3d> impulses) {
  parallelFor(x.size(), [&](std::size_t i) { right_[i] = without(impulses[i], fixed[i]); });
  if (!solveLinear(system_.assembled()).positive) std::fill(du_.begin(), du_.end(), Vec3d{});
  Vec3d missing;
  for (std::size_t i = 0; i < x.size(); ++i) missing += impulses[i] - drag_ * mass_[i] * du_[i];
  shift(du_, missing);
  return du_;
}

void FemSolid::push(std::span<const Vec3d> impulses) {
  answerTo(impulses);
  for (std::size_t i = 0; i < x.size(); ++i) u_[i] += du_[i];
}

}  // namespace shoal
