#include "shoal/output/export/scene_json.h"

#include <array>

#include "shoal/core/version.h"

namespace shoal {

namespace {

const char* wordOf(PartKind kind) {
  switch (kind) {
    case PartKind::kFluid:
      return "fluid";
    case PartKind::kDeforming:
      return "deforming";
    case PartKind::kRigid:
      return "rigid";
    case PartKind::kPoints:
      break;
  }
  return "points";
}

void addVector(JsonText& json, const char* name, const Vec3d& v) {
  json.key(name).values(std::array{v.x, v.y, v.z});
}

void addMaterial(JsonText& json, const PartMaterial& material) {
  json.key("material").openObject();
  json.key("colour").values(material.colour);
  json.member("roughness", material.roughness);
  json.member("transmission", material.transmission);
  json.member("ior", material.ior);
  json.member("opacity", material.opacity);
  json.closeObject();
}

void addCamera(JsonText& json, const ExportCamera& camera) {
  json.key("camera").openObject();
  addVector(json, "eye", camera.eye);
  addVector(json, "forward", camera.forward);
  addVector(json, "up", camera.up);
  json.member("orthographic", camera.orthographic);
  json.member("fieldOfView", camera.fieldOfView);
  json.member("halfHeight", camera.halfHeight);
  json.closeObject();
}

void addPart(JsonText& json, const ExportedPart& part, const PartFiles& addFiles) {
  json.openObject().member("name", part.name).member("kind", wordOf(part.kind));
  addFiles(json, part);
  addMaterial(json, part.material);
  json.closeObject();
}

}  // namespace

std::string sceneJson(const ExportSummary& summary, const PartFiles& addFiles) {
  JsonText json;
  json.openObject();
  json.member("program", fmt::format("shoal {}", version()));
  json.member("title", summary.title);
  json.member("fps", summary.fps);
  json.member("dimensions", static_cast<double>(summary.dimensions));
  json.member("spacing", summary.spacing);
  addVector(json, "up", summary.up);
  json.key("frames").openList();
  for (const RunFrame& frame : summary.frames) json.value(static_cast<double>(frame.number));
  json.closeList();
  addCamera(json, summary.camera);
  json.key("parts").openList();
  for (const ExportedPart& part : summary.parts) addPart(json, part, addFiles);
  return json.closeList().closeObject().text() + "\n";
}

}  // namespace shoal
