// Surfaces of fluids in files: while a run goes on, and of runs and particle files that are there.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shoal/formats/surface_frame.h"
#include "shoal/output/frame_recorder.h"
#include "shoal/scene/scene.h"
#include "shoal/surface/reconstruction.h"
#include "shoal/world/world.h"

namespace shoal {

// A surface as files hold it; `cell` is the edge of the cells that it was made with, in m.
SurfaceFrame frameOf(SurfaceMesh mesh, double time, double cell = 0);

// The surfaces of a frame of a run: one, or one for each fluid where there are several. `walls` are
// samples on solids, in m; `columns` names what vertices get of the columns of the particles.
std::vector<SurfaceMesh> fluidSurfaces(SurfaceReconstruction& reconstruction, const Scene& scene,
                                       const ParticleTable& table, std::span<const Vec3f> walls,
                                       const std::vector<std::string>& columns);

// "surface", or "surface-oil" where there are several fluids: what files of surfaces start with.
std::string surfaceSubject(const std::vector<SceneFluid>& fluids, std::size_t phase);

// Writes the surfaces of the fluids of a world at each frame, one series for each fluid.
class SurfaceRecorder {
 public:
  SurfaceRecorder(const RunFolder& folder, const Scene& scene, std::optional<double> resumedAt);

  void write(const World& world, long frame);

 private:
  ReconstructionParams params_;
  KernelChoice kernel_;
  SurfaceReconstruction reconstruction_;
  std::vector<FrameRecorder> recorders_;  // of each fluid
};

// What `shoal surface` is asked for.
struct SurfaceJob {
  ReconstructionParams params;
  std::vector<std::string> formats{"vtp"};  // words of formats that hold surfaces
  std::filesystem::path out;                // folder
  std::optional<long> frame{};              // only this one, of a run
  // Samples of walls at a frame of a run, in m; may be left out.
  std::function<std::vector<Vec3f>(long)> wallsAt{};
  std::function<void(const std::filesystem::path&)> onFile{};
};

// Surfaces of the frames of a run. Frames of few particles are treated at the same time.
void surfaceRun(const RunFolder& folder, const Scene& scene, const SurfaceJob& job);

// Surfaces of particles in files of any program, in the order of their names, with `spacing` m
// between particles at rest.
void surfaceFiles(const std::vector<std::filesystem::path>& files, double spacing, int dimensions,
                  const SurfaceJob& job);

}  // namespace shoal
