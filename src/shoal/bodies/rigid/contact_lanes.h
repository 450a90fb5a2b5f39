// Contacts between rigid bodies side by side in lanes, in an order that changes no result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shoal/bodies/rigid/solver_body.h"
#include "shoal/core/lane_array.h"

namespace shoal {

// Contact points of the touches of a batch, the k-th of each touch. Touches with fewer points and
// lanes without a touch have zeros, which exchange no impulse.
struct LanePoint {
  LaneArray armA[3], armB[3];         // m, from the centres
  LaneArray normal[3], tangent[3];    // the other tangent is normal x tangent
  LaneArray normalMass, slidingMass;  // kg, effective
  LaneArray mobility;                 // 1/kg, along the normal
  LaneArray impulse[3];               // N s
  LaneArray gap;                      // m
  LaneArray apart;                    // 1: not in contact in this step; else 0
};

// Touches that share no movable body.
struct ContactBatch {
  std::array<std::uint32_t, kArrayLanes> a{}, b{};  // bodies
  LaneArray friction;
  std::uint32_t touches = 0;
  std::uint32_t firstPoint = 0, points = 0;  // in the array of LanePoints
};

// Of a sweep over the contacts; see ContactSolver.
struct ContactSweep {
  double dt = 0;                                         // s
  double biasRate = 0, massScale = 1, impulseScale = 0;  // of overlaps
  double fastestRecovery = 0;                            // m/s
  bool withBias = false;
};

// Sets the effective masses and mobilities of the points of a batch.
void prepareBatch(const ContactBatch& batch, std::span<LanePoint> points,
                  std::span<SolverBody> bodies);

// One iteration over the touches of a batch. Returns the largest change of a normal velocity, m/s.
double solveBatch(const ContactBatch& batch, const ContactSweep& sweep, std::span<LanePoint> points,
                  std::span<SolverBody> bodies);

// Assigns touches to batches such that each body meets its touches in the order in which they are
// given: batch after batch gives the same bits as touch after touch, in either direction.
class BatchPlan {
 public:
  struct Slot {
    std::uint32_t batch = 0, lane = 0;
  };
  struct Touch {
    std::uint32_t a = 0, b = 0;  // bodies
    std::uint32_t points = 0;
  };

  void clear(std::size_t bodies);
  // Appends the batches of `touches`, none of which joins an earlier batch. Bodies that contacts do
  // not move may be in many touches of a batch.
  void add(std::span<const Touch> touches, std::span<const SolverBody> bodies);

  std::span<const Slot> slots() const { return slots_; }  // of each touch
  std::vector<ContactBatch>& batches() { return batches_; }
  std::size_t pointCount() const { return points_; }
  // After the last add(): finds the places of points.
  void placePoints(std::uint32_t idleBody);

 private:
  std::vector<ContactBatch> batches_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> next_;  // of each body: the first batch that it may join
  std::size_t points_ = 0;
};

}  // namespace shoal
