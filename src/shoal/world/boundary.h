// All that fluid meets: samples of walls, and of the bodies that it is coupled to by volumes.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "shoal/coupling/volumes/surface_guard.h"
#include "shoal/coupling/volumes/volume_coupling.h"
#include "shoal/search/cell_grid.h"
#include "shoal/world/solids/loads.h"
#include "shoal/world/solids/motion.h"

namespace shoal {

class Solids;
struct WorldSetup;

class Boundary {
 public:
  Boundary(const WorldSetup& setup, const KernelChoice& kernel, const Period& period,
           double soundSpeed, double wallPressureFactor);

  // Bodies join, after the walls, and pieces that break off them.
  void couple(Solids& solids, const WorldSetup& setup);

  // Puts all samples to where they are at the time t, before a step of about this length, in s; 0
  // before the first, of which nobody knows. An Error if a body ran away.
  void move(double t, double step);
  // Of the samples that fluid is near, after they moved.
  void findVolumes(const CellGrid& fluid);

  const BoundarySamples& samples() const { return samples_; }
  const CellGrid& grid() const { return grid_; }
  double fastest() const { return fastest_; }  // m/s
  bool moves() const { return moves_; }        // whether any surface does
  bool hasBodies() const { return coupling_.has_value(); }
  const BoundaryResponse* response() const { return coupling_ ? &*coupling_ : nullptr; }
  // Of walls and, after them, solids: the middle of the boxes around them, carried along, or the
  // centre of mass, of the largest part; in m.
  const std::vector<Vec3d>& middles() const { return middles_; }

  // What fluid does to every sample, in N, in the order of samples().
  std::vector<Vec3f> forces;
  // Sums by wall or solid of forces on every sample.
  std::vector<Load> loads(std::span<const Vec3f> onSamples) const;
  // J/s, that the fluid gives to walls, not to bodies.
  double powerOnWalls() const;

  // Hands a multiple of the forces to the bodies, so that they take the momentum that fluid loses;
  // then, after these were advanced by dt, learns from that.
  void pushBodies(double share) { coupling_->push(samples_, forces, static_cast<float>(share)); }
  void learnFromBodies(double dt) { coupling_->learn(dt); }

  // Around the motion of fluid and bodies: nothing passes a surface. See SurfaceGuard.
  void beginMotion(const FluidParticles& fluid, const FluidSurroundings& around);
  void endMotion(FluidParticles& fluid, FluidSolver& solver, double dt);

  std::vector<double> state() const;
  void restore(std::span<const double> numbers);

  std::size_t bytes() const { return samples_.set.bytes() + grid_.bytes(); }

 private:
  void addWall(const WorldSetup& setup, std::size_t wall);
  void moveWalls(double t);
  void meetPieces();
  void guard(const Body& body);
  void stopIfDiverged(double t) const;
  void sort();

  KernelChoice kernel_;
  Period period_;
  double soundSpeed_;  // m/s
  BoundarySamples samples_;
  CellGrid grid_;
  std::size_t wallCount_ = 0;
  std::vector<std::optional<Motion>> motions_;  // by wall
  std::vector<Vec3d> middlesAtRest_, middles_;
  struct Wetted {
    std::string solid;
    WettingParams params;
    std::size_t parts = 0;  // that are coupled
  };
  std::vector<Wetted> wetted_;
  const Solids* solids_ = nullptr;
  std::vector<std::size_t> owners_;  // of each body that is coupled: which of wetted_
  std::optional<VolumeCoupling> coupling_;
  std::optional<SurfaceGuard> guard_;
  double spacing_ = 0, standoff_ = 0;  // m
  double firstStep_ = 0;               // s, what bodies expect of it
  double fastest_ = 0;
  bool moves_ = false, carried_ = false;  // slides or goes elsewhere; goes elsewhere
};

}  // namespace shoal
