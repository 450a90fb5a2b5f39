// The boundary samples of one surface: where they are, and how the solid takes what is done to
// them.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "shoal/core/state_list.h"
#include "shoal/core/vec.h"

namespace shoal {

struct SurfaceSample {
  Vec3f x;                  // m
  Vec3f v;                  // m/s
  Vec3f ownAcceleration;    // m/s^2, see BoundarySamples
  float mobility = 0;       // 1/kg
  std::uint32_t layer = 0;  // see BoundarySamples
  Vec3f normal{};           // of the surface, see SamplePlaces
};

enum class SurfaceMotion { kStatic, kKinematic, kFree };

class SurfaceSamples {
 public:
  explicit SurfaceSamples(SurfaceMotion motion) : motion_(motion) {}
  virtual ~SurfaceSamples() = default;

  SurfaceMotion motion() const { return motion_; }

  // Puts the samples where the surface is at the time t, before a step of about this length, both
  // in s; whether there are others than before.
  virtual bool update(double t, double step) = 0;
  std::span<const SurfaceSample> samples() const { return samples_; }
  // The centre of mass or, of what has none, of the box around the samples, in m; of the last
  // update().
  const Vec3d& centre() const { return centre_; }

  // Forces on all samples, in N, act on the solid during its next advance.
  virtual void addForces(std::span<const Vec3f> /*forces*/) {}
  // By how much impulses on all samples, in N s, change the velocities of all samples.
  virtual void respond(std::span<const Vec3f> /*impulses*/, std::span<Vec3f> change) const {
    std::fill(change.begin(), change.end(), Vec3f{});
  }
  // After that advance, of length dt in s: estimates how the solid accelerates besides by fluid.
  virtual void estimateOwnAcceleration(double /*dt*/) {}

  virtual void save(StateWriter&) const {}
  virtual void restore(StateReader&) {}

 protected:
  std::vector<SurfaceSample> samples_;
  Vec3d centre_;

 private:
  SurfaceMotion motion_;
};

}  // namespace shoal
