#include "shoal/output/export/run_parts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/core/error.h"
#include "shoal/core/parse_number.h"
#include "shoal/formats/frame_format.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/sampling/surface_sampling.h"
#include "shoal/output/pose_table.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

// Frames of points. Effects have subjects of their own beside the particles of the fluid.
constexpr const char* kPointSubjects[] = {RunFolder::kParticles, "foam"};

// "beam_000012" of a file in a format: its subject and its number.
struct FrameName {
  std::string subject;
  long number = 0;
};
std::optional<FrameName> frameNameOf(const std::string& stem) {
  const std::size_t bar = stem.rfind('_');
  if (bar == std::string::npos) return std::nullopt;
  const auto number = parseNumber<long>(std::string_view(stem).substr(bar + 1));
  if (!number || *number < 0) return std::nullopt;
  return FrameName{stem.substr(0, bar), *number};
}

// Whether a subject is the solid, or a piece of it: "beam", "beam.1".
bool isPartOf(const std::string& subject, const std::string& solid) {
  if (subject == solid) return true;
  if (!subject.starts_with(solid + ".")) return false;
  return parseNumber<long>(std::string_view(subject).substr(solid.size() + 1)).has_value();
}

// With materials, if the run wrote them.
RenderMesh meshOf(const fs::path& folder, const std::string& name) {
  const fs::path obj = folder / (name + ".obj");
  return readRenderMesh(fs::exists(obj) ? obj : folder / (name + ".ply"));
}

std::vector<fs::path> filesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

bool isOlder(const fs::path& file, const fs::path& than) {
  std::error_code code;
  return fs::last_write_time(file, code) < fs::last_write_time(than, code);
}

}  // namespace

bool RigidPart::moves() const {
  return std::any_of(poses.begin(), poses.end(),
                     [&](const auto& pose) { return pose != poses.front(); });
}

RunParts::RunParts(const RunFolder& folder, const Scene& scene)
    : folder_(folder), fps_(scene.run.fps), spacing_(scene.world.spacing) {
  for (const SceneFluid& fluid : scene.fluids)
    fluidSubjects_.push_back(scene.fluids.size() == 1
                                 ? std::string(RunFolder::kSurface)
                                 : fmt::format("{}-{}", RunFolder::kSurface, fluid.name));
  findSeries(scene);
  PoseTable poses;
  if (fs::exists(folder.poses())) poses = readPoses(folder.poses());
  findFrames(poses.times);
  if (frames_.empty())
    fail("{}: has no frames to export; let the scene write vtp or bgeo", folder.path().string());
  findWalls(folder, scene);
  findRigid(folder, scene);
}

// Formats in the order of their table: where a frame was written in several, the first is read.
void RunParts::findSeries(const Scene& scene) {
  std::set<std::string> deforming;
  const auto add = [&](const fs::path& file, const FrameFormat& format) {
    const std::string name = file.filename().string(), end = "." + format.extension;
    if (!name.ends_with(end)) return;
    const auto frame = frameNameOf(name.substr(0, name.size() - end.size()));
    if (!frame) return;
    const auto isSubject = [&](const std::string& subject) { return subject == frame->subject; };
    const bool points = std::ranges::any_of(kPointSubjects, isSubject);
    const bool fluid = std::ranges::any_of(fluidSubjects_, isSubject);
    const bool solid = std::ranges::any_of(
        scene.solids, [&](const SceneSolid& s) { return isPartOf(frame->subject, s.name); });
    const bool readable = points ? bool(format.readParticles) : bool(format.readSurface);
    if (!readable || !(points || fluid || solid)) return;
    if (solid) deforming.insert(frame->subject);
    series_[frame->subject].emplace(frame->number, file);
  };
  for (const fs::path& place : {folder_.frames(), folder_.surfaces()}) {
    const std::vector<fs::path> files = filesIn(place);
    for (const FrameFormat& format : frameFormats())
      for (const fs::path& file : files) add(file, format);
  }
  deforming_.assign(deforming.begin(), deforming.end());
  for (const char* subject : kPointSubjects)
    if (series_.contains(subject)) points_.emplace_back(subject);
}

