// Writes the solids that forces move into the folder of a run: the surfaces of those that deform at
// each frame; of rigid ones the surface once, and where it is at each frame.
#pragma once

#include <map>
#include <optional>

#include "shoal/output/csv.h"
#include "shoal/output/pvd.h"
#include "shoal/output/run_folder.h"
#include "shoal/world/solids/solids.h"
#include "shoal/world/world.h"

namespace shoal {

class SolidRecorder {
 public:
  // As RunRecorder; `formats` are those of run.write.
  SolidRecorder(RunFolder folder, std::vector<FrameFormat> formats, const World& world,
                bool resumed);

  void writeFrame(const World& world, long frame);

 private:
  void writeRigidSurfaces(const Solids& solids) const;
  void writeSurface(const Body& body, double time, long frame, FrameFormat format);

  RunFolder folder_;
  std::vector<FrameFormat> formats_;
  std::map<std::string, PvdSeries> series_;  // of each solid that deforms, once it was written
  std::optional<double> resumedAt_;          // s
  std::optional<CsvWriter> poses_;
};

}  // namespace shoal
