// Spray, foam and bubbles in files: while a run goes on, and from the frames of one that is there.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "shoal/effects/foam/foam.h"
#include "shoal/output/frame_recorder.h"
#include "shoal/scene/scene.h"
#include "shoal/world/world.h"

namespace shoal {

// As files hold them: velocity, kind (a FoamKind), life that is left, and id.
ParticleTable tableOf(const FoamParticles& particles, double time);

// Writes what a world has at each frame.
class FoamRecorder {
 public:
  FoamRecorder(const RunFolder& folder, const Scene& scene, std::optional<double> resumedAt);

  void write(const World& world, long frame);

 private:
  FrameRecorder recorder_;
};

// What `shoal foam` is asked for.
struct FoamJob {
  FoamParams params;
  std::vector<std::string> formats{"vtp"};  // words of formats that hold particles
  std::filesystem::path out;                // folder
  // The surfaces of all solids at a frame, always in the same order; may be left out.
  std::function<std::vector<TriangleMesh>(long)> solidsAt{};
  std::function<void(const std::filesystem::path&)> onFile{};
};

// Makes them of the frames of a run, between which particles and solids are interpolated. An Error
// names what frames lack: velocities and ids.
void foamRun(const RunFolder& folder, const Scene& scene, const FoamJob& job);

}  // namespace shoal
