// Writes a run's frames and tables into its folder.
#pragma once

#include <optional>

#include "shoal/output/csv.h"
#include "shoal/output/pvd.h"
#include "shoal/output/run_folder.h"
#include "shoal/scene/assembly.h"
#include "shoal/scene/scene.h"
#include "shoal/world/world.h"

namespace shoal {

class RunRecorder {
 public:
  // Starts new tables, or, for a world that was resumed, goes on with those that are there as they
  // were at the time of its checkpoint.
  RunRecorder(RunFolder folder, const Scene& scene, const World& world, bool resumed);

  void writeWalls(const Assembly& assembly) const;
  void writeFrame(const World& world, long frame);
  void writeStats(const World& world, const StepReport& report, double wallSeconds);
  void writeEscapes(const StepReport& report);

 private:
  RunFolder folder_;
  std::vector<std::string> formats_;
  std::optional<PvdSeries> series_;
  CsvWriter stats_;
  CsvWriter ledger_;
  CsvWriter escaped_;
};

}  // namespace shoal
