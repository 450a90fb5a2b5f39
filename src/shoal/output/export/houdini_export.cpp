// Runs for Houdini: points as .bgeo with its attributes, surfaces as .obj and, where OpenVDB is
// there, as .vdb.
#include <algorithm>

#include "shoal/formats/bgeo.h"
#include "shoal/formats/surface_vdb.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/output/export/exporter.h"
#include "shoal/surface/particle_normals.h"

namespace shoal {

namespace {

namespace fs = std::filesystem;

class HoudiniExporter : public Exporter {
 public:
  explicit HoudiniExporter(ExportPlace place) : place_(std::move(place)) {}

  // What rests has one file, what moves one for each frame at which it is there.
  void rigid(const RigidPart& part, const std::vector<RunFrame>& frames) override {
    if (!part.moves()) {
      RenderMesh mesh = part.mesh;
      if (part.poses.front()) move(mesh, *part.poses.front());
      return writeMesh(place_.folder / surfaceFolder(PartKind::kRigid) / (part.name + ".obj"),
                       mesh);
    }
    for (std::size_t k = 0; k < frames.size(); ++k) {
      if (!part.poses[k]) continue;
      RenderMesh mesh = part.mesh;
      move(mesh, *part.poses[k]);
      writeMesh(fileOf(PartKind::kRigid, part.name, frames[k], "obj"), mesh);
    }
  }

  // Solids that deform may be sheets, which enclose no volume.
  void surface(const std::string& part, PartKind kind, const RunFrame& frame,
               const SurfaceFrame& surface) override {
    if (surface.mesh.triangles.empty()) return;  // outlines, and fluid that is gone
    writeMesh(fileOf(kind, part, frame, "obj"), surface.mesh);
    if (kind == PartKind::kFluid && vdbMissing().empty())
      writeSurfaceVdb(fileOf(kind, part, frame, "vdb"), surface);
  }

  // Velocity is written as "v"; ids are there already.
  void points(const std::string& part, const RunFrame& frame,
              const ParticleTable& points) override {
    const std::vector<Vec3f> normals =
        particleNormals(points.positions, place_.spacing, place_.dimensions);
    const std::vector<float> radii(points.positions.size(), static_cast<float>(place_.spacing / 2));
    ParticleTable table = points;
    addColumn(table, {"N", std::span<const Vec3f>(normals)});
    addColumn(table, {"pscale", std::span<const float>(radii)});
    writeBgeo(fileOf(PartKind::kPoints, part, frame, "bgeo"), table);
  }

  // The README says all that Houdini has to know.
  void finish(const ExportSummary&) override {}

 private:
  static void addColumn(ParticleTable& table, ParticleColumn column) {
    const auto isSame = [&](const ParticleColumn& other) { return other.name == column.name; };
    if (std::none_of(table.columns.begin(), table.columns.end(), isSame))
      table.columns.push_back(std::move(column));
  }
  fs::path fileOf(PartKind kind, const std::string& part, const RunFrame& frame,
                  const char* extension) const {
    return place_.folder / exportedName(surfaceFolder(kind), part, frame.number, extension);
  }

  ExportPlace place_;
};

}  // namespace

ExportKind houdiniExport() {
  std::string howTo =
      "Read sequences with File nodes: points/particles_$F6.bgeo (v, N, id, pscale),\n"
      "surfaces/NAME_$F6.obj and .vdb (surface, vel), solids/NAME_$F6.obj; what rests is\n"
      "solids/NAME.obj. Frames begin with 0, y points upwards, lengths are in m.\n";
  if (!vdbMissing().empty()) howTo += "There are no .vdb files: " + vdbMissing() + ".\n";
  return {{"houdini", "Houdini: points as bgeo, surfaces as obj and, with OpenVDB, as vdb."},
          Vec3d{0, 1, 0},
          "",
          howTo,
          [](const ExportPlace& place) { return std::make_unique<HoudiniExporter>(place); }};
}

}  // namespace shoal
