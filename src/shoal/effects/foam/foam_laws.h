// The laws by which spray, foam and bubbles come into being and move, [IAAT12], as pure functions.
#pragma once

#include <array>
#include <cstdint>

#include "shoal/core/vec.h"
#include "shoal/effects/foam/foam_params.h"

namespace shoal {

// As files hold it in their column `kind`.
enum class FoamKind : std::uint32_t { Spray = 0, Foam = 1, Bubble = 2 };

// How far a value is between the ends of a range, from 0 to 1: [IAAT12].
double shareOf(double value, const std::array<double, 2>& range);

// A random number generator that is a hash of what it is for: the seed, the particle that makes
// others, and the step.
class FoamRandom {
 public:
  FoamRandom(std::uint64_t seed, std::uint64_t particle, std::uint64_t step);

  // Even in [0, 1): the number of this axis for the k-th particle that is made.
  double operator()(std::uint64_t k, std::uint64_t axis) const;
  // A whole number whose mean is `expected`: one of the two next to it.
  int wholeNumber(double expected) const;

 private:
  std::uint64_t base_;
};

// What a particle of the fluid makes in a second, and how strong that is from 0 to 1: [IAAT12].
// Speeds and energies are in U and U^2, the number is per T.
struct FoamPotential {
  double trappedAir = 0, crest = 0, energy = 0;

  double number(const FoamParams& params) const;
  double strength(const FoamParams& params) const;
};

struct FoamMotion {
  Vec3d x, v;  // m, m/s
};

// Where the k-th new particle starts: in a cylinder (in the plane: a rectangle) around the path of
// the fluid's particle, which is at x, over a step of length dt, in s. `spread` in 1/s.
// Deviation from [IAAT12]: their velocity has the offset from the axis added, in metres; here
// that is multiplied by a rate, so that the result does not depend on the unit of length.
FoamMotion motionAtBirth(const FoamMotion& parent, double dt, double radius, double spread,
                         int dimensions, const FoamRandom& random, std::uint64_t k);

// The kind of a particle with so many neighbours over those that it would have deep in the fluid.
// Deviation: [IAAT12] counts 6 and 20 neighbours, of some 33 in a support of two spacings; shares
// hold for other supports, in the plane and beside walls.
FoamKind kindOf(double share, const std::array<double, 2>& range);

// Spray flies: [IAAT12]. Deviation: exact for constant gravity, whatever the step.
FoamMotion fly(const FoamMotion& from, const Vec3d& gravity, double dt);

// Foam goes with the fluid: [IAAT12].
FoamMotion drift(const FoamMotion& from, const Vec3d& fluid, double dt);

// Bubbles rise and are drawn along: [IAAT12], dv/dt = -k_b g + (fluid - v) / tau.
// Deviation: their drag is a share k_d of the velocity in each step and grows as steps get shorter;
// here it has a time tau, and the equation is solved exactly over the step.
FoamMotion rise(const FoamMotion& from, const Vec3d& fluid, const Vec3d& buoyancy, double tau,
                double dt);

}  // namespace shoal
