#include "shoal/scene/assemble/mesh_loading.h"

#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/repair/hole_filling.h"
#include "shoal/geometry/repair/mesh_repair.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

RenderMesh loadRenderMesh(const FileShape& file) {
  RenderMesh mesh = readRenderMesh(file.path);
  transform(mesh, file.scale, file.translate);
  requireUsable(mesh);
  return mesh;
}

TriangleMesh loadFile(const FileShape& file) {
  TriangleMesh mesh = loadRenderMesh(file);
  if (file.repair == FileRepair::None) return mesh;
  // Corners of one place become one vertex before, and faces are turned like their neighbours: only
  // then are open edges those of holes.
  mesh = repaired(mesh).mesh;
  fillHoles(mesh);
  return mesh;
}

std::string joinNotes(const std::string& a, const std::string& b) {
  return a + (a.empty() || b.empty() ? "" : ", ") + b;
}

}  // namespace shoal
