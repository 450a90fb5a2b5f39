#include "shoal/formats/particle_files.h"

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/formats/frame_format.h"
#include "shoal/formats/particle_ply.h"
#include "shoal/formats/particle_vtk.h"
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

// Formats of other programs, which runs do not write.
struct ForeignFormat {
  std::string_view extension;
  OwnedParticleTable (*read)(const std::filesystem::path&);
};

constexpr ForeignFormat kForeignFormats[] = {
    {".ply", readParticlePly}, {".vtk", readParticleVtk}, {".xyz", readXyz}};

}  // namespace

OwnedParticleTable readParticleFile(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  std::string known;
  const auto is = [&](const std::string& extension) {
    known += (known.empty() ? "" : ", ") + extension;
    return name.ends_with(extension);
  };
  for (const FrameFormat& format : frameFormats()) {
    if (!format.readParticles || !is("." + format.extension)) continue;
    OwnedParticleTable table = format.readParticles(path);
    checkPositions(table.positions, path.string());
    return table;
  }
  for (const ForeignFormat& format : kForeignFormats)
    if (is(std::string(format.extension))) return format.read(path);
  fail("{}: is no file of particles that is known by its name; there are {}", path.string(), known);
}

}  // namespace shoal
