// How a body accelerates besides by fluid: what weight, elasticity, joints and contact do to it.
#pragma once

#include "shoal/core/state_list.h"
#include "shoal/core/vec.h"

namespace shoal {

// The next step is expected to do what the last two did. A blow lasts one step; it is not expected
// to come again.
class OwnAcceleration {
 public:
  explicit OwnAcceleration(const Vec3d& start = {}) : last_(start), expected_(start) {}

  // From the velocities around a step of length dt, and what fluid contributed, in m/s^2.
  void update(const Vec3d& before, const Vec3d& after, double dt, const Vec3d& byFluid) {
    const Vec3d now = (after - before) / dt - byFluid;
    const bool agree = dot(now, last_) > 0;
    expected_ = !agree ? Vec3d{} : dot(now, now) < dot(last_, last_) ? now : last_;
    last_ = now;
  }
  const Vec3d& expected() const { return expected_; }

  void save(StateWriter& state) const {
    for (const Vec3d* a : {&last_, &expected_})
      for (std::size_t axis = 0; axis < 3; ++axis) state((*a)[axis]);
  }
  void restore(StateReader& state) {
    for (Vec3d* a : {&last_, &expected_})
      for (std::size_t axis = 0; axis < 3; ++axis) state((*a)[axis]);
  }

 private:
  Vec3d last_, expected_;  // m/s^2
};

}  // namespace shoal
