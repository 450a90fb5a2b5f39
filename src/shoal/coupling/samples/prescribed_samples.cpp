#include "shoal/coupling/samples/prescribed_samples.h"

#include "shoal/core/box.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

Vec3d centreOf(std::span<const Vec3f> places) {
  Box3d around;
  for (const Vec3f& x : places) around.extend(Vec3d(x));
  return around.empty() ? Vec3d{} : around.centre();
}

}  // namespace

StaticSamples::StaticSamples(std::span<const Vec3f> places, const Vec3d& velocity)
    : SurfaceSamples(SurfaceMotion::kStatic) {
  samples_.reserve(places.size());
  for (const Vec3f& x : places) samples_.push_back({x, Vec3f(velocity), {}, 0});
  centre_ = centreOf(places);
}

KinematicSamples::KinematicSamples(std::span<const Vec3f> places, const MotionParams& motion,
                                   const Period& period)
    : SurfaceSamples(SurfaceMotion::kKinematic),
      rest_(places.begin(), places.end()),
      restCentre_(centreOf(places)),
      motion_(motion),
      period_(period) {
  samples_.resize(rest_.size());
}

bool KinematicSamples::update(double t, double) {
  parallelFor(rest_.size(), [&](std::size_t k) {
    const Vec3d rest(rest_[k]);
    samples_[k].x = period_.wrapped(Vec3f(motion_.position(rest, t)));
    samples_[k].v = Vec3f(motion_.velocity(rest, t));
  });
  centre_ = motion_.position(restCentre_, t);
  return false;
}

}  // namespace shoal
