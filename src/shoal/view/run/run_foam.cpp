#include "shoal/view/run/run_foam.h"

#include "shoal/formats/frame_format.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

constexpr Rgb kWhite{250, 252, 255};
constexpr double kRadius = 0.13;  // spacings

// An octahedron: balls are about a pixel wide.
void addBall(PictureMesh& mesh, const Vec3d& at, double radius) {
  constexpr std::array<std::array<std::uint32_t, 3>, 8> kSides{
      {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const double way : {radius, -radius}) {
      Vec3d corner = at;
      corner[axis] += way;
      mesh.vertices.push_back(corner);
    }
  for (const auto& [a, b, c] : kSides) mesh.triangles.push_back({first + a, first + b, first + c});
}

}  // namespace

fs::path foamFile(const RunFolder& folder, long frame) {
  for (const fs::path& from : {folder.frames(), folder.foam()})
    for (const FrameFormat& format : frameFormats()) {
      fs::path file = from / RunFolder::frameName(frame, format.extension, RunFolder::kFoam);
      if (format.readParticles && fs::exists(file)) return file;
    }
  return {};
}

std::optional<PictureMesh> foamAt(const RunFolder& folder, long frame, double spacing) {
  const fs::path file = foamFile(folder, frame);
  if (file.empty()) return std::nullopt;
  PictureMesh mesh;
  mesh.colour = kWhite;
  for (const Vec3f& x : readFrame(file, 1).positions) addBall(mesh, Vec3d(x), kRadius * spacing);
  return mesh;
}

}  // namespace shoal
