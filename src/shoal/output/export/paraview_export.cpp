// Runs for ParaView: a .pvd for each part, rigid solids as they move, and a script that opens all.
#include <map>

#include "shoal/core/file.h"
#include "shoal/formats/particle_vtp.h"
#include "shoal/formats/surface_vtp.h"
#include "shoal/output/export/embedded_scripts.h"
#include "shoal/output/export/exporter.h"
#include "shoal/output/export/scene_json.h"
#include "shoal/output/pvd.h"

namespace shoal {

namespace {

namespace fs = std::filesystem;

class ParaviewExporter : public Exporter {
 public:
  explicit ParaviewExporter(fs::path folder) : folder_(std::move(folder)) {}

  // A file for each pose, which frames without motion share.
  void rigid(const RigidPart& part, const std::vector<RunFrame>& frames) override {
    std::vector<PvdSeries::Entry>& series = rigid_[part.name];
    std::optional<Pose> written;
    for (std::size_t k = 0; k < frames.size(); ++k) {
      if (!part.poses[k]) {
        series.push_back({frames[k].time, removed()});
        continue;
      }
      const std::string name =
          exportedName(surfaceFolder(PartKind::kRigid), part.name, frames[k].number, "vtp");
      if (part.poses[k] == written) {
        series.push_back({frames[k].time, series.back().file});
        continue;
      }
      SurfaceFrame moved{.mesh = part.mesh, .time = frames[k].time};
      move(moved.mesh, *part.poses[k]);
      writeSurfaceVtp(folder_ / name, moved);
      written = part.poses[k];
      series.push_back({frames[k].time, name});
    }
  }

  void surface(const std::string& part, PartKind kind, const RunFrame& frame,
               const SurfaceFrame& surface) override {
    writeSurfaceVtp(folder_ / exportedName(surfaceFolder(kind), part, frame.number, "vtp"),
                    surface);
  }

  void points(const std::string& part, const RunFrame& frame,
              const ParticleTable& points) override {
    writeVtp(folder_ / exportedName(surfaceFolder(PartKind::kPoints), part, frame.number, "vtp"),
             points);
  }

  void finish(const ExportSummary& summary) override {
    for (const ExportedPart& part : summary.parts) {
      std::vector<PvdSeries::Entry> series;
      if (part.kind == PartKind::kRigid) series = rigid_[part.name];
      for (const std::size_t k : part.frames)
        series.push_back({summary.frames[k].time, exportedName(surfaceFolder(part.kind), part.name,
                                                               summary.frames[k].number, "vtp")});
      PvdSeries::write(folder_ / (part.name + ".pvd"), series);
    }
    const auto addFiles = [](JsonText& json, const ExportedPart& part) {
      json.member("file", part.name + ".pvd");
    };
    writeFileAtomically(folder_ / "scene.json", sceneJson(summary, addFiles));
    writeFileAtomically(folder_ / paraviewExport().script, scripts::openInParaview());
  }

 private:
  // Stands for a solid that is no longer there.
  std::string removed() {
    const std::string name = surfaceFolder(PartKind::kRigid) + "/removed.vtp";
    if (!hasRemoved_) writeVtp(folder_ / name, {});
    hasRemoved_ = true;
    return name;
  }

  fs::path folder_;
  std::map<std::string, std::vector<PvdSeries::Entry>> rigid_;
  bool hasRemoved_ = false;
};

}  // namespace

ExportKind paraviewExport() {
  return {
      {"paraview", "ParaView: a .pvd for each part, also of rigid solids, and a state script."},
      std::nullopt,
      "open_in_paraview.py",
      "Open it with\n\n    paraview --script=open_in_paraview.py\n\nor, in ParaView: File, Load "
      "State. Each .pvd can be opened alone, too.\n",
      [](const ExportPlace& place) { return std::make_unique<ParaviewExporter>(place.folder); }};
}

}  // namespace shoal
