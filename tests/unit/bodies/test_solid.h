// Solids for tests of contact, and a world of one model with such solids around it.
#pragma once

#include <memory>

#include "shoal/bodies/contact/obstacle.h"
#include "shoal/bodies/models/body_world.h"

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
  bool isFree() const override { return false; }
  bool deforms() const override { return false; }
  void move(double dt) {
    for (std::size_t v = 0; v < surface_.x.size(); ++v) surface_.x[v] += dt * surface_.v[v];
  }

  Vec3d felt;  // N, in the last advance

 private:
  BodySurface surface_;
};

// A model of obstacles that are owned by the test.
class TestObstacles final : public BodyModel {
 public:
  explicit TestObstacles(const BodySpace&) {}

  void surroundWith(Body& body, double friction) {
    obstacles_.push_back(std::make_unique<Obstacle>(body, friction));
  }

  std::string_view name() const override { return "obstacles"; }
  Body& add(SolidId, const std::string&, const std::any&) override { fail("is for tests alone"); }
  void remove(SolidId) override {}
  std::span<Body* const> bodies() const override { return {}; }
  void listObstacles(std::vector<ContactMember*>& members) override {
    for (const auto& obstacle : obstacles_) members.push_back(obstacle.get());
  }
  void save(StateWriter&) const override {}
  void restore(StateReader&) override {}

 private:
  std::vector<std::unique_ptr<Obstacle>> obstacles_;
};

// One model among obstacles, advanced as a world advances it.
template <class Model>
struct TestWorld {
  explicit TestWorld(const Vec3d& gravity)
      : bodies({gravity}), around(bodies.use<TestObstacles>()), model(bodies.use<Model>()) {}

  void addObstacle(Body& body, double friction) { around.surroundWith(body, friction); }
  void advance(double t, double dt) { bodies.advance(t, dt); }

  BodyWorld bodies;
  TestObstacles& around;
  Model& model;
};

}  // namespace shoal
