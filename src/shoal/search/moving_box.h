// Boxes around points that move uniformly for some time.
#pragma once

#include "shoal/core/box.h"

namespace shoal {

// The box around all points where they start, and where they end. In between, its sides move
// uniformly and still enclose the points.
struct MovingBox {
  Box3f start, end;

  void extend(const MovingBox& b) {
    start.extend(b.start);
    end.extend(b.end);
  }
  Vec3f centre() const { return start.centre(); }
  Vec3f size() const { return start.size(); }
  // From start to end, of the centre.
  Vec3f way() const { return end.centre() - start.centre(); }

  // All places of the points in a frame of reference that moves by `way` meanwhile. Two boxes can
  // only meet if they overlap there; what moves with the frame has a small one.
  Box3f seenFrom(const Vec3f& way) const {
    return {min(start.lower, end.lower - way), max(start.upper, end.upper - way)};
  }
};

}  // namespace shoal
