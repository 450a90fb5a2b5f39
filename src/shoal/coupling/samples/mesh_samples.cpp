#include "shoal/coupling/samples/mesh_samples.h"

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/core/timer.h"
#include "shoal/geometry/mesh/mesh_offset.h"

namespace shoal {

MeshSamples::MeshSamples(Body& body, MeshSampling sampling, const SamplePlacement& placement,
                         const Vec3d& gravity)
    : SurfaceSamples(SurfaceMotion::kFree),
      body_(body),
      sampling_(std::move(sampling)),
      placement_(placement),
      gravity_(gravity) {}

bool MeshSamples::update(double, double step) {
  const bool changed = updateSampling();
  const std::span<const Vec3d> accelerations = body_.predictAccelerations(step, gravity_);
  const BodyTotals totals = body_.inertia();
  centre_ = totals.centre;
  const std::size_t n = sampling_.samples().size() * static_cast<std::size_t>(placement_.layers);
  samples_.resize(n);
  const double mobility = totals.mass > 0 ? double(n) / totals.mass : 0;
  for (int layer = 0; layer < placement_.layers; ++layer)
    placeLayer(layer, mobility, accelerations);
  return changed;
}

bool MeshSamples::updateSampling() {
  const Timed timed{"walls/sampling"};
  try {
    return sampling_.update(body_.surface());
  } catch (const Error& error) {
    throw Error({}, "solid." + body_.name(), error.what());
  }
}

void MeshSamples::placeLayer(int layer, double mobility, std::span<const Vec3d> accelerations) {
  const BodySurface& surface = body_.surface();
  below_ = surface.x;
  const double depth = placement_.depth(layer);
  if (depth > 0) {
    TriangleMesh moved{surface.x, surface.triangles};
    offsetMesh(moved, -depth);
    below_ = std::move(moved.vertices);
  }
  const std::size_t first = static_cast<std::size_t>(layer) * sampling_.samples().size();
  const auto number = static_cast<std::uint32_t>(placement_.layers > 1 ? layer + 1 : 0);
  parallelFor(sampling_.samples().size(), [&](std::size_t k) {
    const MeshSample& sample = sampling_.samples()[k];
    Vec3d own;
    for (std::size_t c = 0; c < 3; ++c)
      own += double(sample.weight[c]) * accelerations[sample.vertex[c]];
    Vec3d x = sample.at(below_), v = sample.at(surface.v);
    if (sampling_.flat()) x.z = v.z = own.z = 0;
    samples_[first + k] = {Vec3f(x), Vec3f(v), Vec3f(own), static_cast<float>(mobility), number};
  });
}

void MeshSamples::toVertices(std::span<const Vec3f> onSamples,
                             std::vector<Vec3d>& onVertices) const {
  onVertices.assign(body_.surface().x.size(), Vec3d{});
  for (std::size_t k = 0; k < onSamples.size(); ++k) {
    const Vec3d one(onSamples[k]);
    if (one == Vec3d{}) continue;
    const MeshSample& sample = onSurface(k);
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
  parallelFor(change.size(), [&](std::size_t k) { change[k] = Vec3f(onSurface(k).at(effect_)); });
}

}  // namespace shoal
