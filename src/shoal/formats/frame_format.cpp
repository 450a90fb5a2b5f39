#include "shoal/formats/frame_format.h"

#include <algorithm>

#include "shoal/formats/bgeo.h"
#include "shoal/formats/particle_vtp.h"
#include "shoal/formats/surface_ply.h"
#include "shoal/formats/surface_vdb.h"
#include "shoal/formats/surface_vtp.h"
#include "shoal/geometry/files/mesh_file.h"

namespace shoal {

namespace {

SurfaceFrame readMeshFrame(const std::filesystem::path& path) {
  return {.mesh = readRenderMesh(path)};
}

std::deque<FrameFormat>& table() {
  static std::deque<FrameFormat> formats{
      {.word = "vtp",
       .sentence = "VTK XML PolyData: particles and surfaces, for ParaView.",
       .extension = "vtp",
       .hasTime = true,
       .listed = true,
       .writeParticles = writeVtp,
       .readParticles = readVtp,
       .writeSurface = writeSurfaceVtp,
       .readSurface = readSurfaceVtp},
      {.word = "bgeo",
       .sentence = "Houdini's classic geometry: particles, for Houdini, Partio and splashsurf.",
       .extension = "bgeo",
       .writeParticles = writeBgeo,
       .readParticles = readBgeo},
      {.word = "ply",
       .sentence = "Stanford's polygon files: surfaces with velocities, in binary.",
       .extension = "ply",
       .writeSurface = [](const auto& path,
                          const SurfaceFrame& surface) { writeSurfacePly(path, surface); },
       .readSurface = readMeshFrame},
      {.word = "obj",
       .sentence = "Wavefront's objects: surfaces, in text.",
       .extension = "obj",
       .writeSurface = [](const auto& path,
                          const SurfaceFrame& surface) { writeMesh(path, surface.mesh); },
       .readSurface = readMeshFrame},
      {.word = "vdb",
       .sentence = "OpenVDB: surfaces as level sets with velocities, if shoal was built with it.",
       .extension = "vdb",
       .missing = vdbMissing(),
       .writeSurface = writeSurfaceVdb},
  };
  return formats;
}

}  // namespace

const std::deque<FrameFormat>& frameFormats() { return table(); }

void addFrameFormat(FrameFormat format) {
  for (const FrameFormat& other : table())
    if (other.word == format.word || other.extension == format.extension)
      fail("there is a frame format \"{}\" with extension .{} already", other.word,
           other.extension);
  table().push_back(std::move(format));
}

std::vector<std::string> frameWords() {
  std::vector<std::string> words;
  for (const FrameFormat& format : table()) words.push_back(format.word);
  return words;
}

const FrameFormat& frameFormat(const std::string& word) {
  checkWord(frameWords(), word, {}, "");
  const FrameFormat& found =
      *std::find_if(table().begin(), table().end(),
                    [&](const FrameFormat& format) { return format.word == word; });
  if (!found.missing.empty()) fail("{}: {}", word, found.missing);
  return found;
}

}  // namespace shoal
