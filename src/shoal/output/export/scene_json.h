// scene.json of an export: what its script has to know about the run.
#pragma once

#include <functional>
#include <string>

#include "shoal/output/export/exporter.h"
#include "shoal/output/export/json_text.h"

namespace shoal {

// Adds the members that say which files a part has.
using PartFiles = std::function<void(JsonText&, const ExportedPart&)>;

std::string sceneJson(const ExportSummary& summary, const PartFiles& addFiles);

}  // namespace shoal
