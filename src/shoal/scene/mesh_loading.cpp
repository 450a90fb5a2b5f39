#include "shoal/scene/mesh_loading.h"

#include "shoal/geometry/mesh_file.h"
#include "shoal/geometry/mesh_shapes.h"

namespace shoal {

TriangleMesh loadFile(const FileShape& file) {
  TriangleMesh mesh = readMesh(file.path);
  transform(mesh, file.scale, file.translate);
  requireUsable(mesh);
  return mesh;
}

}  // namespace shoal
