#include "shoal/view/run/run_solids.h"

#include <cmath>
#include <set>

#include "shoal/core/error.h"
#include "shoal/formats/frame_format.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/sampling/surface_sampling.h"
#include "shoal/view/light/materials.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

// Colours that can be told apart in print and by colour-blind readers.
constexpr std::array<Rgb, 7> kColours{{{214, 137, 77},
                                       {94, 147, 190},
                                       {127, 172, 113},
                                       {196, 110, 106},
                                       {222, 189, 98},
                                       {150, 130, 180},
                                       {120, 170, 170}}};

PictureMesh readWall(const fs::path& file, const SolidLook& look) {
  TriangleMesh mesh = readMesh(file);
  PictureMesh wall{std::move(mesh.vertices), std::move(mesh.triangles), look.colour};
  wall.look = look.look;
  return wall;
}

SolidLook lookOf(const SceneSolid& solid, const Rgb& palette) {
  LookParams look = solid.look;
  if (look.look == Look::Auto && solid.cloth) look.look = Look::Cloth;
  return {look, colourOf(look).value_or(palette)};
}

PictureMesh moved(PictureMesh wall, const Pose& pose) {
  for (Vec3d& v : wall.vertices) v = pose(v);
  return wall;
}

}  // namespace

RunSolids::RunSolids(const RunFolder& folder, const Scene& scene)
    : folder_(folder), fps_(scene.run.fps), walls_(folder, scene) {
  if (fs::exists(folder.poses())) poses_ = readPoses(folder.poses());
  std::size_t next = 0;
  for (const SceneSolid& solid : scene.solids) {
    if (solid.isWall()) continue;
    const SolidLook look = lookOf(solid, kColours[next++ % kColours.size()]);
    const fs::path file = folder.bodies() / (solid.name + ".ply");
    if (solid.model->deforms)
      deforming_.emplace_back(solid.name, look);
    else if (fs::exists(file) && poses_.poses.contains(solid.name))
      rigid_.emplace_back(solid.name, readWall(file, look));
  }
}

std::vector<PictureMesh> RunSolids::at(long frame) const {
  const double time = static_cast<double>(frame) / fps_;
  std::vector<PictureMesh> walls = walls_.at(time);
  for (const auto& [name, wall] : rigid_) {
    const Pose& pose = poses_.poses.at(name).at(poses_.rowAt(time));
    if (!std::isnan(pose.position.x)) walls.push_back(moved(wall, pose));  // else it was removed
  }
  for (PictureMesh& wall : deforming(frame)) walls.push_back(std::move(wall));
  return walls;
}

std::vector<Vec3f> RunSolids::samplesAt(long frame, double spacing) const {
  std::vector<Vec3f> samples;
  for (const PictureMesh& solid : at(frame)) {
    const std::vector<Vec3f> some = sampleSurface({solid.vertices, solid.triangles}, spacing);
    samples.insert(samples.end(), some.begin(), some.end());
  }
  return samples;
}

std::optional<PictureMesh> RunSolids::surface(const std::string& name, long frame,
                                              const SolidLook& look) const {
  for (const FrameFormat& format : frameFormats()) {
    const fs::path file = folder_.frames() / RunFolder::frameName(frame, format.extension, name);
    if (!format.readSurface || !fs::exists(file)) continue;
    SurfaceFrame at = format.readSurface(file);
    PictureMesh mesh{std::move(at.mesh.vertices), std::move(at.mesh.triangles), look.colour,
                     std::move(at.stresses)};
    mesh.look = look.look;
    return mesh;
  }
  return std::nullopt;
}

// Pieces that broke off are numbered from 1.
std::vector<PictureMesh> RunSolids::deforming(long frame) const {
  std::vector<PictureMesh> walls;
  for (const auto& [name, look] : deforming_) {
    std::string part = name;
    for (int piece = 1; auto wall = surface(part, frame, look); ++piece) {
      walls.push_back(std::move(*wall));
      part = fmt::format("{}.{}", name, piece);
    }
  }
  return walls;
}

std::vector<long> RunSolids::frames() const {
  std::set<long> frames;
  for (const double time : poses_.times) {  // there may be rows between frames
    const long nearest = std::lround(time * fps_);
    if (std::abs(time * fps_ - static_cast<double>(nearest)) < 1e-6) frames.insert(nearest);
  }
  if (deforming_.empty() || !fs::is_directory(folder_.frames()))
    return {frames.begin(), frames.end()};
  const std::string& name = deforming_[0].first;
  for (const auto& entry : fs::directory_iterator(folder_.frames())) {
    const std::string stem = entry.path().stem().string();
    if (stem.size() > name.size() + 1 && stem.starts_with(name + "_"))
      frames.insert(std::strtol(stem.c_str() + name.size() + 1, nullptr, 10));
  }
  return {frames.begin(), frames.end()};
}

}  // namespace shoal
