// The boundary samples of one body: where they are, and how the body takes what is done to them.
#pragma once

#include <span>
#include <vector>

#include "shoal/core/state_list.h"
#include "shoal/core/vec.h"

namespace shoal {

struct BodySample {
  Vec3f x;                // m
  Vec3f v;                // m/s
  Vec3f ownAcceleration;  // m/s^2, see BoundarySamples
  float mobility = 0;     // 1/kg
};

class BodySamples {
 public:
  virtual ~BodySamples() = default;

  // Puts the samples where the body now is, for a step of about this length, in s; whether there
  // are others than before.
  virtual bool update(double step) = 0;
  std::span<const BodySample> samples() const { return samples_; }

  // Forces on all samples, in N, act on the body during its next advance.
  virtual void push(std::span<const Vec3f> forces) = 0;
  // By how much impulses on all samples, in N s, change the velocities of all samples.
  virtual void respond(std::span<const Vec3f> impulses, std::span<Vec3f> change) const = 0;
  // After that advance, of length dt: finds out how the body accelerates besides.
  virtual void learn(double /*dt*/) {}

  virtual void save(StateWriter&) const {}
  virtual void restore(StateReader&) {}

 protected:
  std::vector<BodySample> samples_;
};

}  // namespace shoal
