// Writes a run's frames and tables into its folder.
#pragma once

#include <optional>
#include <span>

#include "shoal/output/csv.h"
#include "shoal/output/foam_output.h"
#include "shoal/output/frame_recorder.h"
#include "shoal/output/phase_clock.h"
#include "shoal/output/solid_recorder.h"
#include "shoal/output/surface_output.h"
#include "shoal/scene/assemble/assembly.h"
#include "shoal/scene/scene.h"
#include "shoal/world/world.h"

namespace shoal {

class RunRecorder {
 public:
  // Starts new tables, or, for a world that was resumed, continues the existing ones from the
  // time of its checkpoint.
  RunRecorder(RunFolder folder, const Scene& scene, const World& world, bool resumed);

  void writeWalls(const Assembly& assembly) const;
  void writeFrame(const World& world, long frame);
  // The rows of the tables that are due after a step; `wallSeconds` is the age of the run.
  void writeTables(const World& world, const StepReport& report, double wallSeconds);
  // A row in the table of each probe that was due; also before the first step.
  void writeProbes(const World& world);
  void writeEscapes(const StepReport& report);

 private:
  void writeParticles(const World& world, long frame);
  void writeSamples(const World& world, long frame);
  void writeStats(const Ledger& sums, const StepReport& report, double wallSeconds,
                  std::span<const double> phases);
  void writeLedger(const Ledger& sums, const StepReport& report);

  RunFolder folder_;
  int statsEvery_;      // steps
  double ledgerEvery_;  // s
  bool samples_;        // whether they are written
  FrameRecorder particles_;
  CsvWriter stats_;
  CsvWriter ledger_;
  CsvWriter escaped_;
  std::vector<CsvWriter> probes_;  // one per table of the world's probes
  RunParams run_;
  bool ledgerHasSolids_;  // whether its table has columns for them
  std::optional<SolidRecorder> solids_;
  std::optional<SurfaceRecorder> surfaces_;  // if they are asked for
  std::optional<FoamRecorder> foam_;         // if there is any
  PhaseClock phases_;
};

}  // namespace shoal
