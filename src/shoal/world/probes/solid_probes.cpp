#include "shoal/world/probes/solid_probes.h"

#include <algorithm>
#include <array>

#include "shoal/bodies/fem/fem_elasticity.h"
#include "shoal/core/error.h"

namespace shoal {

namespace {

// A point that is given in other coordinates than the solid shall not read something far away.
void requireNear(const SolidPoint& point, const Vec3d& given, std::span<const ProbedSolid> solids,
                 const std::string& name) {
  constexpr double kFurthest = 0.1;  // of the diagonal of the box around the solid
  const auto number = numberOf(point.solid(), solids);
  const double away = length(point.rest() - given);
  if (!number || away == 0) return;
  const double size = length(solids[*number].surface().bounds().size());
  if (away > kFurthest * size)
    fail(
        "probe {}: lies {:.3g} m from the solid \"{}\", more than a tenth of its size; give a "
        "point of it where the scene puts it",
        name, away, point.solid());
}

}  // namespace

MotionProbe::MotionProbe(const SolidPointParams& params, const ProbeSite& site, std::string name)
    : name_(std::move(name)), point_(params.solid, params.at) {
  requireSolid(params.solid, site, name_);
}

std::vector<std::string> MotionProbe::columns() const {
  return {"displacementX[m]",     "displacementY[m]",     "displacementZ[m]",
          "velocityX[m/s]",       "velocityY[m/s]",       "velocityZ[m/s]",
          "accelerationX[m/s^2]", "accelerationY[m/s^2]", "accelerationZ[m/s^2]"};
}

void MotionProbe::follow(std::span<const ProbedSolid> solids) {
  const bool wasThere = point_.isThere();
  point_.follow(solids);
  if (!wasThere && point_.isThere()) requireNear(point_, point_.given(), solids, name_);
}

void MotionProbe::watch(const ProbeView& view) {
  auto& [ax, ay, az, vx, vy, vz, time, known] = memory_;
  if (!point_.isThere()) {
    known = 0;
    return;
  }
  if (known != 0 && !(view.time > time)) return;
  const Vec3d v = point_.motion(view.time).v;
  const Vec3d a = known != 0 ? (v - Vec3d{vx, vy, vz}) / (view.time - time) : Vec3d{};
  memory_ = {a.x, a.y, a.z, v.x, v.y, v.z, view.time, 1};
}

void MotionProbe::measure(const ProbeView& view, std::span<double> values) {
  if (!point_.isThere()) return;
  const PointMotion now = point_.motion(view.time);
  const Vec3d displacement = now.x - point_.rest();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    values[axis] = displacement[axis];
    values[3 + axis] = now.v[axis];
    values[6 + axis] = memory_[axis];
  }
}

StressProbe::StressProbe(const SolidPointParams& params, const ProbeSite& site, std::string name)
    : name_(std::move(name)), point_(params.solid, params.at) {
  requireSolid(params.solid, site, name_);
}

std::vector<std::string> StressProbe::columns() const {
  return {"vonMises[Pa]", "stressXX[Pa]", "stressYY[Pa]", "stressZZ[Pa]",
          "stressXY[Pa]", "stressYZ[Pa]", "stressZX[Pa]"};
}

void StressProbe::follow(std::span<const ProbedSolid> solids) {
  const bool wasThere = point_.isThere();
  point_.follow(solids);
  if (wasThere || !point_.isThere()) return;
  if (!point_.stress())
    fail("probe {}: the solid \"{}\" has no stress; fem solids have", name_, point_.solid());
  requireNear(point_, point_.given(), solids, name_);
}

void StressProbe::measure(const ProbeView&, std::span<double> values) {
  if (!point_.isThere()) return;
  const Matrix3 s = point_.stress().value_or(Matrix3{});
  const std::array all{vonMises(s), s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(2, 0)};
  std::copy(all.begin(), all.end(), values.begin());
}

}  // namespace shoal
