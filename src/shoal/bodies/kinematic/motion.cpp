#include "shoal/bodies/kinematic/motion.h"

#include <algorithm>
#include <cmath>

#include "shoal/bodies/kinematic/motion_file.h"
#include "shoal/core/portable.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

namespace {

constexpr double kInstant = 1e-6;  // s: short against any motion that steps can follow

double at(const Expression& formula, double t) {
  return formula(std::array<double, 4>{0, 0, 0, t});
}

// No grid of cells can hold places beyond.
bool isPlace(const Vec3d& v) {
  const auto within = [](double x) { return std::abs(x) <= kLargestCoordinate; };
  return within(v.x) && within(v.y) && within(v.z);
}

std::string textOf(const Vec3d& v) {
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", v.x, v.y, v.z);
}

bool isZero(const FormulaText& formula) { return formula == FormulaText{}; }

}  // namespace

Motion::Motion(const MotionParams& params, std::string owner)
    : translate_(params.translate),
      rotate_(params.rotate.text, kFormulaVariables),
      axis_(normalised(params.axis)),
      centre_(params.centre),
      keyframes_(params.file.empty() ? params.keyframes : readMotion(params), params.centre,
                 params.interpolation),
      owner_(std::move(owner)) {
  if (!(length(params.axis) > 0)) throw Error({}, "motion.axis", "must not be zero");
  const bool moves = !isZero(params.rotate) || !std::ranges::all_of(params.translate, isZero);
  if (!keyframes_.empty() && moves)
    throw Error({}, "motion.keyframes",
                "and a file exclude translate and rotate; leave one of them out");
  if (!params.file.empty() && !params.keyframes.empty())
    throw Error({}, "motion.file", "excludes keyframes; leave one of them out");
  if (!params.waves) return;
  if (moves || !keyframes_.empty())
    throw Error({}, "motion.waves",
                "exclude translate, rotate, keyframes and file; leave them out");
  waves_.emplace(*params.waves, centre_);
}

std::optional<Motion::Values> Motion::finiteValues(double t) const {
  const Values values{at(rotate_, t), translate_(Vec3d{}, t)};
  if (std::isfinite(values.angle) && isPlace(values.translation)) return values;
  return std::nullopt;
}

Motion::Values Motion::valuesAt(double t) const {
  if (const auto values = finiteValues(t)) return *values;
  failAt(t);
}

void Motion::failAt(double t) const {
  const double angle = at(rotate_, t);
  const bool rotation = !std::isfinite(angle);
  throw Error({},
              fmt::format("{}motion.{}", owner_.empty() ? "" : owner_ + ".",
                          rotation ? "rotate" : "translate"),
              fmt::format("is {} at t = {:.6g} s; change the formula so that it is a finite number "
                          "throughout the run",
                          rotation ? fmt::format("{}", angle) : textOf(translate_(Vec3d{}, t)), t));
}

Vec3d Motion::moved(const Vec3d& x, const Values& values) const {
  // Rodrigues' formula.
  const auto& [angle, translation] = values;
  const Vec3d arm = x - centre_;
  const Vec3d turned = portable::cos(angle) * arm + portable::sin(angle) * cross(axis_, arm) +
                       (1 - portable::cos(angle)) * dot(axis_, arm) * axis_;
  return centre_ + turned + translation;
}

Vec3d Motion::position(const Vec3d& x, double t) const {
  if (!keyframes_.empty() || waves_) return pose(t)(x);
  return moved(x, valuesAt(t));
}

Pose Motion::pose(double t) const {
  if (!keyframes_.empty()) return keyframes_.pose(t);
  if (waves_) return waves_->pose(t);
  const Values values = valuesAt(t);
  return {moved(Vec3d{}, values), rotationBy(values.angle * axis_)};
}

Vec3d Motion::velocity(const Vec3d& x, double t) const {
  if (!keyframes_.empty()) return keyframes_.velocity(x, t);
  if (waves_)
    return (waves_->pose(t + kInstant)(x) - waves_->pose(t - kInstant)(x)) / (2 * kInstant);
  const auto before = finiteValues(t - kInstant), after = finiteValues(t + kInstant);
  if (before && after) return (moved(x, *after) - moved(x, *before)) / (2 * kInstant);
  const Vec3d now = moved(x, valuesAt(t));
  if (after) return (moved(x, *after) - now) / kInstant;
  return before ? (now - moved(x, *before)) / kInstant : Vec3d{};
}

}  // namespace shoal
