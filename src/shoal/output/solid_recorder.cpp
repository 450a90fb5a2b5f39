#include "shoal/output/solid_recorder.h"

#include <algorithm>

#include "shoal/output/pose_table.h"
#include "shoal/world/schedule.h"

namespace shoal {

SurfaceFrame frameOf(const Body& body, double time) {
  RenderedSurface shown = body.rendered();
  return {.mesh = std::move(shown.mesh),
          .velocities = {shown.v.begin(), shown.v.end()},
          .stresses = {shown.stresses.begin(), shown.stresses.end()},
          .time = time};
}

SolidRecorder::SolidRecorder(RunFolder folder, const RunParams& run, const World& world,
                             bool resumed)
    : folder_(std::move(folder)), words_(run.write), bodiesEvery_(run.bodiesEvery) {
  const Solids& solids = *world.solids();
  if (resumed) {
    resumedAt_ = world.time();
    lastRow_ = world.steps();
  }
  if (!resumed) writeRigidSurfaces(solids);
  if (solids.moving().empty()) return;
  for (const RigidBody* body : solids.moving()) posed_.push_back(body->name());
  const std::vector<std::string> columns = bodyColumns(posed_);
  if (resumed)
    poses_.emplace(CsvWriter::resume(folder_.poses(), columns, world.steps()));
  else
    poses_.emplace(folder_.poses(), columns);
}

// In the frame that the poses refer to.
void SolidRecorder::writeRigidSurfaces(const Solids& solids) const {
  for (const RigidBody* body : solids.rigid()) {
    const Pose back = inverse(body->pose());
    RenderMesh mesh{{body->surface().x, body->surface().triangles}, {}};
    for (Vec3d& x : mesh.vertices) x = back(x);
    writeSurfaceOnce(folder_.bodies(), body->name(), body->skin().value_or(mesh), words_);
  }
}

void SolidRecorder::writeFrame(const World& world, long frame) {
  const Solids& solids = *world.solids();
  for (const Body* body : solids.deforming())
    recorderOf(body->name()).write(frame, frameOf(*body, world.time()));
  for (const RigidBody* body : solids.moving())
    if (std::find(posed_.begin(), posed_.end(), body->name()) == posed_.end())
      recorderOf(body->name()).write(frame, frameOf(*body, world.time()));
  writeRow(world);
}

void SolidRecorder::writeBodies(const World& world, const StepReport& report) {
  if (bodiesEvery_ > 0 && dueBetween(report.before, report.time, bodiesEvery_)) writeRow(world);
}

void SolidRecorder::writeRow(const World& world) {
  if (!poses_ || world.steps() == lastRow_) return;
  std::vector<BodyRecord> bodies(posed_.size(), BodyRecord::gone());
  for (const RigidBody* body : world.solids()->moving()) {
    const auto column = std::find(posed_.begin(), posed_.end(), body->name());
    if (column == posed_.end()) continue;
    const Load load = world.fluidLoadOn(body->name());
    bodies[static_cast<std::size_t>(column - posed_.begin())] = {
        body->pose(), body->centre(), body->velocity(), body->spin(), load.force, load.torque};
  }
  poses_->row(bodyRow(world.steps(), world.time(), bodies));
  lastRow_ = world.steps();
}

// Solids break into fragments during a run, so recorders are made on demand.
FrameRecorder& SolidRecorder::recorderOf(const std::string& name) {
  const auto found = recorders_.find(name);
  if (found != recorders_.end()) return found->second;
  return recorders_.emplace(name, FrameRecorder(folder_, name, words_, resumedAt_)).first->second;
}

}  // namespace shoal
