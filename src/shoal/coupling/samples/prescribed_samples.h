// Boundary samples of static and kinematic solids, whose motion does not depend on forces.
#pragma once

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/core/period.h"
#include "shoal/coupling/sample_places.h"
#include "shoal/coupling/samples/surface_samples.h"

namespace shoal {

// Samples that stay where they are. The surface may slide past the fluid, like a belt.
class StaticSamples final : public SurfaceSamples {
 public:
  StaticSamples(const SamplePlaces& places, const Vec3d& velocity);
  bool update(double, double) override { return false; }
};

// Samples that follow a prescribed rigid motion.
class KinematicSamples final : public SurfaceSamples {
 public:
  KinematicSamples(const SamplePlaces& places, Motion motion, const Period& period);
  bool update(double t, double step) override;

 private:
  std::vector<Vec3f> rest_;         // m, before any motion
  std::vector<Vec3f> restNormals_;  // then, too
  Vec3d restCentre_;                // m
  Motion motion_;
  Period period_;
};

}  // namespace shoal
