#include "shoal/bodies/kinematic/motion.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/portable.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

namespace {

constexpr double kInstant = 1e-6;  // s: short against any motion that steps can follow

double at(const Expression& formula, double t) {
  return formula(std::array<double, 4>{0, 0, 0, t});
}

// A place that no grid of cells can hold would crash or never end.
const Vec3d& checked(const Vec3d& x, double t) {
  const double largest = std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)});
  if (!isFinite(x) || largest > kLargestCoordinate)
    throw Error({}, "motion",
                fmt::format("moves a point to ({}, {}, {}) m at t = {:.6g} s; change its formulas",
                            x.x, x.y, x.z, t));
  return x;
}

bool isZero(const FormulaText& formula) { return formula == FormulaText{}; }

}  // namespace

Motion::Motion(const MotionParams& params)
    : translate_(params.translate),
      rotate_(params.rotate.text, kFormulaVariables),
      axis_(normalised(params.axis)),
      centre_(params.centre),
      keyframes_(params.keyframes, params.centre) {
  if (!(length(params.axis) > 0)) throw Error({}, "motion.axis", "must not be zero");
  const bool moves = !isZero(params.rotate) || !std::ranges::all_of(params.translate, isZero);
  if (!keyframes_.empty() && moves)
    throw Error({}, "motion.keyframes", "exclude translate and rotate; leave one of them out");
  if (!params.waves) return;
  if (moves || !keyframes_.empty())
    throw Error({}, "motion.waves", "exclude translate, rotate and keyframes; leave them out");
  waves_.emplace(*params.waves, centre_);
}

Vec3d Motion::position(const Vec3d& x, double t) const { return checked(placeOf(x, t), t); }

Vec3d Motion::placeOf(const Vec3d& x, double t) const {
  if (!keyframes_.empty()) return keyframes_.pose(t)(x);
  if (waves_) return waves_->pose(t)(x);
  // Rodrigues' formula.
  const double angle = at(rotate_, t);
  const Vec3d arm = x - centre_;
  const Vec3d turned = portable::cos(angle) * arm + portable::sin(angle) * cross(axis_, arm) +
                       (1 - portable::cos(angle)) * dot(axis_, arm) * axis_;
  return centre_ + turned + translate_(Vec3d{}, t);
}

Pose Motion::pose(double t) const {
  if (!keyframes_.empty()) return keyframes_.pose(t);
  if (waves_) return waves_->pose(t);
  return {position(Vec3d{}, t), rotationBy(at(rotate_, t) * axis_)};
}

Vec3d Motion::velocity(const Vec3d& x, double t) const {
  if (!keyframes_.empty()) return keyframes_.velocity(x, t);
  const Vec3d before = placeOf(x, t - kInstant);
  // Formulas such as sqrt(t) begin at zero.
  if (!isFinite(before) && t < kInstant)
    return (position(x, t + kInstant) - position(x, t)) / kInstant;
  return (position(x, t + kInstant) - checked(before, t)) / (2 * kInstant);
}

}  // namespace shoal
