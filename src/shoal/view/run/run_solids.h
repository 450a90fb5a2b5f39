// Solids of a run at each of its frames, for pictures.
#pragma once

#include "shoal/output/pose_table.h"
#include "shoal/output/run_folder.h"
#include "shoal/scene/scene.h"
#include "shoal/view/run/run_walls.h"

namespace shoal {

// How a solid that moves looks; its colour serves pictures without light, too.
struct SolidLook {
  LookParams look;
  Rgb colour;
};

class RunSolids {
 public:
  RunSolids(const RunFolder& folder, const Scene& scene);

  // All of them at the time of a frame, walls first.
  std::vector<PictureMesh> at(long frame) const;

  // Samples on all of them, about `spacing` m apart.
  std::vector<Vec3f> samplesAt(long frame, double spacing) const;

  // The frames at which some solid was written.
  std::vector<long> frames() const;

 private:
  std::vector<PictureMesh> deforming(long frame) const;
  std::optional<PictureMesh> surface(const std::string& name, long frame,
                                     const SolidLook& look) const;

  RunFolder folder_;
  double fps_;  // 1/s
  RunWalls walls_;
  std::vector<std::pair<std::string, PictureMesh>>
      rigid_;  // names and surfaces in frames of their own
  std::vector<std::pair<std::string, SolidLook>> deforming_;  // names and looks
  PoseTable poses_;
};

}  // namespace shoal
