#include "shoal/scene/scene_files.h"

#include <cctype>

#include <fmt/format.h>

#include "shoal/core/file.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

// TetGen's meshes are two files, of which a scene names one.
void add(std::vector<fs::path>& files, const std::optional<FileShape>& shape) {
  if (!shape) return;
  const fs::path named(shape->path);
  std::string extension = named.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (extension != ".node" && extension != ".ele") {
    files.push_back(named);
    return;
  }
  for (const char* part : {".node", ".ele"}) {
    files.push_back(named);
    files.back().replace_extension(part);
  }
}

}  // namespace

std::vector<fs::path> filesOf(const Scene& scene) {
  std::vector<fs::path> files;
  for (const SceneFluid& fluid : scene.fluids)
    for (const FillShape& shape : fluid.fill) add(files, shape.file);
  for (const SceneSolid& solid : scene.solids) {
    add(files, solid.mesh.file);
    if (solid.mesh.inside) add(files, solid.mesh.inside->surface.file);
    if (solid.mesh.embedded) add(files, solid.mesh.embedded->file);
  }
  return files;
}

std::vector<std::string> fileHashes(const Scene& scene) {
  std::vector<std::string> hashes;
  for (const fs::path& file : filesOf(scene))
    hashes.push_back(fmt::format("{:016x} {}", hashOfFile(file), file.string()));
  return hashes;
}

}  // namespace shoal
