// Records free solids in the run folder: the surfaces of deformable ones at each frame; of rigid
// ones the surface once, and a row of bodies.csv at each frame and every run.bodiesEvery seconds. A
// rigid solid that is added while the run is recorded has no columns there: its surface is written
// at each frame, too. One that was removed has rows of nan.
#pragma once

#include <map>
#include <optional>

#include "shoal/output/csv.h"
#include "shoal/output/frame_recorder.h"
#include "shoal/scene/scene.h"
#include "shoal/world/solids/solids.h"
#include "shoal/world/world.h"

namespace shoal {

// The surface of a body as frame files hold it.
SurfaceFrame frameOf(const Body& body, double time);

class SolidRecorder {
 public:
  // As RunRecorder.
  SolidRecorder(RunFolder folder, const RunParams& run, const World& world, bool resumed);

  void writeFrame(const World& world, long frame);
  // A row of bodies.csv, if one is due after a step.
  void writeBodies(const World& world, const StepReport& report);

 private:
  void writeRigidSurfaces(const Solids& solids) const;
  void writeRow(const World& world);
  FrameRecorder& recorderOf(const std::string& name);

  RunFolder folder_;
  std::vector<std::string> words_;                  // of run.write
  double bodiesEvery_;                              // s; 0: at frames alone
  std::map<std::string, FrameRecorder> recorders_;  // of solids that deform, once they were written
  std::optional<double> resumedAt_;                 // s
  std::vector<std::string> posed_;                  // solids with columns in the table of poses
  std::optional<CsvWriter> poses_;
  long lastRow_ = -1;  // step of the last row
};

}  // namespace shoal
