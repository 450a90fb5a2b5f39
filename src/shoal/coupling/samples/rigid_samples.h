// Boundary samples that ride on a body which keeps its shape.
#pragma once

#include "shoal/bodies/rigid/rigid_body.h"
#include "shoal/coupling/sample_places.h"
#include "shoal/coupling/samples/own_acceleration.h"
#include "shoal/coupling/samples/surface_samples.h"

namespace shoal {

class RigidSamples final : public SurfaceSamples {
 public:
  // `places`: where the samples are now, in m.
  RigidSamples(RigidBody& body, const SamplePlaces& places, const Vec3d& gravity);

  bool update(double t, double step) override;
  void addForces(std::span<const Vec3f> forces) override;
  void respond(std::span<const Vec3f> impulses, std::span<Vec3f> change) const override;
  void estimateOwnAcceleration(double dt) override;
  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;

 private:
  // Of a force or an impulse, or of what it causes: along and about the centre of mass.
  struct Twist {
    Vec3d linear, angular;
  };
  Twist sum(std::span<const Vec3f> onSamples) const;
  Twist responseTo(const Twist& cause) const;
  Vec3d armOf(std::size_t k) const { return rotate(body_.state().q, local_[k]); }

  RigidBody& body_;
  std::vector<Vec3d> local_;         // m, in the frame of the principal axes
  std::vector<Vec3d> localNormals_;  // in the same frame
  Twist pushed_;                     // m/s^2, rad/s^2, by the forces of this step
  Twist before_;                     // m/s, rad/s, the motion before it
  OwnAcceleration own_, ownTurning_;
};

}  // namespace shoal
