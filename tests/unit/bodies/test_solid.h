// A solid for tests of contact.
#pragma once

#include "shoal/bodies/body.h"

namespace shoal {

// Does not care what it is pushed with, but remembers it.
class TestSolid final : public Body {
 public:
  explicit TestSolid(const TriangleMesh& mesh, const Vec3d& velocity = {}) : Body("solid") {
    surface_.triangles = mesh.triangles;
    surface_.x = mesh.vertices;
    surface_.v.assign(mesh.vertices.size(), velocity);
  }
  const BodySurface& surface() const override { return surface_; }
  void addForces(std::span<const Vec3d> forces) override {
    felt = {};
    for (const Vec3d& force : forces) felt += force;
  }
  BodyTotals totals() const override { return {}; }
  void move(double dt) {
    for (std::size_t v = 0; v < surface_.x.size(); ++v) surface_.x[v] += dt * surface_.v[v];
  }

  Vec3d felt;  // N, in the last advance

 private:
  BodySurface surface_;
};

}  // namespace shoal
