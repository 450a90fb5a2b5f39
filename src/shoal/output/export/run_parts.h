// What a run left behind, part by part: rigid solids and walls with their poses, solids that
// deform, particles, and surfaces of fluids, at each of its frames.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shoal/formats/surface_frame.h"
#include "shoal/geometry/rotation.h"
#include "shoal/output/run_folder.h"
#include "shoal/scene/scene.h"

namespace shoal {

struct RunFrame {
  long number = 0;
  double time = 0;  // s
};

// A wall or a rigid solid.
struct RigidPart {
  std::string name;
  bool wall = false;                       // whether forces do not move it
  RenderMesh mesh;                         // in the frame of its poses
  std::vector<std::optional<Pose>> poses;  // at each frame; none once it was removed

  bool moves() const;
};

class RunParts {
 public:
  // An Error if the run has no frames.
  RunParts(const RunFolder& folder, const Scene& scene);

  const std::vector<RunFrame>& frames() const { return frames_; }
  const std::vector<RigidPart>& rigid() const { return rigid_; }
  // Names of solids that deform, with the pieces that broke off them.
  const std::vector<std::string>& deforming() const { return deforming_; }
  // Subjects of frames of points: particles, foam.
  const std::vector<std::string>& points() const { return points_; }

  // What there is at a frame, by its place in frames().
  std::optional<SurfaceFrame> surface(const std::string& deforming, std::size_t frame) const;
  std::optional<std::filesystem::path> pointFile(const std::string& points,
                                                 std::size_t frame) const;
  // The surface of a fluid that the run, or `shoal surface` after it, wrote.
  std::optional<SurfaceFrame> fluidSurface(std::size_t phase, std::size_t frame) const;

  // One sample per spacing on all solids, in m, as surfaces of fluids need them.
  std::vector<Vec3f> samplesAt(std::size_t frame) const;

 private:
  // Files of a subject by the number of the frame; the first of the formats that can be read.
  using Series = std::map<long, std::filesystem::path>;

  void findSeries(const Scene& scene);
  void findFrames(const std::vector<double>& poseTimes);
  void findWalls(const RunFolder& folder, const Scene& scene);
  void findRigid(const RunFolder& folder, const Scene& scene);

  RunFolder folder_;
  double fps_;      // 1/s
  double spacing_;  // m
  std::vector<std::string> fluidSubjects_;
  std::map<std::string, Series> series_;
  std::vector<RunFrame> frames_;
  std::vector<RigidPart> rigid_;
  std::vector<std::string> deforming_, points_;
};

}  // namespace shoal
