// Walls of a run at any time.
#pragma once

#include <optional>
#include <vector>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/output/run_folder.h"
#include "shoal/scene/scene.h"
#include "shoal/view/picture/picture_mesh.h"

namespace shoal {

// The run folder has the walls before any motion; the scene gives their motion.
class RunWalls {
 public:
  RunWalls(const RunFolder& folder, const Scene& scene);

  bool empty() const { return walls_.empty(); }
  std::vector<PictureMesh> at(double time) const;

 private:
  std::vector<PictureMesh> walls_;
  std::vector<std::optional<Motion>> motions_;  // of each
};

}  // namespace shoal
