// Records free solids in the run folder: the surfaces of deformable ones at each frame; of rigid
// ones the surface once, and their poses at each frame. A rigid solid that is added while the run
// is recorded has no columns in the table of poses: its surface is written at each frame, too. One
// that was removed has poses of nan.
#pragma once

#include <map>
#include <optional>

#include "shoal/output/csv.h"
#include "shoal/output/frame_recorder.h"
#include "shoal/world/solids/solids.h"
#include "shoal/world/world.h"

namespace shoal {

// The surface of a body as frame files hold it.
SurfaceFrame frameOf(const Body& body, double time);

class SolidRecorder {
 public:
  // As RunRecorder; `words` are those of run.write.
  SolidRecorder(RunFolder folder, std::vector<std::string> words, const World& world, bool resumed);

  void writeFrame(const World& world, long frame);

 private:
  void writeRigidSurfaces(const Solids& solids) const;
  void writePoses(const World& world, long frame);
  FrameRecorder& recorderOf(const std::string& name);

  RunFolder folder_;
  std::vector<std::string> words_;
  std::map<std::string, FrameRecorder> recorders_;  // of solids that deform, once they were written
  std::optional<double> resumedAt_;                 // s
  std::vector<std::string> posed_;                  // solids with columns in the table of poses
  std::optional<CsvWriter> poses_;
};

}  // namespace shoal
