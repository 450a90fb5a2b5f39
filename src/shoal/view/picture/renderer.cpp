#include "shoal/view/picture/renderer.h"

#include "shoal/core/parallel.h"
#include "shoal/view/picture/camera.h"
#include "shoal/view/picture/colour_map.h"
#include "shoal/view/picture/labels.h"
#include "shoal/view/picture/picture_scene.h"
#include "shoal/view/picture/sample_rows.h"
#include "shoal/view/picture/shading.h"
#include "shoal/view/picture/surface_point.h"

namespace shoal {

namespace {

constexpr int kTile = 16;       // pixels a side
constexpr double kFill = 0.96;  // of the scene's part of the picture, by what the camera frames
constexpr Rgb kSkyAbove{244, 246, 249}, kSkyBelow{222, 227, 233};
constexpr Rgb kLineColour{70, 76, 86};
constexpr float kSectionShade = 0.85f;  // of the inside of a solid, beside its surface

void check(const Shot& shot, const ViewParams& params) {
  validate(params, "view");
  checkTable(shot.particles);
  for (const PictureMesh& wall : shot.walls) checkSurface(wall);
  for (const PictureMesh& fluid : shot.fluids) checkSurface(fluid);
  if (!(shot.radius > 0 && std::isfinite(shot.radius)))
    fail("particles cannot be drawn with radius {}", shot.radius);
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

// The sky behind a row of a picture, which is also the paper of its labels.
Vec3f skyAt(int row, int height) {
  const float above = 1 - (static_cast<float>(row) + 0.5f) / static_cast<float>(height);
  return above * toLinear(kSkyAbove) + (1 - above) * toLinear(kSkyBelow);
}

// A picture of nothing.
Image background(const ViewParams& params) {
  Image image(params.width, params.height);
  if (params.transparent) image.alpha.resize(image.rgb.size() / 3);
  for (int y = 0; y < image.height; ++y) {
    const Rgb sky = toPicture(skyAt(y, image.height));
    for (int x = 0; x < image.width; ++x) image.set(x, y, sky);
  }
  return image;
}

// Pixels per metre at the depth of a point, unless that is behind the camera.
std::optional<double> scaleOf(const Camera& camera, const Vec3d& point, int height) {
  if (!camera.orthographic && !(dot(point - camera.eye, camera.forward) > 0)) return std::nullopt;
  return height / (2 * camera.halfHeightAt(point));
}

class Painter {
 public:
  Painter(const Shot& shot, const Box3d& frame, const Camera& camera, const Colouring& colouring,
          bool plainFluid, PictureScene scene)
      : plainFluid_(plainFluid),
        flat_(shot.dimensions == 2),
        camera_(camera),
        colouring_(colouring),
        scene_(std::move(scene)),
        rays_(scene_.parts),
        lighting_(rays_, camera, length(shot.up) > 0 ? shot.up : Vec3d{0, 1, 0},
                  static_cast<float>(0.15 * length(frame.size()))) {}

  // Samples are kept for some rows at a time, with those around them that the filter reaches.
  void paint(Image& image, const PixelBox& box) const {
    SampleRows rows(box.width, box.height);
    for (int top = 0; top < box.height; top += SampleRows::kRows) {
      const auto fresh = rows.advanceTo(top);
      forTiles(fresh.first, fresh.last, box.width, [&](int x, int y) {
        const PixelSamples points(x, y);
        for (std::uint32_t k = 0; k < PixelSamples::kPlaces; ++k) {
          const auto place = points.point(SampleUse::Place, k);
          const double u = 2 * (x + double(place[0])) / box.width - 1;
          const double v = 1 - 2 * (y + double(place[1])) / box.height;
          rows.at(x, y, k) = {place[0], place[1], lightFrom(u, v, points, k)};
        }
      });
      const int end = std::min(box.height, top + SampleRows::kRows);
      forTiles(top, end, box.width, [&](int x, int y) {
        setPixel(image, box.left + x, box.top + y, rows.reconstructed(x, y));
      });
    }
  }

 private:
  // Calls work(x, y) for all pixels of rows, in parallel by tiles.
  template <class Work>
  static void forTiles(int first, int last, int width, Work&& work) {
    const auto across = static_cast<std::size_t>((width + kTile - 1) / kTile);
    const auto down = static_cast<std::size_t>((last - first + kTile - 1) / kTile);
    parallelChunks(
        across * down,
        [&](Range, std::size_t tile) {
          const int left = static_cast<int>(tile % across) * kTile;
          const int top = first + static_cast<int>(tile / across) * kTile;
          for (int y = top; y < std::min(top + kTile, last); ++y)
            for (int x = left; x < std::min(left + kTile, width); ++x) work(x, y);
        },
        1);
  }

  static void setPixel(Image& image, int x, int y, const CoveredLight& seen) {
    if (seen.covered <= 0) return;
    if (image.alpha.empty()) {
      image.set(x, y, toPicture(seen.light + (1 - seen.covered) * skyAt(y, image.height)));
    } else {
      image.set(x, y, toPicture(seen.light / seen.covered));
      image.alpha[image.index(x, y) / 3] =
          static_cast<std::uint8_t>(std::lround(255 * std::min(1.f, seen.covered)));
    }
  }

  // Without cover where the ray meets nothing.
  CoveredLight lightFrom(double u, double v, const PixelSamples& points, std::uint32_t k) const {
    const Camera::Ray ray = camera_.ray(u, v);
    const Vec3f origin(ray.origin - scene_.origin), direction(ray.direction);
    const RayHit hit = rays_.trace(origin, direction);
    if (const auto section = sectionBefore(hit, origin, direction)) {
      const Vec3f normal = section->normal;
      const Vec3f point = origin + section->distance * direction;
      const Vec3f albedo = kSectionShade * toLinear(section->colour);
      const SurfacePoint surface{point, offSurface(point, normal, largestCoordinate(point)),
                                 normal};
      return {lighting_.shade(surface, albedo, points, k), 1};
    }
    if (hit.kind == RayHit::Kind::nothing) return {};
    if (hit.kind == RayHit::Kind::line) return {toLinear(kLineColour), 1};
    const SurfacePoint surface = surfaceAt(scene_, hit, origin, direction);
    const Vec3f albedo = toLinear(colourOf(hit));
    if (flat_)  // a bead, lit from the viewer
      return {(0.55f + 0.45f * surface.normal.z) * albedo, 1};
    return {lighting_.shade(surface, albedo, points, k), 1};
  }

  std::optional<Sections::Seen> sectionBefore(const RayHit& hit, const Vec3f& origin,
                                              const Vec3f& direction) const {
    const bool nothing = hit.kind == RayHit::Kind::nothing;
    const float before = nothing ? std::numeric_limits<float>::max() : hit.distance;
    for (const auto* sections : {&scene_.sections, &scene_.fluidSections})
      if (*sections)
        if (const auto seen = (*sections)->seen(origin, direction, before)) return seen;
    return std::nullopt;
  }

  Rgb colourOf(const RayHit& hit) const {
    if (hit.kind == RayHit::Kind::particle)
      return plainFluid_ ? kPlainFluid : mapColour(colouring_.at(hit.particle));
    const float value = valueAt(hit);
    return std::isnan(value) ? scene_.wallColours[hit.triangle]
                             : mapColour(colouring_.of(double(value)));
  }

  float valueAt(const RayHit& hit) const {
    const auto& [a, b, c] = scene_.parts.wallTriangles[hit.triangle];
    const std::vector<float>& values = scene_.wallValues;
    return (1 - hit.u - hit.v) * values[a] + hit.u * values[b] + hit.v * values[c];
  }

  bool plainFluid_;
  bool flat_;
  const Camera& camera_;
  const Colouring& colouring_;
  PictureScene scene_;
  RayScene rays_;
  Lighting lighting_;
};

}  // namespace

Image render(const Shot& shot, const ViewParams& params) {
  check(shot, params);
  const bool ofSolids = coloursSolids(params);
  const bool plainFluid = ofSolids || params.colourBy == ColourBy::None;
  const Colouring colouring =
      ofSolids ? colourSolids(shot.walls, params) : colourParticles(shot.particles, params);
  const Box3d frame = frameOf(shot);
  const bool bar = !colouring.values.empty() || params.low != 0 || params.high != 0;
  const Labels labels = params.labels
                            ? Labels(params.width, params.height, shot.title, colouring, bar)
                            : Labels(params.width, params.height);
  const PixelBox& box = labels.scene();
  Camera camera = placeCamera(frame, shot.dimensions, shot.up, params,
                              static_cast<double>(box.width) / box.height, kFill);
  if (camera.orthographic) camera.eye.z += 4 * shot.radius;  // in front of particles and lines
  Image image = background(params);
  PictureScene scene = makePictureScene(shot, params, camera, frame.centre(), ofSolids);
  Painter(shot, frame, camera, colouring, plainFluid, std::move(scene)).paint(image, box);
  if (params.labels)
    labels.draw(image, colouring, shot.particles.time, scaleOf(camera, frame.centre(), box.height));
  return image;
}

}  // namespace shoal
