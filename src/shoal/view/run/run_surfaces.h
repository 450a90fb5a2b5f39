// Surfaces of the fluids of a run at each of its frames, for pictures.
#pragma once

#include "shoal/output/run_folder.h"
#include "shoal/scene/scene.h"
#include "shoal/surface/reconstruction.h"
#include "shoal/view/picture/picture_mesh.h"
#include "shoal/view/run/run_solids.h"
#include "shoal/view/view_params.h"

namespace shoal {

// Surfaces that the run or `shoal surface` has written since the frame of their particles was are
// read; others are made as the scene says in [surface].
class RunSurfaces {
 public:
  // `colourBy`: the quantity that vertices have as their values.
  RunSurfaces(const RunFolder& folder, const Scene& scene, const RunSolids& solids,
              ColourBy colourBy);

  // At a frame with these particles in this file.
  std::vector<PictureMesh> at(long frame, const ParticleTable& particles,
                              const std::filesystem::path& file);

 private:
  std::optional<std::vector<SurfaceMesh>> written(long frame,
                                                  const std::filesystem::path& particles) const;
  std::vector<float> valuesOf(const SurfaceMesh& mesh) const;

  RunFolder folder_;
  const Scene& scene_;
  const RunSolids& solids_;
  std::string column_;  // of the particles, which gives the values; "": none
  SurfaceReconstruction reconstruction_;
};

}  // namespace shoal
