// Particles that feel nothing but weight, and rigid bodies, joined by direct forcing.
#pragma once

#include "shoal/bodies/rigid/rigid_world.h"
#include "shoal/coupling/forcing/direct_forcing.h"

namespace shoal {

struct ForcedScene {
  double spacing;
  int dimensions;
  Vec3d gravity;
  RigidWorld rigid;
  FluidParticles fluid;
  DirectForcing forcing;
  double time = 0;

  explicit ForcedScene(double d, const Vec3d& g = {}, int dims = 3, const Period& period = {})
      : spacing(d),
        dimensions(dims),
        gravity(g),
        rigid({}, g, dims == 2),
        forcing(d, dims, period) {
    fluid.phases.add("water", 1000);
    fluid.volume = static_cast<float>(std::pow(d, dims));
  }

  double radius() const { return spacing / 2; }

  std::size_t addParticle(const Vec3d& x, const Vec3d& v = {}) {
    const std::size_t i = fluid.set.append(1);
    fluid.x[i] = Vec3f(x);
    fluid.v[i] = Vec3f(v);
    return i;
  }

  // Both move as if the other was not there.
  void predict(double dt) {
    forcing.begin(fluid);
    for (std::size_t i = 0; i < fluid.size(); ++i) {
      fluid.v[i] += Vec3f(dt * gravity);
      fluid.x[i] += static_cast<float>(dt) * fluid.v[i];
    }
    rigid.advance(time, dt);
  }
  void correct(double dt) {
    for (const auto& [i, dv] : forcing.correct(fluid, dt)) fluid.v[i] += dv;
    time += dt;
  }
  void step(double dt) {
    predict(dt);
    correct(dt);
  }

  Vec3d momentum() const {
    Vec3d sum;
    for (std::size_t i = 0; i < fluid.size(); ++i) sum += double(fluid.mass(i)) * Vec3d(fluid.v[i]);
    for (const Body* body : rigid.bodies()) sum += body->totals().momentum;
    return sum;
  }
};

inline DirectForcingParams forcingOf(double slip, double restitution = 0,
                                     ForcingSolve solve = ForcingSolve::Global,
                                     ForcingCondition condition = ForcingCondition::Conserving) {
  return {slip, restitution, solve, condition};
}

}  // namespace shoal
