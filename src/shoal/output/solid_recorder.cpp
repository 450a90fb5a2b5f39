#include "shoal/output/solid_recorder.h"

#include "shoal/geometry/files/mesh_file.h"
#include "shoal/output/mesh_vtp.h"
#include "shoal/output/pose_table.h"

namespace shoal {

SolidRecorder::SolidRecorder(RunFolder folder, std::vector<FrameFormat> formats, const World& world,
                             bool resumed)
    : folder_(std::move(folder)), formats_(std::move(formats)) {
  const Solids& solids = *world.solids();
  if (resumed) resumedAt_ = world.time();
  if (!resumed) writeRigidSurfaces(solids);
  if (solids.moving().empty()) return;
  std::vector<std::string> names;
  for (const RigidBody* body : solids.moving()) names.push_back(body->name());
  const std::vector<std::string> columns = poseColumns(names);
  if (resumed)
    poses_.emplace(CsvWriter::resume(folder_.poses(), columns, world.steps()));
  else
    poses_.emplace(folder_.poses(), columns);
}

// In the frame that poses speak of.
void SolidRecorder::writeRigidSurfaces(const Solids& solids) const {
  for (const RigidBody* body : solids.rigid()) {
    const Pose back = inverse(body->pose());
    TriangleMesh mesh{body->surface().x, body->surface().triangles};
    for (Vec3d& x : mesh.vertices) x = back(x);
    writeMesh(folder_.bodies() / (body->name() + ".ply"), mesh);
  }
}

void SolidRecorder::writeFrame(const World& world, long frame) {
  const Solids& solids = *world.solids();
  for (const Body* body : solids.deforming())
    for (const FrameFormat format : formats_) writeSurface(*body, world.time(), frame, format);
  if (!poses_) return;
  std::vector<Pose> poses;
  for (const RigidBody* body : solids.moving()) poses.push_back(body->pose());
  poses_->row(poseRow(world.steps(), world.time(), poses));
}

void SolidRecorder::writeSurface(const Body& body, double time, long frame, FrameFormat format) {
  const std::string name = RunFolder::frameName(frame, wordOf(format), body.name());
  const BodySurface& surface = body.surface();
  switch (format) {
    case FrameFormat::Vtp: {
      writeMeshVtp(folder_.frames() / name, body, time);
      const auto list = folder_.frames() / (body.name() + ".pvd");
      if (!series_.contains(body.name()))
        series_.emplace(body.name(),
                        resumedAt_ ? PvdSeries::resume(list, *resumedAt_) : PvdSeries(list));
      series_.at(body.name()).add(time, name);
      break;
    }
    case FrameFormat::Ply:
    case FrameFormat::Obj:
      writeMesh(folder_.frames() / name, {surface.x, surface.triangles});
      break;
    case FrameFormat::Bgeo:
      break;  // holds particles only
  }
}

}  // namespace shoal
