#include "shoal/coupling/samples/prescribed_samples.h"

#include "shoal/core/box.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

Vec3d centreOf(const SamplePlaces& places) {
  Box3d around;
  for (const Vec3f& x : places.first) around.extend(Vec3d(x));
  return around.empty() ? Vec3d{} : around.centre();
}

}  // namespace

StaticSamples::StaticSamples(const SamplePlaces& places, const Vec3d& velocity)
    : SurfaceSamples(SurfaceMotion::kStatic) {
  samples_.reserve(places.size());
  places.forEach([&](const Vec3f& x, std::uint32_t layer, const Vec3f& normal) {
    samples_.push_back({x, Vec3f(velocity), {}, 0, layer, normal});
  });
  centre_ = centreOf(places);
}

KinematicSamples::KinematicSamples(const SamplePlaces& places, Motion motion, const Period& period)
    : SurfaceSamples(SurfaceMotion::kKinematic),
      restCentre_(centreOf(places)),
      motion_(std::move(motion)),
      period_(period) {
  places.forEach([&](const Vec3f& x, std::uint32_t layer, const Vec3f& normal) {
    rest_.push_back(x);
    restNormals_.push_back(normal);
    samples_.push_back({{}, {}, {}, 0, layer, normal});
  });
}

bool KinematicSamples::update(double t, double) {
  const Quaternion turned = motion_.pose(t).rotation;
  parallelFor(rest_.size(), [&](std::size_t k) {
    const Vec3d rest(rest_[k]);
    samples_[k].x = period_.wrapped(Vec3f(motion_.position(rest, t)));
    samples_[k].v = Vec3f(motion_.velocity(rest, t));
    samples_[k].normal = Vec3f(rotate(turned, Vec3d(restNormals_[k])));
  });
  centre_ = motion_.position(restCentre_, t);
  return false;
}

}  // namespace shoal
