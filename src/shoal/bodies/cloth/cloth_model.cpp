#include "shoal/bodies/cloth/cloth_model.h"

#include <algorithm>
#include <cmath>

namespace shoal {

Cloth& ClothModel::add(std::string name, const TriangleMesh& mesh, const ClothParams& params) {
  cloths_.push_back(std::make_unique<Cloth>(std::move(name), mesh, params));
  bodies_.push_back(cloths_.back().get());
  return *cloths_.back();
}

void ClothModel::addObstacle(Body& body, double friction) {
  obstacles_.push_back({&body, friction, {}, {}, {}, {}});
}

void ClothModel::look(Obstacle& obstacle) const {
  const BodySurface& surface = obstacle.body->surface();
  obstacle.x = surface.x;
  obstacle.v = surface.v;
  obstacle.impulse.assign(surface.x.size(), {});
}

void ClothModel::touch(double h) {
  std::vector<ContactMesh> meshes;
  for (auto& cloth : cloths_) {
    ContactMesh& mesh = meshes.emplace_back();
    mesh.triangles = cloth->surface().triangles;
    mesh.revision = cloth->surface().revision;
    mesh.x = cloth->surface().x;
    mesh.v = cloth->velocities();
    mesh.inverseMass = cloth->inverseMass();
    mesh.rest = cloth->restPlaces();
    mesh.radius = cloth->params().thickness / 2;
    mesh.friction = cloth->params().friction;
    mesh.self = cloth->params().selfContact;
    mesh.force = cloth->contactForces();
  }
  for (Obstacle& obstacle : obstacles_) {
    ContactMesh& mesh = meshes.emplace_back();
    mesh.triangles = obstacle.body->surface().triangles;
    mesh.revision = obstacle.body->surface().revision;
    mesh.x = obstacle.x;
    mesh.v = obstacle.v;
    mesh.friction = obstacle.friction;
    obstacle.force.assign(obstacle.x.size(), {});
    mesh.force = obstacle.force;
  }
  contacts_ = contact_.resolve(meshes, h);
  for (Obstacle& obstacle : obstacles_)
    for (std::size_t i = 0; i < obstacle.x.size(); ++i) {
      obstacle.impulse[i] += h * obstacle.force[i];
      obstacle.x[i] += h * obstacle.v[i];
    }
}

void ClothModel::advance(double t, double dt) {
  if (!(dt > 0)) return;
  double longest = dt;
  for (const auto& cloth : cloths_) longest = std::min(longest, cloth->params().substep);
  const double slack = 1 - 1e-9;  // so that rounding does not cost a step
  const double count = std::ceil(dt / longest * slack);
  if (!(count <= 1e6)) fail("a step of {} s would be {} substeps of cloth; shorten it", dt, count);
  const int substeps = static_cast<int>(count);
  const double h = dt / substeps;

  iterations_ = 0;
  for (auto& cloth : cloths_) cloth->beginAdvance(t, dt);
  for (Obstacle& obstacle : obstacles_) look(obstacle);
  for (int n = 0; n < substeps; ++n) {
    for (auto& cloth : cloths_) iterations_ += cloth->accelerate(h, gravity_);
    touch(h);
    for (auto& cloth : cloths_) cloth->move(h);
  }
  for (auto& cloth : cloths_) cloth->endAdvance();
  for (Obstacle& obstacle : obstacles_) {
    for (Vec3d& impulse : obstacle.impulse) impulse = impulse / dt;
    obstacle.body->addForces(obstacle.impulse);
  }
}

void ClothModel::save(StateWriter& state) const {
  for (const auto& cloth : cloths_) cloth->save(state);
}

void ClothModel::restore(StateReader& state) {
  for (auto& cloth : cloths_) cloth->restore(state);
}

}  // namespace shoal
