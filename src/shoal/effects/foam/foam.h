// Spray, foam and bubbles of a fluid, [IAAT12]: particles that are seen and carried along but do
// not push back.
//
//   Foam foam(params, scene);
//   each step:  foam.advance(fluid, dt, step);   // with the fluid at its beginning
//               foam.settle(obstacles, dt);      // with solids at its end
#pragma once

#include "shoal/core/particles.h"
#include "shoal/core/state_list.h"
#include "shoal/effects/foam/foam_laws.h"
#include "shoal/effects/foam/foam_obstacles.h"
#include "shoal/effects/foam/foam_sums.h"

namespace shoal {

struct FoamParticles {
  static constexpr float kFar = -1e30f;

  Particles set{"foam"};
  Field<Vec3f> x{set, "position", Role::State};
  Field<Vec3f> v{set, "velocity", Role::State};         // m/s
  Field<float> life{set, "life", Role::State};          // s, that it goes on as foam
  Field<std::uint32_t> kind{set, "kind", Role::State};  // a FoamKind
  Field<std::uint32_t> id{set, "id", Role::State};      // in the order in which they came
  // m, to the nearest solid, as last measured or less. Negative: solids may be anywhere, and it was
  // so far from them before.
  Field<float> clearance{set, "clearance", Role::State, kFar};
  Field<Vec3f> from{set, "from", Role::Scratch};  // where the path of the last step began

  std::size_t size() const { return set.size(); }
};

// The same for any number of threads and any order of the fluid's particles.
class Foam {
 public:
  // An Error names the parameter that makes no sense.
  Foam(const FoamParams& params, const FoamScene& scene);

  // Moves all particles over a step of dt s, and makes new ones along the paths of the fluid's.
  // `step` is the number of the step, which random numbers are hashed of.
  void advance(const FoamFluid& fluid, double dt, std::uint64_t step);
  // Then puts those that ran into solids before these, and removes what lived its life, left the
  // domain or finds no place. Particles lose the velocity with which they hit a solid.
  void settle(const FoamObstacles& obstacles, double dt);
  // Other solids come or go: how far particles are from any is found anew.
  void forgetSolids();

  const FoamParticles& particles() const { return particles_; }
  FoamParticles& particles() { return particles_; }
  const FoamScale& scale() const { return scale_; }
  std::uint64_t made() const { return made_; }  // since the start

  // A hash of all state.
  std::uint64_t hash() const;
  // What is state besides the fields of its particles.
  void save(StateWriter& state) const { state(made_); }
  void restore(StateReader& state) { state(made_); }
  std::size_t bytes() const;

 private:
  struct Birth {
    std::uint32_t parent;  // index
    int count;
    float life;  // s
  };
  void sort(const CellGrid& grid);
  void move(double dt);
  void lookAround(const FoamFluid& fluid, Range range);
  double shareOfNeighbours(std::size_t i) const;
  std::vector<Birth> findBirths(const FoamFluid& fluid, double dt, std::uint64_t step);
  void addBirths(const FoamFluid& fluid, std::span<const Birth> births, double dt,
                 std::uint64_t step);
  void settle(std::size_t i, const FoamObstacles& obstacles, double dt);

  FoamParams params_;
  FoamScene scene_;
  FoamScale scale_;
  FoamParticles particles_;
  FoamSums sums_;
  FluidVelocities velocities_;
  std::vector<FluidAround> around_;
  std::vector<std::uint8_t> gone_;
  std::uint64_t made_ = 0;
  std::uint64_t step_ = 0;  // the present one
};

}  // namespace shoal
