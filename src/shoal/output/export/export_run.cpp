#include "shoal/output/export/export_run.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/output/export/axis_turn.h"
#include "shoal/output/frame_loop.h"
#include "shoal/output/surface_output.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

constexpr const char* kReadme = "README.txt";
constexpr std::string_view kMark = "Exported by shoal for ";

std::string readmeOf(const ExportKind& kind, const Scene& scene, bool whole) {
  return fmt::format("{}{}: {}\n\n{}", kMark, kind.word, scene.title,
                     whole ? fmt::format("{}\nFrames are {} a second.\n", kind.howTo, scene.run.fps)
                           : "Not whole yet. If no export is under way, start it again.\n");
}

bool isExport(const fs::path& folder) {
  const fs::path readme = folder / kReadme;
  return fs::is_regular_file(readme) && readFile(readme).starts_with(kMark);
}

// Makes the folder, or empties it of an earlier export, whose script goes first.
void prepare(const fs::path& folder, const ExportKind& kind) {
  if (fs::exists(folder)) {
    if (!fs::is_directory(folder))
      fail("{}: is a file; choose another with --out", folder.string());
    if (!fs::is_empty(folder) && !isExport(folder))
      fail("{}: holds something other than an export; choose another with --out", folder.string());
  }
  std::error_code code;
  if (!kind.script.empty()) fs::remove(folder / kind.script, code);
  for (const char* within : {"surfaces", "solids", "points"}) {
    fs::remove_all(folder / within, code);
    if (!code) fs::create_directories(folder / within, code);
    if (code) fail("{}: cannot be made: {}", (folder / within).string(), code.message());
  }
}

Vec3d upOf(const Scene& scene) {
  const Vec3d& gravity = scene.world.gravity;
  return length(gravity) > 0 ? normalised(-gravity) : Vec3d{0, 1, 0};
}

// Surfaces carry velocities, whatever the scene asks for.
ReconstructionParams withVelocity(ReconstructionParams params) {
  auto& columns = params.columns;
  if (std::find(columns.begin(), columns.end(), "velocity") == columns.end())
    columns.emplace_back("velocity");
  return params;
}

class ExportRun {
 public:
  ExportRun(const RunFolder& folder, const Scene& scene, const ExportJob& job)
      : scene_(scene),
        job_(job),
        parts_(folder, scene),
        params_(withVelocity(scene.surface)),
        turn_(job.program->up ? AxisTurn(upOf(scene), *job.program->up) : AxisTurn()) {
    prepare(job.out, *job.program);
    writeFileAtomically(job.out / kReadme, readmeOf(*job.program, scene, false));
    exporter_ = job.program->make({job.out, scene.world.spacing, scene.world.dimensions});
  }

  void run() {
    seeFirstFrame();
    listParts();
    for (RigidPart part : parts_.rigid()) {
      turn_.apply(part.mesh);
      for (std::optional<Pose>& pose : part.poses)
        if (pose) pose = turn_(*pose);
      exporter_->rigid(part, parts_.frames());
    }
    writeFrames();
    exporter_->finish(summary());
    writeFileAtomically(job_.out / kReadme, readmeOf(*job_.program, scene_, true));
  }

 private:
  struct FramePart {
    PartKind kind;
    std::string name;
    PartMaterial material;
    std::vector<std::uint8_t> there;  // at each frame, whether it was written
  };

  // The box that a camera has to show: walls at all times, all else at the start.
  void seeFirstFrame() {
    for (const RigidPart& part : parts_.rigid())
      for (std::size_t k = 0; k < (part.wall ? part.poses.size() : 1); ++k)
        if (part.poses[k])
          for (const Vec3d& v : part.mesh.vertices) seen_.extend((*part.poses[k])(v));
    for (const std::string& name : parts_.deforming())
      if (const auto surface = parts_.surface(name, 0))
        for (const Vec3d& v : surface->mesh.vertices) seen_.extend(v);
    if (const auto file = parts_.pointFile(RunFolder::kParticles, 0)) {
      const OwnedParticleTable table = readFrame(*file, scene_.run.fps);
      few_ = table.positions.size() < kFewParticles;
      for (const Vec3f& x : table.positions) fluid_.extend(Vec3d(x));
    }
    if (seen_.empty()) seen_ = fluid_;
  }

  void listParts() {
    const std::size_t frames = parts_.frames().size();
    const auto add = [&](PartKind kind, const std::string& name, const PartMaterial& material) {
      framed_.push_back({kind, name, material, std::vector<std::uint8_t>(frames)});
    };
    if (!parts_.points().empty() && parts_.points().front() == RunFolder::kParticles)
      for (std::size_t f = 0; f < scene_.fluids.size(); ++f)
        add(PartKind::kFluid, scene_.fluids[f].name, liquidMaterial(f));
    fluids_ = framed_.size();
    for (const std::string& name : parts_.deforming())
      add(PartKind::kDeforming, name, solidMaterial(numberOf(name)));
    for (const std::string& name : parts_.points()) add(PartKind::kPoints, name, pointMaterial());
  }

