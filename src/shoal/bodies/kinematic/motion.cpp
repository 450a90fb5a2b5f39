#include "shoal/bodies/kinematic/motion.h"

#include <algorithm>
#include <cmath>

#include "shoal/bodies/kinematic/motion_file.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

constexpr double kInstant = 1e-6;  // s: short against any motion that steps can follow

double at(const Expression& formula, double t) {
  return formula(std::array<double, 4>{0, 0, 0, t});
}

bool isZero(const FormulaText& formula) { return formula == FormulaText{}; }

}  // namespace

Motion::Motion(const MotionParams& params)
    : translate_(params.translate),
      rotate_(params.rotate.text, kFormulaVariables),
      axis_(normalised(params.axis)),
      centre_(params.centre),
      keyframes_(params.file.empty() ? params.keyframes : readMotion(params), params.centre,
                 params.interpolation) {
  if (!(length(params.axis) > 0)) throw Error({}, "motion.axis", "must not be zero");
  if (!keyframes_.empty() &&
      !(isZero(params.rotate) && std::ranges::all_of(params.translate, isZero)))
    throw Error({}, "motion.keyframes",
                "and a file exclude translate and rotate; leave one of them out");
  if (!params.file.empty() && !params.keyframes.empty())
    throw Error({}, "motion.file", "excludes keyframes; leave one of them out");
}

Vec3d Motion::position(const Vec3d& x, double t) const {
  if (!keyframes_.empty()) return keyframes_.pose(t)(x);
  // Rodrigues' formula.
  const double angle = at(rotate_, t);
  const Vec3d arm = x - centre_;
  const Vec3d turned = portable::cos(angle) * arm + portable::sin(angle) * cross(axis_, arm) +
                       (1 - portable::cos(angle)) * dot(axis_, arm) * axis_;
  return centre_ + turned + translate_(Vec3d{}, t);
}

Pose Motion::pose(double t) const {
  if (!keyframes_.empty()) return keyframes_.pose(t);
  return {position(Vec3d{}, t), rotationBy(at(rotate_, t) * axis_)};
}

Vec3d Motion::velocity(const Vec3d& x, double t) const {
  if (!keyframes_.empty()) return keyframes_.velocity(x, t);
  return (position(x, t + kInstant) - position(x, t - kInstant)) / (2 * kInstant);
}

}  // namespace shoal
