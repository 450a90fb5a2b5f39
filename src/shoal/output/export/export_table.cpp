#include "shoal/output/export/exporter.h"

namespace shoal {

std::vector<ExportKind> ExportKind::builtIn() {
  return {blenderExport(), paraviewExport(), houdiniExport()};
}

std::string surfaceFolder(PartKind kind) {
  return kind == PartKind::kFluid ? "surfaces" : kind == PartKind::kPoints ? "points" : "solids";
}

std::string exportedName(const std::string& within, const std::string& part, long frame,
                         const std::string& extension) {
  return within + "/" + RunFolder::frameName(frame, extension, part);
}

}  // namespace shoal
