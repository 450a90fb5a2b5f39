#include "shoal/view/picture/stage.h"

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/view/picture/shading.h"

namespace shoal {

namespace {

constexpr int kTile = 16;       // pixels a side
constexpr double kFill = 0.96;  // of the scene's part of the picture, by what the camera frames
constexpr Rgb kSkyAbove{244, 246, 249}, kSkyBelow{222, 227, 233};

const ViewParams& checked(const Shot& shot, const ViewParams& params) {
  validate(params, "view");
  checkTable(shot.particles);
  for (const PictureMesh& wall : shot.walls) checkSurface(wall);
  for (const PictureMesh& fluid : shot.fluids) checkSurface(fluid);
  if (!(shot.radius > 0 && std::isfinite(shot.radius)))
    fail("particles cannot be drawn with radius {}", shot.radius);
  return params;
}

Box3d frameOf(const Shot& shot) {
  Box3d frame = shot.frame;
  if (frame.empty()) {
    for (const Vec3f& p : shot.particles.positions)
      if (isFinite(p)) frame.extend(Vec3d(p));
    if (!frame.empty()) frame = frame.grown(shot.radius);
    for (const PictureMesh& wall : shot.walls) frame.extend(boundsOf(wall));
    for (const PictureMesh& fluid : shot.fluids) frame.extend(boundsOf(fluid));
  }
  return frame.empty() ? Box3d{{-1, -1, -1}, {1, 1, 1}} : frame;
}

Labels labelsOf(const Shot& shot, const ViewParams& params, const Colouring& colouring) {
  if (!params.labels) return {params.width, params.height};
  const bool bar = !colouring.values.empty() || params.low != 0 || params.high != 0;
  return {params.width, params.height, shot.title, colouring, bar};
}

Camera cameraOf(const Shot& shot, const ViewParams& params, const Box3d& frame,
                const PixelBox& box) {
  Camera camera = placeCamera(frame, shot.dimensions, shot.up, params,
                              static_cast<double>(box.width) / box.height, kFill);
  if (camera.orthographic) camera.eye.z += 4 * shot.radius;  // in front of particles and lines
  return camera;
}

// Pixels per metre at the depth of a point, unless that is behind the camera.
std::optional<double> scaleOf(const Camera& camera, const Vec3d& point, int height) {
  if (!camera.orthographic && !(dot(point - camera.eye, camera.forward) > 0)) return std::nullopt;
  return height / (2 * camera.halfHeightAt(point));
}

}  // namespace

Stage::Stage(const Shot& shot, const ViewParams& params)
    : shot_(shot),
      params_(checked(shot, params)),
      ofSolids_(coloursSolids(params)),
      plainFluid_(ofSolids_ || params.colourBy == ColourBy::None),
      colouring_(ofSolids_ ? colourSolids(shot.walls, params)
                           : colourParticles(shot.particles, params)),
      frame_(frameOf(shot)),
      labels_(labelsOf(shot, params, colouring_)),
      camera_(cameraOf(shot, params, frame_, labels_.scene())) {}

Image Stage::background() const {
  Image image(params_.width, params_.height);
  if (params_.transparent) image.alpha.resize(image.rgb.size() / 3);
  for (int y = 0; y < image.height; ++y) {
    const Rgb sky = toPicture(backdropAt(y, image.height));
    for (int x = 0; x < image.width; ++x) image.set(x, y, sky);
  }
  return image;
}

void Stage::label(Image& image) const {
  if (params_.labels)
    labels_.draw(image, colouring_, shot_.particles.time,
                 scaleOf(camera_, frame_.centre(), scene().height));
}

Vec3f backdropAt(int row, int height) {
  const float above = 1 - (static_cast<float>(row) + 0.5f) / static_cast<float>(height);
  return above * toLinear(kSkyAbove) + (1 - above) * toLinear(kSkyBelow);
}

void setPixel(Image& image, int x, int y, const CoveredLight& seen) {
  if (seen.covered <= 0) return;
  if (image.alpha.empty()) {
    image.set(x, y, toPicture(seen.light + (1 - seen.covered) * backdropAt(y, image.height)));
  } else {
    image.set(x, y, toPicture(seen.light / seen.covered));
    image.alpha[image.index(x, y) / 3] =
        static_cast<std::uint8_t>(std::lround(255 * std::min(1.f, seen.covered)));
  }
}

void forPixels(int firstRow, int lastRow, int width, const std::function<void(int, int)>& work) {
  const auto across = static_cast<std::size_t>((width + kTile - 1) / kTile);
  const auto down = static_cast<std::size_t>((lastRow - firstRow + kTile - 1) / kTile);
  parallelChunks(
      across * down,
      [&](Range, std::size_t tile) {
        const int left = static_cast<int>(tile % across) * kTile;
        const int top = firstRow + static_cast<int>(tile / across) * kTile;
        for (int y = top; y < std::min(top + kTile, lastRow); ++y)
          for (int x = left; x < std::min(left + kTile, width); ++x) work(x, y);
      },
      1);
}

}  // namespace shoal
