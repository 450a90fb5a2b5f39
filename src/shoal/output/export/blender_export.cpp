// Runs for Blender: PLY in Blender's axes, poses as tables, and a script that opens all of it.
#include "shoal/core/file.h"
#include "shoal/formats/particle_ply.h"
#include "shoal/formats/surface_ply.h"
#include "shoal/output/export/embedded_scripts.h"
#include "shoal/output/export/exporter.h"
#include "shoal/output/export/scene_json.h"

namespace shoal {

namespace {

namespace fs = std::filesystem;

// Sequences have ###### for the number of a frame, and the numbers that there are.
PartFiles filesIn(const ExportSummary& summary) {
  return [&summary](JsonText& json, const ExportedPart& part) {
    const std::string path = surfaceFolder(part.kind) + "/" + part.name;
    if (part.kind == PartKind::kRigid) {
      json.member("file", path + ".ply").member("poses", path + ".csv");
      return;
    }
    json.member("files", path + "_######.ply").key("frames").openList();
    for (const std::size_t k : part.frames)
      json.value(static_cast<double>(summary.frames[k].number));
    json.closeList();
  };
}

class BlenderExporter : public Exporter {
 public:
  explicit BlenderExporter(fs::path folder) : folder_(std::move(folder)) {}

  void rigid(const RigidPart& part, const std::vector<RunFrame>& frames) override {
    const fs::path path = folder_ / surfaceFolder(PartKind::kRigid) / part.name;
    writeSurfacePly(path.string() + ".ply", {.mesh = part.mesh}, PlyCoordinates::kFloats);
    std::string table = "frame,x,y,z,qw,qx,qy,qz\n";
    for (std::size_t k = 0; k < frames.size(); ++k) {
      if (!part.poses[k]) continue;
      const auto& [x, q] = *part.poses[k];
      table += fmt::format("{},{},{},{},{},{},{},{}\n", frames[k].number, x.x, x.y, x.z, q.w, q.x,
                           q.y, q.z);
    }
    writeFileAtomically(path.string() + ".csv", table);
  }

  // Blender finds the normals of fluids by itself.
  void surface(const std::string& part, PartKind kind, const RunFrame& frame,
               const SurfaceFrame& surface) override {
    const fs::path path = folder_ / exportedName(surfaceFolder(kind), part, frame.number, "ply");
    if (kind != PartKind::kFluid) return writeSurfacePly(path, surface, PlyCoordinates::kFloats);
    SurfaceFrame bare = surface;
    bare.mesh.attributes = {};
    writeSurfacePly(path, bare, PlyCoordinates::kFloats);
  }

  void points(const std::string& part, const RunFrame& frame,
              const ParticleTable& points) override {
    writeParticlePly(
        folder_ / exportedName(surfaceFolder(PartKind::kPoints), part, frame.number, "ply"),
        points);
  }

  void finish(const ExportSummary& summary) override {
    writeFileAtomically(folder_ / "scene.json", sceneJson(summary, filesIn(summary)));
    writeFileAtomically(folder_ / blenderExport().script, scripts::openInBlender());
  }

 private:
  fs::path folder_;
};

}  // namespace

ExportKind blenderExport() {
  return {{"blender", "Blender: mesh sequences, keyframes, materials, camera, and a script."},
          Vec3d{0, 0, 1},
          "open_in_blender.py",
          "Open it with\n\n    blender --python open_in_blender.py\n\nor, in Blender, in the Text "
          "Editor: Open, Run Script.\n",
          [](const ExportPlace& place) { return std::make_unique<BlenderExporter>(place.folder); }};
}

}  // namespace shoal