  // Of a solid among those that forces move; pieces have that of the whole.
  std::size_t numberOf(const std::string& part) const {
    std::size_t number = 0;
    for (const SceneSolid& solid : scene_.solids) {
      if (solid.isWall()) continue;
      if (part == solid.name || part.starts_with(solid.name + ".")) return number;
      ++number;
    }
    return number;
  }

  void writeFrames() {
    const std::size_t frames = parts_.frames().size();
    std::size_t done = 0;
    std::mutex telling;
    SurfaceReconstruction kept(params_);
    forEachFrame(frames, few_, [&](std::size_t k) {
      if (few_) {
        SurfaceReconstruction own(params_);
        writeFrame(k, own);
      } else {
        writeFrame(k, kept);
      }
      const std::lock_guard lock(telling);
      ++done;
      if (job_.onFrame) job_.onFrame(done, frames);
    });
  }

  void writeFrame(std::size_t k, SurfaceReconstruction& reconstruction) {
    if (fluids_ > 0) writeFluids(k, reconstruction);
    for (FramePart& part : framed_) {
      if (part.kind == PartKind::kDeforming)
        if (auto surface = parts_.surface(part.name, k)) write(part, k, std::move(*surface));
      if (part.kind == PartKind::kPoints)
        if (const auto file = parts_.pointFile(part.name, k)) {
          OwnedParticleTable table = readFrame(*file, scene_.run.fps);
          turn_.apply(table);
          exporter_->points(part.name, parts_.frames()[k], table.view());
          part.there[k] = 1;
        }
    }
  }

  void writeFluids(std::size_t k, SurfaceReconstruction& reconstruction) {
    const auto file = parts_.pointFile(RunFolder::kParticles, k);
    if (!file) return;
    std::vector<std::optional<SurfaceFrame>> there;
    for (std::size_t f = 0; f < fluids_; ++f) there.push_back(parts_.fluidSurface(f, k));
    if (!std::ranges::all_of(there, [](const auto& surface) { return surface.has_value(); })) {
      const OwnedParticleTable table = readFrame(*file, scene_.run.fps);
      std::vector<SurfaceMesh> meshes =
          fluidSurfaces(reconstruction, scene_, table.view(), parts_.samplesAt(k), params_.columns);
      for (std::size_t f = 0; f < meshes.size(); ++f)
        there[f] = frameOf(std::move(meshes[f]), table.time);
    }
    for (std::size_t f = 0; f < fluids_; ++f)
      if (there[f]) write(framed_[f], k, std::move(*there[f]));
  }

  void write(FramePart& part, std::size_t k, SurfaceFrame surface) {
    if (part.kind == PartKind::kFluid) surface.cell = params_.cell * scene_.world.spacing;
    turn_.apply(surface);
    exporter_->surface(part.name, part.kind, parts_.frames()[k], surface);
    part.there[k] = 1;
  }

  ExportSummary summary() const {
    ExportSummary all{.title = scene_.title,
                      .fps = scene_.run.fps,
                      .dimensions = scene_.world.dimensions,
                      .spacing = scene_.world.spacing,
                      .up = turn_(upOf(scene_)),
                      .frames = parts_.frames()};
    for (const FramePart& part : framed_) {
      ExportedPart one{part.kind, part.name, part.material, {}};
      for (std::size_t k = 0; k < part.there.size(); ++k)
        if (part.there[k]) one.frames.push_back(k);
      all.parts.push_back(std::move(one));
    }
    for (const RigidPart& part : parts_.rigid())
      all.parts.push_back({PartKind::kRigid, part.name, materialOf(part), {}});
    if (job_.camera) all.camera = job_.camera(seen_);
    for (Vec3d* v : {&all.camera.eye, &all.camera.forward, &all.camera.up}) *v = turn_(*v);
    return all;
  }

  PartMaterial materialOf(const RigidPart& part) const {
    if (!part.wall) return solidMaterial(numberOf(part.name));
    Box3d box;
    for (const Vec3d& v : part.mesh.vertices)
      if (part.poses.front()) box.extend((*part.poses.front())(v));
    return wallMaterial(!fluid_.empty() && box.contains(fluid_.centre()));
  }

  const Scene& scene_;
  const ExportJob& job_;
  RunParts parts_;
  ReconstructionParams params_;
  AxisTurn turn_;
  std::unique_ptr<Exporter> exporter_;
  Box3d seen_, fluid_;
  bool few_ = true;         // particles
  std::size_t fluids_ = 0;  // the first parts
  std::vector<FramePart> framed_;
};

}  // namespace

void exportRun(const RunFolder& folder, const Scene& scene, const ExportJob& job) {
  folder.mustBeRun();
  ExportRun(folder, scene, job).run();
}

}  // namespace shoal
