#include "shoal/view/run/run_walls.h"

#include <algorithm>
#include <string>

#include "shoal/geometry/files/mesh_file.h"

namespace shoal {

namespace fs = std::filesystem;

RunWalls::RunWalls(const RunFolder& folder, const Scene& scene) {
  std::vector<fs::path> files;
  if (fs::is_directory(folder.walls()))
    for (const auto& entry : fs::directory_iterator(folder.walls()))
      if (entry.path().extension() == ".ply") files.push_back(entry.path());  // not a torn .tmp
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    TriangleMesh mesh = readMesh(file);
    walls_.push_back({std::move(mesh.vertices), std::move(mesh.triangles)});
    motions_.emplace_back();
    for (const SceneSolid& solid : scene.solids)
      if (solid.name == file.stem()) {
        walls_.back().look = solid.look;
        if (solid.motion) motions_.back().emplace(*solid.motion);
      }
  }
}

std::vector<PictureMesh> RunWalls::at(double time) const {
  std::vector<PictureMesh> walls = walls_;
  for (std::size_t w = 0; w < walls.size(); ++w)
    if (motions_[w])
      for (Vec3d& v : walls[w].vertices) v = motions_[w]->position(v, time);
  return walls;
}

}  // namespace shoal
