#include "shoal/view/render_run.h"

#include <algorithm>

#include "shoal/core/error.h"
#include "shoal/output/bgeo.h"
#include "shoal/output/vtp.h"
#include "shoal/scene/scene_reader.h"
#include "shoal/view/colouring.h"
#include "shoal/view/renderer.h"
#include "shoal/view/run_walls.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

long frameNumber(const fs::path& file) {
  const std::string stem = file.stem().string();
  return std::strtol(stem.c_str() + stem.rfind('_') + 1, nullptr, 10);
}

OwnedParticleTable readFrame(const fs::path& file, double fps) {
  OwnedParticleTable table = file.extension() == ".vtp" ? readVtp(file) : readBgeo(file);
  if (file.extension() != ".vtp") table.time = static_cast<double>(frameNumber(file)) / fps;
  return table;
}

std::vector<fs::path> choose(const RunFolder& folder, const FrameChoice& choice) {
  std::vector<fs::path> all = folder.listFrames();
  if (all.empty())
    fail("{}: has no frames to picture; let the scene write vtp or bgeo", folder.path().string());
  if (choice.frame) {
    for (const fs::path& file : all)
      if (frameNumber(file) == *choice.frame) return {file};
    fail("{}: has no frame {}; its last is {}", folder.path().string(), *choice.frame,
         frameNumber(all.back()));
  }
  const auto some = static_cast<std::size_t>(std::max(1, choice.some));
  if (choice.all || all.size() <= some) return all;
  std::vector<fs::path> chosen;
  for (std::size_t k = 0; k < some; ++k)
    chosen.push_back(all[some == 1 ? all.size() - 1 : k * (all.size() - 1) / (some - 1)]);
  return chosen;
}

// All that the walls pass through while the pictures are taken, so that the camera can stand still.
Box3d sweptBy(const RunWalls& walls, const std::vector<fs::path>& frames, double fps) {
  Box3d swept;
  for (const fs::path& file : frames)
    for (const Wall& wall : walls.at(static_cast<double>(frameNumber(file)) / fps))
      swept.extend(boundsOf(wall));
  return swept;
}

// Widens an automatic colour range to that of the last frame and of one in the middle, which
// usually hold the extremes.
void fixColours(ViewParams& params, const std::vector<fs::path>& frames, double fps) {
  if (params.low != 0 || params.high != 0) return;
  double low = 0, high = 0;
  bool first = true;
  for (const fs::path& file : {frames[frames.size() / 2], frames.back()}) {
    const OwnedParticleTable table = readFrame(file, fps);
    if (table.positions.empty()) continue;
    const Colouring colours = colourParticles(table.view(), params);
    low = first ? colours.low : std::min(low, colours.low);
    high = first ? colours.high : std::max(high, colours.high);
    first = false;
  }
  params.low = low;
  params.high = high;
}

}  // namespace

std::vector<fs::path> renderRun(const RunFolder& folder, const fs::path& pictures,
                                ViewParams params, const FrameChoice& choice,
                                const std::function<void(const fs::path&)>& onPicture) {
  folder.mustBeRun();
  const Scene scene = readScene(folder.scene());
  const std::vector<fs::path> frames = choose(folder, choice);
  if (!params.position) params.position = scene.camera.position;
  if (!params.target) params.target = scene.camera.target;
  params.fieldOfView = scene.camera.fieldOfView;
  validate(params, "view");
  fixColours(params, frames, scene.run.fps);

  std::error_code code;
  fs::create_directories(pictures, code);
  if (code) fail("{}: cannot be made: {}", pictures.string(), code.message());

  const RunWalls walls(folder, scene);
  Shot shot;
  shot.radius = scene.world.spacing / 2;
  shot.dimensions = scene.world.dimensions;
  shot.title = scene.title;
  if (length(scene.world.gravity) > 0) shot.up = normalised(-scene.world.gravity);
  shot.frame = sweptBy(walls, frames, scene.run.fps);
  if (walls.empty())  // then the first picture's particles stay in view
    for (const Vec3f& p : readFrame(frames.front(), scene.run.fps).positions)
      shot.frame.extend(Vec3d(p));

  std::vector<fs::path> written;
  for (const fs::path& file : frames) {
    const OwnedParticleTable table = readFrame(file, scene.run.fps);
    shot.particles = table.view();
    shot.walls = walls.at(table.time);
    const fs::path picture = pictures / fmt::format("{}.png", file.stem().string());
    writePng(picture, render(shot, params));
    written.push_back(picture);
    if (onPicture) onPicture(picture);
  }
  return written;
}

}  // namespace shoal
