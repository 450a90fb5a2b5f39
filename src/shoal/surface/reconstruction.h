// Surfaces of fluids from their particles: a field, its contour, and what makes a mesh of it that
// is fit to be shown.
//
//   const SurfaceMesh mesh = reconstruct({.x = positions, .spacing = 0.01});
#pragma once

#include <memory>
#include <vector>

#include "shoal/geometry/contour/block_contour.h"
#include "shoal/surface/reconstruction_params.h"
#include "shoal/surface/surface_mesh.h"
#include "shoal/surface/surface_particles.h"

namespace shoal {

// Reconstructs one frame after the other and keeps its memory between them. The same particles give
// the same bits for any number of threads and any lanes, whatever came before. Meshes in space are
// closed, see BlockContour.
class SurfaceReconstruction {
 public:
  explicit SurfaceReconstruction(ReconstructionParams params = {});
  ~SurfaceReconstruction();
  SurfaceReconstruction(SurfaceReconstruction&&) noexcept;
  SurfaceReconstruction& operator=(SurfaceReconstruction&&) noexcept;

  // The surface of all particles. An Error if a place is not finite, if spacing or dimensions make
  // no sense, or if the cells would not fit into memory.
  SurfaceMesh surface(const SurfaceParticles& particles);

  // One for each phase, from 0 to the largest there is; fluids that touch have the same vertices on
  // the interface between them.
  std::vector<SurfaceMesh> surfaces(const SurfaceParticles& particles);

  // The level function of the surface that was found last: m, negative in the fluid.
  const LevelBlocks& levels() const;
  // Memory that it holds.
  std::size_t bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// For a single frame.
SurfaceMesh reconstruct(const SurfaceParticles& particles, const ReconstructionParams& params = {});

}  // namespace shoal
