#include "shoal/scene/assemble/mesh_loading.h"

#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

TriangleMesh loadFile(const FileShape& file) {
  TriangleMesh mesh = readMesh(file.path);
  transform(mesh, file.scale, file.translate);
  requireUsable(mesh);
  return mesh;
}

std::string joinNotes(const std::string& a, const std::string& b) {
  return a + (a.empty() || b.empty() ? "" : ", ") + b;
}

}  // namespace shoal
