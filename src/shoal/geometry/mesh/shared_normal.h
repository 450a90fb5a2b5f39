// The normal where several faces meet.
#pragma once

#include "shoal/core/vec.h"

namespace shoal {

// The mean of the unit normals of faces that share a vertex or an edge, and zero where they meet at
// an edge of the surface: there it has no single normal.
class SharedNormal {
 public:
  void add(const Vec3d& normal) {
    if (dot(sum_, sum_) > 0 && dot(normalised(sum_), normal) < kSmooth) edge_ = true;
    sum_ += normal;
  }
  Vec3f mean() const { return edge_ || !(dot(sum_, sum_) > 0) ? Vec3f{} : Vec3f(normalised(sum_)); }

 private:
  static constexpr double kSmooth = 0.87;  // cosine: faces that turn by less than 30 degrees

  Vec3d sum_;
  bool edge_ = false;
};

}  // namespace shoal
