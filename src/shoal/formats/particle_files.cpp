#include "shoal/formats/particle_files.h"

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/formats/frame_format.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/files/text_reader.h"

namespace shoal {

namespace {

OwnedParticleTable readXyz(const std::filesystem::path& path) {
  const std::string bytes = readFile(path, kLargestMeshFile);
  TextReader text(bytes, path.string());
  OwnedParticleTable table;
  while (text.nextLine()) {
    Vec3d x;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      constexpr const char* kNames[] = {"x", "y", "z"};
      x[axis] = text.coordinate(kNames[axis]);
    }
    table.positions.emplace_back(x);
  }
  return table;
}

}  // namespace

OwnedParticleTable readParticleFile(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  std::string known = ".xyz";
  for (const FrameFormat& format : frameFormats()) {
    if (!format.readParticles) continue;
    const std::string end = "." + format.extension;
    if (name.ends_with(end)) {
      OwnedParticleTable table = format.readParticles(path);
      checkPositions(table.positions, path.string());
      return table;
    }
    known += ", " + end;
  }
  if (name.ends_with(".xyz")) return readXyz(path);
  fail("{}: is no file of particles that is known by its name; there are {}", path.string(), known);
}

}  // namespace shoal
