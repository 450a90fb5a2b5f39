// What a world is made from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "shoal/bodies/kinematic/motion_params.h"
#include "shoal/core/box.h"
#include "shoal/coupling/sample_places.h"
#include "shoal/coupling/surface_params.h"
#include "shoal/sph/fluid_params.h"
#include "shoal/sph/forces/force_table.h"
#include "shoal/world/probes/probe_params.h"
#include "shoal/world/sources/source_params.h"
#include "shoal/world/world_params.h"

namespace shoal {

class Solids;
struct SolidsSetup;
struct FoamSetup;

struct WorldSetup {
  // A solid as fluid meets it.
  struct Surface {
    std::string solid;
    SurfaceParams params{};
    bool free = false;  // whether forces move it; then it is one of `solids`
    // Of static and kinematic solids: boundary samples, see CouplingKind::placement; the
    // velocity with which a static one slides, in m/s; and the motion of a kinematic one.
    SamplePlaces samples{};
    Vec3d velocity{};
    std::optional<MotionParams> motion{};
  };
  struct Fluid {
    std::string name;
    FluidParams material;
  };

  WorldParams world;
  TimeStepParams timeStep;
  SolverParams solver;
  KindParameters<FluidForceKind> forces;          // that a program added, if in use
  std::vector<Fluid> fluids{Fluid{"fluid", {}}};  // one per phase
  std::vector<Vec3f> positions;                   // m
  std::vector<std::uint32_t> phases;              // which fluid; empty: the first
  std::vector<Vec3f> velocities;                  // m/s; empty: at rest
  std::vector<Surface> surfaces;                  // of all solids
  std::shared_ptr<const SolidsSetup> solids;  // that forces move, and what they touch; may be none
  // Where `solids` is none: what solids that are added later touch; may be none.
  std::shared_ptr<const SolidsSetup> obstacles;
  // Solids of another world, whose state those of the same name start with; may be none.
  std::shared_ptr<const Solids> earlier;
  std::shared_ptr<const FoamSetup> foam;  // if fluids make any
  SourceParams sources;
  std::vector<ProbeParams> probes;
  Box3d domain;  // m
};

// An Error unless every value is in its range and, in 2D, nothing leaves the plane z = 0.
void validate(const WorldSetup& setup);

}  // namespace shoal
