// A rigid body as fluid particles meet it: one layer of samples to be found by, and distances.
#pragma once

#include <optional>

#include "shoal/bodies/rigid/rigid_body.h"
#include "shoal/coupling/forcing/forcing_params.h"
#include "shoal/geometry/distance.h"

namespace shoal {

// Where a particle meets a surface. The normal points to the particle's side, and the gap is the
// distance of the particle's centre from the surface along it: negative behind it.
struct Touch {
  Vec3d point;   // m
  Vec3d normal;  // unit
  double gap = 0;
};

class ForcedBody {
 public:
  // In the plane, the body is its cut with z = 0. Throws an Error that names the body if fluid
  // cannot meet it.
  ForcedBody(RigidBody& body, const DirectForcingParams& params, double spacing, int dimensions);

  RigidBody& body() const { return *body_; }
  const DirectForcingParams& params() const { return params_; }
  // Whether fluid pushes it.
  bool yields() const { return body_->isDynamic(); }
  bool stands() const { return body_->matter().role == RigidRole::kStatic; }

  // Places below are relative to its centre and principal axes.
  const std::vector<Vec3d>& samples() const { return samples_; }
  static Vec3d toLocal(const RigidState& s, const Vec3d& x) {
    return rotate(conjugate(s.q), x - s.x);
  }
  static Vec3d toWorld(const RigidState& s, const Vec3d& x) { return s.x + rotate(s.q, x); }

  // What a particle that went from `before` to `now` meets nearer than `within`. It stays on the
  // side of the surface it came from; only out of a body that has mass it is led, if it is not
  // deeper than `reach`.
  std::optional<Touch> touch(const Vec3d& before, const Vec3d& now, double within,
                             double reach) const;

  // Upper bound of the speed of any of its points, m/s.
  double fastest() const {
    return length(body_->velocity()) + length(body_->spin()) * outerRadius_;
  }

 private:
  RigidBody* body_;
  DirectForcingParams params_;
  bool filled_;
  std::vector<Vec3d> samples_;
  std::optional<MeshDistance> distance_;
  double outerRadius_ = 0;  // m
};

}  // namespace shoal
