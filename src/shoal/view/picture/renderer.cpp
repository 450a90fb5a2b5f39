#include "shoal/view/picture/renderer.h"

#include "shoal/core/parallel.h"
#include "shoal/view/picture/camera.h"
#include "shoal/view/picture/colour_map.h"
#include "shoal/view/picture/overlay.h"
#include "shoal/view/picture/picture_scene.h"
#include "shoal/view/picture/shading.h"

namespace shoal {

namespace {

constexpr int kTile = 16;    // pixels a side
constexpr int kSamples = 2;  // per pixel and side
constexpr Rgb kSkyAbove{244, 246, 249}, kSkyBelow{222, 227, 233};
constexpr Rgb kLineColour{70, 76, 86};
constexpr float kSectionShade = 0.85f;     // of the inside of a solid, beside its surface
constexpr Rgb kPlainFluid{126, 158, 186};  // where colours show something else

void check(const Shot& shot, const ViewParams& params) {
  validate(params, "view");
  checkTable(shot.particles);
  for (const PictureMesh& wall : shot.walls) checkSurface(wall);
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
  }
  return frame.empty() ? Box3d{{-1, -1, -1}, {1, 1, 1}} : frame;
}

class Painter {
 public:
  Painter(const Shot& shot, const Box3d& frame, const Camera& camera, const Colouring& colouring,
          bool plainFluid, PictureScene scene)
      : plainFluid_(plainFluid),
        flat_(shot.dimensions == 2),
        nudge_(static_cast<float>(1e-3 * shot.radius + 1e-6 * length(frame.size()))),
        camera_(camera),
        colouring_(colouring),
        scene_(std::move(scene)),
        rays_(scene_.parts),
        lighting_(rays_, camera, length(shot.up) > 0 ? shot.up : Vec3d{0, 1, 0},
                  static_cast<float>(0.15 * length(frame.size()))) {}

  void paint(Image& image) const {
    const auto across = static_cast<std::size_t>((image.width + kTile - 1) / kTile);
    const auto down = static_cast<std::size_t>((image.height + kTile - 1) / kTile);
    parallelChunks(
        across * down,
        [&](Range, std::size_t tile) {
          const int left = static_cast<int>(tile % across) * kTile;
          const int top = static_cast<int>(tile / across) * kTile;
          for (int y = top; y < std::min(top + kTile, image.height); ++y)
            for (int x = left; x < std::min(left + kTile, image.width); ++x)
              image.set(x, y, pixel(image, x, y));
        },
        1);
  }

 private:
  Rgb pixel(const Image& image, int x, int y) const {
    const PixelPattern pattern{x, y};
    Vec3f sum;
    for (int s = 0; s < kSamples * kSamples; ++s) {
      const int column = s % kSamples, row = s / kSamples;
      const double u = (x + (column + 0.5) / kSamples) / image.width;
      const double v = (y + (row + 0.5) / kSamples) / image.height;
      sum += lightFrom(2 * u - 1, 1 - 2 * v, pattern, s);
    }
    return toPicture(sum / static_cast<float>(kSamples * kSamples));
  }

  Vec3f lightFrom(double u, double v, const PixelPattern& pattern, int sample) const {
    const Camera::Ray ray = camera_.ray(u, v);
    const Vec3f origin(ray.origin - scene_.origin), direction(ray.direction);
    const RayHit hit = rays_.trace(origin, direction);
    if (const auto section = sectionBefore(hit, origin, direction)) {
      const Vec3f normal = scene_.sections->normal();
      const Vec3f point = origin + section->distance * direction + nudge_ * normal;
      const Vec3f albedo = kSectionShade * toLinear(section->colour);
      return lighting_.shade(point, normal, albedo, pattern, sample);
    }
    switch (hit.kind) {
      case RayHit::Kind::nothing: {
        const auto height = static_cast<float>((v + 1) / 2);
        return height * toLinear(kSkyAbove) + (1 - height) * toLinear(kSkyBelow);
      }
      case RayHit::Kind::line:
        return toLinear(kLineColour);
      case RayHit::Kind::particle:
      case RayHit::Kind::wall:
        break;
    }
    const Vec3f albedo = toLinear(colourOf(hit, origin + hit.distance * direction));
    const Vec3f normal = dot(hit.normal, direction) > 0 ? -hit.normal : hit.normal;
    if (flat_) return (0.55f + 0.45f * normal.z) * albedo;  // a bead, lit from the viewer
    const Vec3f point = origin + hit.distance * direction + nudge_ * normal;
    return lighting_.shade(point, normal, albedo, pattern, sample);
  }

  std::optional<Sections::Seen> sectionBefore(const RayHit& hit, const Vec3f& origin,
                                              const Vec3f& direction) const {
    if (!scene_.sections) return std::nullopt;
    const bool nothing = hit.kind == RayHit::Kind::nothing;
    return scene_.sections->seen(origin, direction,
                                 nothing ? std::numeric_limits<float>::max() : hit.distance);
  }

  Rgb colourOf(const RayHit& hit, const Vec3f& point) const {
    if (hit.kind == RayHit::Kind::particle)
      return plainFluid_ ? kPlainFluid : mapColour(colouring_.at(hit.particle));
    const float value = valueAt(hit.triangle, point);
    return std::isnan(value) ? scene_.wallColours[hit.triangle]
                             : mapColour(colouring_.of(double(value)));
  }

  // Between the corners of a triangle, by the areas opposite to them.
  float valueAt(std::uint32_t triangle, const Vec3f& point) const {
    const auto& [a, b, c] = scene_.parts.wallTriangles[triangle];
    const std::vector<Vec3f>& vertices = scene_.parts.wallVertices;
    const std::vector<float>& values = scene_.wallValues;
    const Vec3f toA = vertices[a] - point, toB = vertices[b] - point, toC = vertices[c] - point;
    const float ofA = length(cross(toB, toC)), ofB = length(cross(toC, toA)),
                ofC = length(cross(toA, toB)), all = ofA + ofB + ofC;
    if (!(all > 0)) return values[a];
    return (ofA * values[a] + ofB * values[b] + ofC * values[c]) / all;
  }

  bool plainFluid_;
  bool flat_;
  float nudge_;  // m, off a surface before a new ray starts
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
  const Colouring colouring =
      ofSolids ? colourSolids(shot.walls, params) : colourParticles(shot.particles, params);
  const Box3d frame = frameOf(shot);
  const Window window = freeWindow(params.width, params.height);
  Camera camera = placeCamera(frame, shot.dimensions, shot.up, params, window);
  if (camera.orthographic) camera.eye.z += 4 * shot.radius;  // in front of particles and lines
  Image image(params.width, params.height);
  PictureScene scene = makePictureScene(shot, params, camera, frame.centre(), ofSolids);
  Painter(shot, frame, camera, colouring, ofSolids, std::move(scene)).paint(image);
  drawOverlay(image, colouring, shot.title, shot.particles.time);
  return image;
}

}  // namespace shoal