// Those of particles and of solids that deform, and of rows of poses, which may be more frequent.
void RunParts::findFrames(const std::vector<double>& poseTimes) {
  std::set<long> numbers;
  for (const auto& [subject, files] : series_)
    for (const auto& [number, file] : files) numbers.insert(number);
  for (const double time : poseTimes) {
    const long nearest = std::lround(time * fps_);
    if (std::abs(time * fps_ - static_cast<double>(nearest)) < 1e-6) numbers.insert(nearest);
  }
  for (const long number : numbers) frames_.push_back({number, static_cast<double>(number) / fps_});
}

// The run folder has walls before any motion, which the scene gives.
void RunParts::findWalls(const RunFolder& folder, const Scene& scene) {
  for (const SceneSolid& solid : scene.solids) {
    if (!solid.isWall() || !fs::exists(folder.walls() / (solid.name + ".ply"))) continue;
    RigidPart part{solid.name, true, meshOf(folder.walls(), solid.name), {}};
    std::optional<Motion> motion;
    if (solid.motion) motion.emplace(*solid.motion);
    for (const RunFrame& frame : frames_)
      part.poses.emplace_back(motion ? motion->pose(frame.time) : Pose{});
    rigid_.push_back(std::move(part));
  }
}

void RunParts::findRigid(const RunFolder& folder, const Scene& scene) {
  if (!fs::exists(folder.poses())) return;
  const PoseTable table = readPoses(folder.poses());
  for (const SceneSolid& solid : scene.solids) {
    const auto found = table.poses.find(solid.name);
    if (solid.isWall() || found == table.poses.end() ||
        !fs::exists(folder.bodies() / (solid.name + ".ply")))
      continue;
    RigidPart part{solid.name, false, meshOf(folder.bodies(), solid.name), {}};
    for (const RunFrame& frame : frames_) {
      const Pose& pose = found->second.at(table.rowAt(frame.time));
      part.poses.push_back(std::isnan(pose.position.x) ? std::nullopt : std::optional(pose));
    }
    rigid_.push_back(std::move(part));
  }
}

std::optional<SurfaceFrame> RunParts::surface(const std::string& deforming,
                                              std::size_t frame) const {
  const auto found = series_.find(deforming);
  if (found == series_.end()) return std::nullopt;
  const auto file = found->second.find(frames_[frame].number);
  if (file == found->second.end()) return std::nullopt;
  for (const FrameFormat& format : frameFormats())
    if (format.readSurface && file->second.string().ends_with("." + format.extension))
      return format.readSurface(file->second);
  return std::nullopt;
}

std::optional<fs::path> RunParts::pointFile(const std::string& points, std::size_t frame) const {
  const auto found = series_.find(points);
  if (found == series_.end()) return std::nullopt;
  const auto file = found->second.find(frames_[frame].number);
  if (file == found->second.end()) return std::nullopt;
  return file->second;
}

// Files without velocities, and those older than their particles, are of no use.
std::optional<SurfaceFrame> RunParts::fluidSurface(std::size_t phase, std::size_t frame) const {
  const auto found = series_.find(fluidSubjects_.at(phase));
  const auto particles = pointFile(RunFolder::kParticles, frame);
  if (found == series_.end() || !particles) return std::nullopt;
  const auto file = found->second.find(frames_[frame].number);
  if (file == found->second.end() || isOlder(file->second, *particles)) return std::nullopt;
  auto there = surface(fluidSubjects_[phase], frame);
  if (there && there->velocities.size() != there->mesh.vertices.size()) return std::nullopt;
  return there;
}

std::vector<Vec3f> RunParts::samplesAt(std::size_t frame) const {
  std::vector<Vec3f> samples;
  const auto add = [&](const TriangleMesh& mesh) {
    const std::vector<Vec3f> some = sampleSurface(mesh, spacing_);
    samples.insert(samples.end(), some.begin(), some.end());
  };
  for (const RigidPart& part : rigid_) {
    if (!part.poses[frame]) continue;
    TriangleMesh mesh = part.mesh;
    for (Vec3d& v : mesh.vertices) v = (*part.poses[frame])(v);
    add(mesh);
  }
  for (const std::string& name : deforming_)
    if (const auto there = surface(name, frame)) add(there->mesh);
  return samples;
}

}  // namespace shoal
