// A box that turns about its intermediate axis, against a table of its exact motion.
#include <gtest/gtest.h>

#include "shoal/bodies/rigid/rigid_world.h"
#include "validation/framework/reference_table.h"

namespace shoal::validation {
namespace {

// The largest distance of spin (rad/s, in the frame of the box) and rotation from the table.
double worstError(const Vec3d& size) {
  const ReferenceTable table = referenceData("analytic_torque_free_box");
  const auto at = [&](const char* name, std::size_t row) { return table.column(name)[row]; };
  RigidWorld world({}, {});
  RigidParams params;
  params.mass = 1;
  params.spin = {at("w1", 0), at("w2", 0), at("w3", 0)};
  const RigidBody& box = world.addDynamic("box", BoxShape{size}, params);
  double worst = 0;
  for (std::size_t row = 1; row < table.rows(); ++row) {
    const double before = at("t_s", row - 1);
    world.advance(before, at("t_s", row) - before);
    const Quaternion q = box.pose().rotation;
    const Quaternion exact{at("q0", row), at("q1", row), at("q2", row), at("q3", row)};
    const Vec3d w{at("w1", row), at("w2", row), at("w3", row)};
    worst = std::max({worst, length(rotate(conjugate(q), box.spin()) - w),
                      length(turnOf(conjugate(exact) * q))});
  }
  return worst;
}

TEST(TorqueFreeBox, FollowsTheTable) {
  EXPECT_LT(worstError({1, 2, 3}), 1e-6);
  EXPECT_GT(worstError({1, 2, 3.001}), 1e-4);  // which another box does not
}

}  // namespace
}  // namespace shoal::validation
