#include "shoal/view/run/render_run.h"

#include <algorithm>
#include <map>

#include "shoal/core/byte_hash.h"
#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/version.h"
#include "shoal/formats/frame_format.h"
#include "shoal/scene/read/described_writer.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/view/light/lit_picture.h"
#include "shoal/view/picture/colouring.h"
#include "shoal/view/picture/renderer.h"
#include "shoal/view/picture/sheet.h"
#include "shoal/view/run/run_foam.h"
#include "shoal/view/run/run_surfaces.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

// Without a file there are solids only.
OwnedParticleTable readParticles(const fs::path& file, long frame, double fps) {
  if (!file.empty()) return readFrame(file, fps);
  OwnedParticleTable none;
  none.time = static_cast<double>(frame) / fps;
  return none;
}

// The formats that hold particles, for a message: "vtp or bgeo".
std::string particleFormats() {
  std::string words;
  for (const FrameFormat& format : frameFormats())
    if (format.readParticles) words += (words.empty() ? "" : " or ") + format.word;
  return words;
}

// The particles of every frame by its number, and frames that show solids alone.
std::map<long, fs::path> listFrames(const RunFolder& folder, const RunSolids& solids,
                                    bool samples) {
  std::map<long, fs::path> frames;
  for (const fs::path& file :
       folder.listFrames(samples ? RunFolder::kSamples : RunFolder::kParticles))
    frames[RunFolder::frameNumber(file)] = file;
  if (samples && frames.empty())
    fail("{}: has no samples to picture; say run.samples = true", folder.path().string());
  for (const long frame : solids.frames()) frames.try_emplace(frame);
  if (frames.empty())
    fail("{}: has no frames to picture; let the scene write {}", folder.path().string(),
         particleFormats());
  return frames;
}

std::vector<long> choose(const std::map<long, fs::path>& frames, const FrameChoice& choice,
                         const RunFolder& folder) {
  if (choice.frame) {
    if (frames.contains(*choice.frame)) return {*choice.frame};
    fail("{}: has no frame {}; its last is {}", folder.path().string(), *choice.frame,
         frames.rbegin()->first);
  }
  std::vector<long> all;
  all.reserve(frames.size());
  for (const auto& [number, file] : frames) all.push_back(number);
  const auto some = static_cast<std::size_t>(std::max(1, choice.some));
  if (choice.all || all.size() <= some) return all;
  std::vector<long> chosen;
  for (std::size_t k = 0; k < some; ++k)
    chosen.push_back(all[some == 1 ? all.size() - 1 : k * (all.size() - 1) / (some - 1)]);
  return chosen;
}

// Bounding box of the walls over all rendered frames, so that the camera can stand still, and of
// other solids in the first frame.
Box3d framedBy(const RunSolids& solids, const std::vector<long>& frames) {
  Box3d framed;
  for (const long frame : frames)
    for (const PictureMesh& wall : solids.at(frame))
      if (frame == frames.front() || !wall.colour) framed.extend(boundsOf(wall));
  return framed;
}

// Automatic colour range: the union of the ranges of some frames. Frames with a range that is
// artificial, such as the first when all is at rest, count only if there are no others.
void fixColours(ViewParams& params, const std::vector<long>& frames,
                const std::function<Colouring(long)>& coloursOf) {
  if (params.low != 0 || params.high != 0) return;
  Colouring all;
  all.madeUp = true;
  if (params.colourBy == ColourBy::None) return;
  for (const long frame : frames) {
    Colouring one = coloursOf(frame);
    if (one.values.empty()) continue;
    if (!all.madeUp && !one.madeUp) {
      one.low = std::min(one.low, all.low);
      one.high = std::max(one.high, all.high);
    }
    if (all.values.empty() || !one.madeUp) all = std::move(one);
  }
  if (all.values.empty() && coloursSolids(params))
    fail("no solid of the run has a stress to show; let fem solids be written as vtp");
  if (all.values.empty()) return;
  params.low = all.low;
  params.high = all.high;
}

ColourBy quantityOf(CameraColour colour) {
  switch (colour) {
    case CameraColour::None:
      return ColourBy::None;
    case CameraColour::Speed:
      return ColourBy::Speed;
    case CameraColour::Pressure:
      return ColourBy::Pressure;
    case CameraColour::Density:
      return ColourBy::Density;
    case CameraColour::Stress:
      return ColourBy::Stress;
  }
  return ColourBy::None;
}

// A name for all that pictures depend on beside their frames.
std::string nameOfSettings(const RunFolder& folder, const ViewParams& params, const Box3d& framed,
                           bool samples) {
  std::string text;
  writeTable(params, "", text);
  ByteHash hash;
  hash.add(fmt::format("{}\n{}\n{}\n", version(), samples, text));
  for (const Vec3d& corner : {framed.lower, framed.upper})
    for (const double x : {corner.x, corner.y, corner.z}) hash.addNumber(x);
  hash.add(readFile(folder.scene()));
  return fmt::format("settings-{:016x}", hash.value());
}

