#include "shoal/bodies/contact/obstacle.h"

namespace shoal {

void Obstacle::beginAdvance(double, double dt) {
  const BodySurface& surface = body_->surface();
  dt_ = dt;
  x_ = surface.x;
  v_ = surface.v;
  impulse_.assign(x_.size(), {});
}

int Obstacle::accelerate(double, const Vec3d&) {
  force_.assign(x_.size(), {});
  return 0;
}

void Obstacle::move(double h) {
  for (std::size_t i = 0; i < x_.size(); ++i) {
    impulse_[i] += h * force_[i];
    x_[i] += h * v_[i];
  }
}

void Obstacle::endAdvance() {
  for (Vec3d& impulse : impulse_) impulse = impulse / dt_;
  body_->addForces(impulse_);
}

ContactMesh Obstacle::contactMesh() {
  ContactMesh mesh;
  mesh.triangles = body_->surface().triangles;
  mesh.revision = body_->surface().revision;
  mesh.x = x_;
  mesh.v = v_;
  mesh.friction = friction_;
  mesh.rigid = true;
  mesh.force = force_;
  return mesh;
}

}  // namespace shoal
