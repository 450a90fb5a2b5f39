// Programs that runs can be exported for, by name: an interface, one table, one file for each.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shoal/core/kinds.h"
#include "shoal/output/export/part_material.h"
#include "shoal/output/export/run_parts.h"

namespace shoal {

// As pictures see a run, in the axes of the program.
struct ExportCamera {
  Vec3d eye;
  Vec3d forward{0, 0, -1}, up{0, 1, 0};  // unit vectors
  bool orthographic = false;
  double fieldOfView = 35;  // degrees, from bottom to top
  double halfHeight = 1;    // m, of what an orthographic one sees
};

enum class PartKind { kFluid, kDeforming, kRigid, kPoints };

// What is there of the run, for scripts that open an export.
struct ExportedPart {
  PartKind kind = PartKind::kRigid;
  std::string name;
  PartMaterial material;
  std::vector<std::size_t> frames;  // at which it was written, by their place in the list of all
};

struct ExportSummary {
  std::string title;
  double fps = 30;  // 1/s
  int dimensions = 3;
  double spacing = 0;  // m
  Vec3d up{0, 1, 0};
  std::vector<RunFrame> frames{};
  std::vector<ExportedPart> parts{};
  ExportCamera camera{};
};

// What an exporter knows from the start.
struct ExportPlace {
  std::filesystem::path folder;
  double spacing = 0;  // m
  int dimensions = 3;
};

// Writes the parts of a run for one program into a folder. All is given in the axes of the program.
class Exporter {
 public:
  virtual ~Exporter() = default;

  // Each rigid solid and wall, once. Its poses are those of `frames`.
  virtual void rigid(const RigidPart& part, const std::vector<RunFrame>& frames) = 0;
  // A fluid or a solid that deforms, and points, at a frame. Frames are written by many threads.
  virtual void surface(const std::string& part, PartKind kind, const RunFrame& frame,
                       const SurfaceFrame& surface) = 0;
  virtual void points(const std::string& part, const RunFrame& frame,
                      const ParticleTable& points) = 0;
  // What opens it all, when all else is there. The script has the name of the entry.
  virtual void finish(const ExportSummary& summary) = 0;
};

struct ExportKind : KindEntry {
  std::optional<Vec3d> up;  // the axis that points up there; none: as in the run
  std::string script;       // the file that is written last, and opens the export; "" if none
  std::string howTo;        // how the folder is opened, for its README
  std::function<std::unique_ptr<Exporter>(const ExportPlace&)> make{};

  static std::vector<ExportKind> builtIn();
};

// The members that the library brings along, each in a file of its own.
ExportKind blenderExport();
ExportKind paraviewExport();
ExportKind houdiniExport();

// "crate_000012.ply" in a folder within that of the export.
std::string exportedName(const std::string& within, const std::string& part, long frame,
                         const std::string& extension);

// The folder within an export that surfaces of a kind are in.
std::string surfaceFolder(PartKind kind);

}  // namespace shoal