// Whether a picture was made since the particles of its frame, or what else is in it, were written.
bool isThere(const fs::path& picture, const fs::path& particles) {
  std::error_code code;
  const auto made = fs::last_write_time(picture, code);
  if (code) return false;
  return particles.empty() || fs::last_write_time(particles) <= made;
}

}  // namespace

FluidStyle styleOf(const Scene& scene) {
  const bool flows = scene.world.dimensions == 3 && !scene.fluids.empty();
  return flows && scene.camera.colour == CameraColour::None ? FluidStyle::Surface
                                                            : FluidStyle::Particles;
}

ViewParams seenBy(const CameraParams& camera, ViewParams params) {
  params.position = camera.position;
  params.target = camera.target;
  params.fieldOfView = camera.fieldOfView;
  params.colourBy = quantityOf(camera.colour);
  if (params.style == FluidStyle::Particles && params.colourBy == ColourBy::None)
    params.colourBy = ColourBy::Speed;
  params.cut = camera.cut;
  return params;
}

std::vector<fs::path> renderRun(const RunFolder& folder, const fs::path& out, ViewParams params,
                                const FrameChoice& choice,
                                const std::function<void(const PictureDone&)>& onPicture) {
  folder.mustBeRun();
  const Scene scene = readScene(folder.scene());
  const RunSolids solids(folder, scene);
  const std::map<long, fs::path> files = listFrames(folder, solids, choice.samples);
  const std::vector<long> frames = choose(files, choice, folder);
  const auto tableOf = [&](long frame) {
    return readParticles(files.at(frame), frame, scene.run.fps);
  };
  validate(params, "view");
  std::optional<PictureSheet> sheet;
  if (choice.sheet) sheet.emplace(frames.size(), params.width, params.height);
  const auto coloursOf = [&](long frame) {
    return coloursSolids(params) ? colourSolids(solids.at(frame), params)
                                 : colourParticles(tableOf(frame).view(), params);
  };
  // One in the middle and the last usually hold the extremes; a sheet is looked at as a whole.
  fixColours(params, sheet ? frames : std::vector{frames[frames.size() / 2], frames.back()},
             coloursOf);

  std::optional<RunSurfaces> surfaces;
  if (params.style == FluidStyle::Surface) {
    if (scene.world.dimensions == 2)
      fail("{}: fluids of the plane have no surface to draw; say --style particles",
           folder.path().string());
    surfaces.emplace(folder, scene, solids, params.colourBy);
  }

  Shot shot;
  shot.radius = scene.world.spacing / 2;
  shot.dimensions = scene.world.dimensions;
  shot.title = scene.title;
  shot.grounded = length(scene.world.gravity) > 0;
  if (shot.grounded) shot.up = normalised(-scene.world.gravity);
  shot.frame = framedBy(solids, frames);
  if (shot.frame.empty())  // then the first picture's particles stay in view
    for (const Vec3f& p : tableOf(frames.front()).positions) shot.frame.extend(Vec3d(p));

  const fs::path pictures =
      choice.reuse ? out / nameOfSettings(folder, params, shot.frame, choice.samples) : out;
  std::error_code code;
  fs::create_directories(pictures, code);
  if (code) fail("{}: cannot be made: {}", pictures.string(), code.message());

  std::vector<fs::path> written;
  const auto done = [&](const fs::path& picture, bool reused) {
    written.push_back(picture);
    if (onPicture) onPicture({picture, written.size(), frames.size(), reused});
  };
  for (const long frame : frames) {
    const fs::path picture =
        pictures / RunFolder::frameName(frame, "png",
                                        files.at(frame).empty() ? "solids"
                                        : choice.samples        ? RunFolder::kSamples
                                                                : RunFolder::kParticles);
    if (choice.reuse && isThere(picture, files.at(frame)) &&
        isThere(picture, foamFile(folder, frame))) {
      if (sheet) sheet->add(readPng(picture));
      done(picture, true);
      continue;
    }
    const OwnedParticleTable table = tableOf(frame);
    shot.particles = table.view();
    shot.walls = solids.at(frame);
    if (surfaces) shot.fluids = surfaces->at(frame, shot.particles, files.at(frame));
    if (auto foam = foamAt(folder, frame, scene.world.spacing))
      shot.walls.push_back(std::move(*foam));
    const Image image = isLit(params) ? renderLit(shot, params) : render(shot, params);
    writePng(picture, image);
    done(picture, false);
    if (sheet) sheet->add(image);
  }
  if (sheet) {
    writePng(pictures / "sheet.png", sheet->image());
    done(pictures / "sheet.png", false);
  }
  return written;
}

}  // namespace shoal
