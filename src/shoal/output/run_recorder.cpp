#include "shoal/output/run_recorder.h"

#include <algorithm>
#include <array>

#include "shoal/core/timer.h"
#include "shoal/geometry/mesh_file.h"
#include "shoal/output/bgeo.h"
#include "shoal/output/vtp.h"

namespace shoal {

namespace {

CsvWriter openTable(const std::filesystem::path& path, const std::vector<std::string>& columns,
                    const World& world, bool resumed) {
  if (resumed) return CsvWriter::resume(path, columns, world.steps());
  return CsvWriter(path, columns);
}

}  // namespace

RunRecorder::RunRecorder(RunFolder folder, const Scene& scene, const World& world, bool resumed)
    : folder_(std::move(folder)),
      formats_(scene.run.write),
      stats_(openTable(folder_.stats(),
                       {"step", "time", "dt", "particles", "meanCompression", "largestCompression",
                        "fastest", "wallSeconds"},
                       world, resumed)),
      ledger_(openTable(folder_.ledger(),
                        {"step", "time", "particles", "escaped", "emitted", "drained", "mass",
                         "momentumX", "momentumY", "momentumZ", "kinetic", "potential", "internal"},
                        world, resumed)),
      escaped_(openTable(folder_.escaped(), {"step", "time", "id", "x", "y", "z", "vx", "vy", "vz"},
                         world, resumed)) {
  if (std::find(formats_.begin(), formats_.end(), "vtp") != formats_.end())
    series_ =
        resumed ? PvdSeries::resume(folder_.series(), world.time()) : PvdSeries(folder_.series());
}

void RunRecorder::writeWalls(const Assembly& assembly) const {
  for (const AssembledWall& wall : assembly.walls)
    writeMesh(folder_.walls() / (wall.name + ".ply"), wall.mesh);
}

void RunRecorder::writeFrame(const World& world, long frame) {
  const Timed t{"output/frames"};
  const FluidParticles& fluid = world.fluid();
  std::vector<float> density(fluid.size());
  parallelFor(fluid.size(), [&](std::size_t i) { density[i] = fluid.density(i); });
  const ParticleTable table{fluid.x.span(),
                            {{"velocity", fluid.v.span()},
                             {"density", density},
                             {"pressure", fluid.pFelt.span()},
                             {"id", fluid.id.span()}},
                            world.time()};
  for (const std::string& format : formats_) {
    const std::string name = RunFolder::frameName(frame, format);
    if (format == "vtp") {
      writeVtp(folder_.frames() / name, table);
      series_->add(world.time(), name);
    } else {
      writeBgeo(folder_.frames() / name, table);
    }
  }
}

void RunRecorder::writeStats(const World& world, const StepReport& report, double wallSeconds) {
  const Ledger sums = world.ledger();
  const auto step = static_cast<double>(report.step);
  const auto particles = static_cast<double>(sums.particles);
  stats_.row(std::array{step, report.time, report.dt, particles, sums.meanCompression,
                        sums.largestCompression, sums.fastest, wallSeconds});
  ledger_.row(std::array{step, report.time, particles, static_cast<double>(sums.escaped),
                         static_cast<double>(sums.emitted), static_cast<double>(sums.drained),
                         sums.mass, sums.momentum.x, sums.momentum.y, sums.momentum.z, sums.kinetic,
                         sums.potential, sums.internal});
}

void RunRecorder::writeEscapes(const StepReport& report) {
  for (const Escape& e : report.escapes)
    escaped_.row(std::array{static_cast<double>(report.step), e.time, static_cast<double>(e.id),
                            double(e.position.x), double(e.position.y), double(e.position.z),
                            double(e.velocity.x), double(e.velocity.y), double(e.velocity.z)});
}

}  // namespace shoal
