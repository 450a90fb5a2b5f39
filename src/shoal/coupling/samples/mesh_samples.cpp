#include "shoal/coupling/samples/mesh_samples.h"

#include "shoal/core/parallel.h"
#include "shoal/core/timer.h"
#include "shoal/geometry/mesh/mesh_offset.h"

namespace shoal {

MeshSamples::MeshSamples(Body& body, MeshSampling sampling, double standoff, const Vec3d& gravity)
    : SurfaceSamples(SurfaceMotion::kFree),
      body_(body),
      sampling_(std::move(sampling)),
      standoff_(standoff),
      gravity_(gravity) {}

bool MeshSamples::update(double, double step) {
  const BodySurface& surface = body_.surface();
  const bool changed = [&] {
    const Timed timed{"walls/sampling"};
    return sampling_.update(surface);
  }();
  below_ = surface.x;
  if (standoff_ > 0) {
    TriangleMesh moved{surface.x, surface.triangles};
    offsetMesh(moved, -standoff_);
    below_ = std::move(moved.vertices);
  }
  const std::span<const Vec3d> accelerations = body_.predictAccelerations(step, gravity_);
  const BodyTotals totals = body_.totals();
  centre_ = totals.centre;
  const double mass = totals.mass;
  const auto mobility =
      static_cast<float>(mass > 0 ? double(sampling_.samples().size()) / mass : 0);
  samples_.resize(sampling_.samples().size());
  parallelFor(samples_.size(), [&](std::size_t k) {
    const MeshSample& sample = sampling_.samples()[k];
    Vec3d own;
    for (std::size_t c = 0; c < 3; ++c)
      own += double(sample.weight[c]) * accelerations[sample.vertex[c]];
    Vec3d x = sample.at(below_), v = sample.at(surface.v);
    if (sampling_.flat()) x.z = v.z = own.z = 0;
    samples_[k] = {Vec3f(x), Vec3f(v), Vec3f(own), mobility};
  });
  return changed;
}

void MeshSamples::toVertices(std::span<const Vec3f> onSamples,
                             std::vector<Vec3d>& onVertices) const {
  onVertices.assign(body_.surface().x.size(), Vec3d{});
  for (std::size_t k = 0; k < onSamples.size(); ++k) {
    const MeshSample& sample = sampling_.samples()[k];
    const Vec3d one(onSamples[k]);
    if (one == Vec3d{}) continue;
    for (std::size_t c = 0; c < 3; ++c)
      onVertices[sample.vertex[c]] += double(sample.weight[c]) * one;
  }
}

void MeshSamples::addForces(std::span<const Vec3f> forces) {
  toVertices(forces, cause_);
  body_.addForces(cause_);
}

void MeshSamples::respond(std::span<const Vec3f> impulses, std::span<Vec3f> change) const {
  toVertices(impulses, cause_);
  effect_.resize(cause_.size());
  body_.respond(cause_, effect_);
  parallelFor(change.size(),
              [&](std::size_t k) { change[k] = Vec3f(sampling_.samples()[k].at(effect_)); });
}

}  // namespace shoal
