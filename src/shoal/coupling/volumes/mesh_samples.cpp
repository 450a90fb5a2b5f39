#include "shoal/coupling/volumes/mesh_samples.h"

#include "shoal/core/parallel.h"
#include "shoal/geometry/mesh_offset.h"

namespace shoal {

MeshSamples::MeshSamples(Body& body, double spacing, double standoff, const Vec3d& gravity)
    : body_(body), sampling_(spacing), standoff_(standoff), gravity_(gravity) {
  follow(body.surface());
}

// Vertices that are others now have not been seen in motion yet.
void MeshSamples::follow(const BodySurface& surface) {
  revision_ = surface.revision;
  own_.assign(surface.x.size(), OwnAcceleration(gravity_));
}

bool MeshSamples::update() {
  const BodySurface& surface = body_.surface();
  if (surface.revision != revision_) follow(surface);
  const bool changed = sampling_.update(surface);
  below_ = surface.x;
  if (standoff_ > 0) {
    TriangleMesh moved{surface.x, surface.triangles};
    offsetMesh(moved, -standoff_);
    below_ = std::move(moved.vertices);
  }
  // What every vertex would do with an impulse of 1 N s along each axis.
  cause_.assign(surface.x.size(), Vec3d{1, 1, 1});
  effect_.resize(cause_.size());
  body_.respond(cause_, effect_);
  samples_.resize(sampling_.samples().size());
  parallelFor(samples_.size(), [&](std::size_t k) {
    const MeshSample& sample = sampling_.samples()[k];
    Vec3d own;
    double mobility = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t v = sample.vertex[c];
      const double w = double(sample.weight[c]);
      own += w * own_[v].expected();
      mobility += w * w * (effect_[v].x + effect_[v].y + effect_[v].z) / 3;
    }
    samples_[k] = {Vec3f(sample.at(below_)), Vec3f(sample.at(surface.v)), Vec3f(own),
                   static_cast<float>(mobility)};
  });
  return changed;
}

void MeshSamples::toVertices(std::span<const Vec3f> onSamples,
                             std::vector<Vec3d>& onVertices) const {
  onVertices.assign(own_.size(), Vec3d{});
  for (std::size_t k = 0; k < onSamples.size(); ++k) {
    const MeshSample& sample = sampling_.samples()[k];
    const Vec3d one(onSamples[k]);
    if (one == Vec3d{}) continue;
    for (std::size_t c = 0; c < 3; ++c)
      onVertices[sample.vertex[c]] += double(sample.weight[c]) * one;
  }
}

void MeshSamples::push(std::span<const Vec3f> forces) {
  toVertices(forces, cause_);
  pushed_.resize(cause_.size());
  body_.respond(cause_, pushed_);
  before_ = body_.surface().v;
  body_.addForces(cause_);
}

void MeshSamples::respond(std::span<const Vec3f> impulses, std::span<Vec3f> change) const {
  toVertices(impulses, cause_);
  effect_.resize(cause_.size());
  body_.respond(cause_, effect_);
  parallelFor(change.size(),
              [&](std::size_t k) { change[k] = Vec3f(sampling_.samples()[k].at(effect_)); });
}

void MeshSamples::learn(double dt) {
  const BodySurface& surface = body_.surface();
  if (surface.revision != revision_) return follow(surface);
  parallelFor(own_.size(),
              [&](std::size_t v) { own_[v].learn(before_[v], surface.v[v], dt, pushed_[v]); });
}

void MeshSamples::save(StateWriter& state) const {
  state(std::uint64_t{own_.size()});
  for (const OwnAcceleration& own : own_) own.save(state);
}

void MeshSamples::restore(StateReader& state) {
  follow(body_.surface());
  std::uint64_t n = 0;
  state(n);
  if (n != own_.size()) fail("solid \"{}\" has {} vertices, not {}", body_.name(), own_.size(), n);
  for (OwnAcceleration& own : own_) own.restore(state);
}

}  // namespace shoal
