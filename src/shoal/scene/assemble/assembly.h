// From a scene to the particles and walls that a simulation starts with.
#pragma once

#include <memory>

#include "shoal/coupling/sample_places.h"
#include "shoal/geometry/mesh/outline.h"
#include "shoal/geometry/mesh/triangle_mesh.h"
#include "shoal/scene/scene.h"
#include "shoal/world/world.h"

namespace shoal {

struct SolidsSetup;

// The particles of all fluids of the scene.
struct AssembledFluid {
  std::vector<Vec3f> positions;       // m
  std::vector<Vec3f> velocities;      // m/s
  std::vector<std::uint32_t> phases;  // index of the scene's fluid
};

// One solid. In 2D its surface is the outline, the cut of the mesh with z = 0.
struct AssembledWall {
  std::string name;
  TriangleMesh mesh;
  std::optional<RenderMesh> skin;  // what files show in its place
  std::vector<Segment> outline;
  WetSide wet = WetSide::Auto;  // resolved: not Auto
  SamplePlaces samples;         // none where there is no fluid
  SceneSolid solid;             // as the scene has it
};

struct Assembly {
  AssembledFluid fluid;
  std::vector<AssembledWall> walls;
  std::shared_ptr<const SolidsSetup> solids;     // that forces move; nullptr if there are none
  std::shared_ptr<const SolidsSetup> obstacles;  // see WorldSetup::obstacles
  std::shared_ptr<const Solids> earlier;         // see WorldSetup::earlier
  Box3d domain;                                  // m
  std::vector<std::string> notes;                // on the run that it starts from
};

// Reads the mesh files, fills the fluids and samples the walls. An Error if a shape cannot be
// used, or, before anything large is allocated, if more particles would come out than fit into
// any machine this is meant for. Where shapes overlap, the first one keeps its particles.
Assembly assemble(const Scene& scene);

// What a world of the scene is made from.
WorldSetup worldSetup(const Scene& scene, const Assembly& assembly);

// The world of a scene, ready to step.
std::unique_ptr<World> worldFrom(const Scene& scene);

struct ParticleEstimate {
  double fluid = 0;
  double walls = 0;
  double total() const { return fluid + walls; }
};

// How many particles and wall samples would come out, roughly and rather too many.
ParticleEstimate estimateParticles(const Scene& scene);

}  // namespace shoal
