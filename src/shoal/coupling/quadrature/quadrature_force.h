// Fluid particles and the surfaces of solids push each other through boundary particles that are
// placed by Gauss quadrature, [MSHG04].
#pragma once

#include <memory>

#include "shoal/bodies/body.h"
#include "shoal/coupling/quadrature/flat_wall.h"
#include "shoal/coupling/quadrature/fluid_map.h"
#include "shoal/coupling/quadrature/last_pressure.h"
#include "shoal/coupling/quadrature/near_piece.h"
#include "shoal/coupling/quadrature/tile_force.h"
#include "shoal/coupling/quadrature/wall_contacts.h"
#include "shoal/coupling/quadrature_params.h"
#include "shoal/search/cell_grid.h"
#include "shoal/sph/solvers/fluid_solver.h"

namespace shoal {

// What the coupling has to fit: from it follow its lengths and an automatic stiffness, with which a
// flat wall holds back a lone particle at two and a half times this speed and bears five times the
// pressure that stops a flow of this speed. In splashes single particles exceed it twofold.
struct QuadratureScene {
  double spacing = 0;  // m
  int dimensions = 3;
  double density = 0;  // kg/m^3, of the heaviest fluid
  double speed = 0;    // m/s, of the fastest flow expected
};

// Surfaces near fluid are cut into pieces, which find their particles in waves, those of a fixed
// number of parts of triangles, and these into tiles: each places its boundary particles, computes
// forces and forgets the samples. Then the forces of the wave are added up in the order of pieces,
// so that results do not depend on threads.
class QuadratureForce final : public FluidForce {
 public:
  QuadratureForce(const QuadratureParams& params, const QuadratureScene& scene);

  // To be told before every step; they have to live until the next.
  void setBodies(std::span<Body* const> bodies) {
    bodies_.assign(bodies.begin(), bodies.end());
    masses_.assign(bodies_.size(), {});
  }
  // kg, behind the vertices of the b-th body. Steps are as short as light ones need; without, or
  // where it is 0, they are taken to be heavy.
  void setMasses(std::size_t b, std::vector<double> ofVertices) {
    masses_[b] = std::move(ofVertices);
  }

  // Integrates what repels implicitly from now on, so that it does not limit steps, with the
  // pressure of the last step. Tractions that attract stay explicit.
  void integrateImplicitly(std::shared_ptr<LastPressure> pressure);

  const char* name() const override { return "quadrature"; }
  void accelerate(FluidParticles& fluid, const FluidSurroundings& around, double time) override;
  double longestStep(const FluidParticles& fluid, const FluidSurroundings& around,
                     const StepLimits& limits) const override;
  bool actsOverSteps() const override { return pressure_ != nullptr; }
  void accelerateOver(FluidParticles& fluid, const FluidSurroundings& around, double dt) override;
  double power() const override { return power_; }

  // What the fluid did to the vertices of the b-th body, or of this one, when it was last
  // accelerated, in N: for Body::addForces. Empty for bodies it was not told of.
  std::span<const Vec3d> vertexForces(std::size_t b) const { return onVertices_[b]; }
  std::span<const Vec3d> vertexForces(const Body& body) const { return of(body, onVertices_); }
  // N/m, by which the force on each vertex of the b-th body falls with the way by which it leaves
  // its path x + t v during the step; all zero unless forces are implicit.
  std::span<const Matrix3> vertexStiffness(std::size_t b) const { return resistance_[b]; }
  // Gives the fluid what the vertices of the b-th body took less of the forces, `share` of which
  // acted, in a step of length dt (s) in which their ways differed by `away`, integrated over the
  // step (m s). applyChanges() then changes velocities and places.
  void returnImpulses(std::size_t b, std::span<const Vec3d> away, double share, double dt);
  void applyChanges(FluidParticles& fluid, FluidSolver& solver, double dt);

  // Whether to find, at twice the cost, what of these forces attracts and what rubs.
  void watchParts(bool watch) { watchesParts_ = watch; }
  std::span<const Vec3d> adhesion(const Body& body) const { return of(body, adhesion_); }
  std::span<const Vec3d> friction(const Body& body) const { return of(body, friction_); }
  // N, of all bodies on the fluid, summed up before it is rounded to accelerations.
  const Vec3d& forceOnFluid() const { return onFluid_; }

