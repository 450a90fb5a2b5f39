#include "shoal/output/run_recorder.h"

#include <algorithm>
#include <array>

#include "shoal/core/timer.h"
#include "shoal/coupling/samples/number_density.h"
#include "shoal/formats/particle_vtp.h"
#include "shoal/world/schedule.h"

namespace shoal {

namespace {

CsvWriter openTable(const std::filesystem::path& path, const std::vector<std::string>& columns,
                    const World& world, bool resumed) {
  if (resumed) return CsvWriter::resume(path, columns, world.steps());
  return CsvWriter(path, columns);
}

std::optional<double> resumedAt(const World& world, bool resumed) {
  return resumed ? std::optional(world.time()) : std::nullopt;
}

std::vector<std::string> joined(std::vector<std::string> some,
                                const std::vector<std::string>& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

const std::vector<std::string> kStatsColumns{"step",
                                             "time",
                                             "dt",
                                             "particles",
                                             "iterations",
                                             "divergenceIterations",
                                             "forceIterations",
                                             "densityError",
                                             "meanCompression",
                                             "largestCompression",
                                             "fastest",
                                             "kinetic",
                                             "potential",
                                             "internal",
                                             "momentumX",
                                             "momentumY",
                                             "momentumZ",
                                             "wallSeconds"};

const std::vector<std::string> kLedgerColumns{"step",      "time",      "particles",  "escaped",
                                              "emitted",   "drained",   "mass",       "momentumX",
                                              "momentumY", "momentumZ", "kinetic",    "potential",
                                              "internal",  "work",      "wallSurplus"};

const std::vector<std::string> kSolidColumns{"solidMass",      "solidMomentumX", "solidMomentumY",
                                             "solidMomentumZ", "solidKinetic",   "solidElastic"};

}  // namespace

RunRecorder::RunRecorder(RunFolder folder, const Scene& scene, const World& world, bool resumed)
    : folder_(std::move(folder)),
      statsEvery_(scene.run.statsEvery),
      ledgerEvery_(scene.run.ledgerEvery),
      samples_(scene.run.samples),
      particles_(folder_, RunFolder::kParticles, scene.run.write, resumedAt(world, resumed)),
      stats_(
          openTable(folder_.stats(), joined(kStatsColumns, PhaseClock::columns()), world, resumed)),
      ledger_(openTable(folder_.ledger(),
                        world.solids() ? joined(kLedgerColumns, kSolidColumns) : kLedgerColumns,
                        world, resumed)),
      escaped_(openTable(folder_.escaped(), {"step", "time", "id", "x", "y", "z", "vx", "vy", "vz"},
                         world, resumed)),
      run_(scene.run),
      ledgerHasSolids_(world.solids() != nullptr) {
  for (const Probes::Table& table : world.probes().tables()) {
    std::vector<std::string> columns{"step", "time"};
    for (const std::size_t k : table.columns) columns.push_back(world.probes().columns()[k]);
    probes_.push_back(openTable(folder_.probes(table.every), columns, world, resumed));
  }
  if (world.solids()) solids_.emplace(folder_, scene.run, world, resumed);
  const auto& words = scene.run.write;
  if (std::find(words.begin(), words.end(), kSurfaceWord) != words.end())
    surfaces_.emplace(folder_, scene, resumedAt(world, resumed));
  if (world.foam()) foam_.emplace(folder_, scene, resumedAt(world, resumed));
}

void RunRecorder::writeWalls(const Assembly& assembly) const {
  for (const AssembledWall& wall : assembly.walls)
    writeSurfaceOnce(folder_.walls(), wall.name, wall.skin.value_or(RenderMesh{wall.mesh, {}}),
                     run_.write);
}

void RunRecorder::writeFrame(const World& world, long frame) {
  const Timed t{"output/frames"};
  if (!solids_ && world.solids()) solids_.emplace(folder_, run_, world, false);
  if (world.hasFluid() || !solids_) writeParticles(world, frame);
  if (surfaces_ && world.hasFluid()) surfaces_->write(world, frame);
  if (foam_) foam_->write(world, frame);
  if (samples_) writeSamples(world, frame);
  if (solids_) solids_->writeFrame(world, frame);
}

void RunRecorder::writeParticles(const World& world, long frame) {
  const FluidParticles& fluid = world.fluid();
  std::vector<float> density(fluid.size());
  parallelFor(fluid.size(), [&](std::size_t i) { density[i] = fluid.density(i); });
  ParticleTable table{fluid.x.span(),
                      {{"velocity", fluid.v.span()},
                       {"density", density},
                       {"pressure", fluid.virialPressure.span()},
                       {"id", fluid.id.span()}},
                      world.time()};
  if (fluid.mixed()) table.columns.push_back({"phase", fluid.phase.span()});
  particles_.write(frame, table);
}

// Samples on bodies, as of the last step.
void RunRecorder::writeSamples(const World& world, long frame) {
  const BoundarySamples& walls = world.walls();
  std::vector<Vec3f> x, v;
  for (std::size_t b = 0; b < walls.size(); ++b) {
    if (!(walls.mobility[b] > 0)) continue;
    x.push_back(walls.x[b]);
    v.push_back(walls.v[b]);
  }
  const std::vector<float> densities = numberDensities(x, world.spacing());
  writeVtp(folder_.frames() / RunFolder::frameName(frame, "vtp", RunFolder::kSamples),
           {x, {{"velocity", std::span(v)}, {"numberDensity", densities}}, world.time()});
}

void RunRecorder::writeTables(const World& world, const StepReport& report, double wallSeconds) {
  const bool stats = report.step % statsEvery_ == 0;
  // Before any other work is timed, which would belong to the next row.
  const std::vector<double> phases = stats ? phases_.lap(wallSeconds) : std::vector<double>{};
  writeProbes(world);
  if (solids_) solids_->writeBodies(world, report);
  const bool ledger = dueBetween(report.before, report.time, ledgerEvery_);
  if (!stats && !ledger) return;
  const Ledger sums = world.ledger();
  if (ledger) writeLedger(sums, report);
  if (stats) writeStats(sums, report, wallSeconds, phases);
}

void RunRecorder::writeStats(const Ledger& sums, const StepReport& report, double wallSeconds,
                             std::span<const double> phases) {
  std::vector<double> row{static_cast<double>(report.step),
                          report.time,
                          report.dt,
                          static_cast<double>(sums.particles),
                          static_cast<double>(report.solver.iterations),
                          static_cast<double>(report.solver.divergenceIterations),
                          static_cast<double>(report.solver.forceIterations),
                          report.solver.densityError,
                          sums.meanCompression,
                          sums.largestCompression,
                          sums.fastest,
                          sums.kinetic,
                          sums.potential,
                          sums.internal,
                          sums.momentum.x,
                          sums.momentum.y,
                          sums.momentum.z,
                          wallSeconds};
  row.insert(row.end(), phases.begin(), phases.end());
  stats_.row(row);
}

void RunRecorder::writeLedger(const Ledger& sums, const StepReport& report) {
  std::vector<double> row{static_cast<double>(report.step),
                          report.time,
                          static_cast<double>(sums.particles),
                          static_cast<double>(sums.escaped),
                          static_cast<double>(sums.emitted),
                          static_cast<double>(sums.drained),
                          sums.mass,
                          sums.momentum.x,
                          sums.momentum.y,
                          sums.momentum.z,
                          sums.kinetic,
                          sums.potential,
                          sums.internal,
                          sums.work,
                          sums.wallSurplus};
  const BodyTotals& solids = sums.solids;
  if (ledgerHasSolids_)
    row.insert(row.end(), {solids.mass, solids.momentum.x, solids.momentum.y, solids.momentum.z,
                           solids.kinetic, solids.elastic});
  ledger_.row(row);
}

void RunRecorder::writeProbes(const World& world) {
  const Probes& probes = world.probes();
  const std::span<const double> measured = probes.latest();
  if (measured.empty()) return;
  for (std::size_t t = 0; t < probes_.size(); ++t) {
    const Probes::Table& table = probes.tables()[t];
    if (!probes.isDue(table)) continue;
    std::vector<double> row{static_cast<double>(world.steps()), world.time()};
    for (const std::size_t k : table.columns) row.push_back(measured[k]);
    probes_[t].row(row);
  }
}

void RunRecorder::writeEscapes(const StepReport& report) {
  for (const Escape& e : report.escapes)
    escaped_.row(std::array{static_cast<double>(report.step), e.time, static_cast<double>(e.id),
                            double(e.position.x), double(e.position.y), double(e.position.z),
                            double(e.velocity.x), double(e.velocity.y), double(e.velocity.z)});
}

}  // namespace shoal