  const Traction& traction() const { return law_.traction; }
  const FlatWall& flatWall() const { return wall_; }
  std::size_t bytes() const;

 private:
  // What the tiles of a chunk of pieces did, and memory to do it.
  struct Work {
    std::vector<Push> pushes;
    struct Reaction {
      VertexForces force{};
      std::array<double, 3> stiffness{};  // N/m
    };
    std::vector<Reaction> reactions;  // of pieces
    std::vector<WallContact> contacts;
    // Particles near the piece and, behind them, near the parts of it that are being divided.
    std::vector<NearParticle> near;
    std::vector<std::uint32_t> particles;  // of one tile
    TileScratch scratch;
  };

  // How hard surfaces push a particle from all sides, and how fast they come nearer.
  struct Load {
    double force = 0;    // N
    double closing = 0;  // N m/s, times this force
  };

  using ForcesByBody = std::vector<std::vector<Vec3d>>;  // N, on vertices

  std::span<const Vec3d> of(const Body& body, const ForcesByBody& forces) const;
  void findParts(const FluidParticles& fluid, const Period& period);
  ForcesByBody forcesBy(const TileForceLaw& part, const FluidParticles& fluid,
                        const Period& period);
  void forgetForces();
  void gatherFluid(const FluidParticles& fluid, const Period& period);
  Box3d reachOfBodies() const;
  void pushFromSurfaces(const Period& period);
  void listPieces(Range parts, double most);
  [[noreturn]] void failTooManyPieces(std::uint32_t body) const;
  void handleWave(const Period& period);
  void pushFromPiece(const SurfaceTile& piece, const Period& period, Work& work,
                     Work::Reaction& reaction) const;
  Box3f reachOf(const SurfaceTile& part, const Vec3d& centre) const;
  void pushFromPart(const SurfaceTile& part, const Vec3d& centre, std::size_t firstNear,
                    const Period& period, Work& work, Work::Reaction& reaction) const;
  void pushFromTile(const SurfaceTile& tile, const Period& period, Work& work,
                    Work::Reaction& reaction) const;
  double stepOf(const Load& load, double swing, double longest) const;
  void accelerateFluid(FluidParticles& fluid);
  void changeForces(FluidParticles& fluid);

  QuadratureScene scene_;
  double viscosity_;  // Pa s
  TileForceLaw law_;
  FlatWall wall_;
  TileSampler sampler_;

  std::vector<Body*> bodies_;
  std::vector<std::vector<double>> masses_;  // kg
  ForcesByBody onVertices_;
  bool watchesParts_ = false;
  ForcesByBody adhesion_, friction_;              // if they are watched
  std::vector<std::vector<double>> stiffnesses_;  // N/m, of what pushes each vertex
  Vec3d onFluid_;                                 // N
  double power_ = 0;                              // W
  double fastest_ = 0;                            // m/s, of all vertices

  // Fluid near the bodies, sorted by cell.
  std::vector<std::uint32_t> particle_;  // its number in the fluid
  std::vector<Vec3f> x_, v_;
  std::vector<Vec3d> force_;  // N
  std::vector<Load> load_;
  std::unique_ptr<CellGrid> grid_;
  double pieceSide_ = 0;  // m, the longest
  FluidMap map_;

  // Of implicit forces.
  std::shared_ptr<LastPressure> pressure_;
  std::vector<WallContact> contacts_;
  ImplicitContacts implicit_;
  std::vector<ImplicitContacts::Particle> near_;
  ForcesByBody explicit_;           // N, on vertices, before forces were changed
  std::vector<Vec3d> forceChange_;  // N, of particles
  std::vector<Vec3d> returned_;     // N s
  std::vector<std::vector<Matrix3>> resistance_;

  std::vector<SurfaceTile> triangles_, parts_, wave_;
  std::vector<Work> work_;
};

}  // namespace shoal
