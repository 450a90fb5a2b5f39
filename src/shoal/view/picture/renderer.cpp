#include "shoal/view/picture/renderer.h"

#include "shoal/view/picture/colour_map.h"
#include "shoal/view/picture/picture_scene.h"
#include "shoal/view/picture/sample_rows.h"
#include "shoal/view/picture/shading.h"
#include "shoal/view/picture/stage.h"
#include "shoal/view/picture/surface_point.h"

namespace shoal {

namespace {

constexpr Rgb kLineColour{70, 76, 86};
constexpr float kSectionShade = 0.85f;  // of the inside of a solid, beside its surface

class Painter {
 public:
  Painter(const Shot& shot, const Stage& stage, PictureScene scene)
      : plainFluid_(stage.plainFluid()),
        flat_(shot.dimensions == 2),
        camera_(stage.camera()),
        colouring_(stage.colouring()),
        scene_(std::move(scene)),
        rays_(scene_.parts),
        lighting_(rays_, camera_, length(shot.up) > 0 ? shot.up : Vec3d{0, 1, 0},
                  static_cast<float>(0.15 * length(stage.frame().size()))) {}

  // Samples are kept for some rows at a time, with those around them that the filter reaches.
  void paint(Image& image, const PixelBox& box) const {
    SampleRows rows(box.width, box.height);
    for (int top = 0; top < box.height; top += SampleRows::kRows) {
      const auto fresh = rows.advanceTo(top);
      forPixels(fresh.first, fresh.last, box.width, [&](int x, int y) {
        const PixelSamples points(x, y);
        for (std::uint32_t k = 0; k < PixelSamples::kPlaces; ++k) {
          const auto place = points.point(SampleUse::Place, k);
          const double u = 2 * (x + double(place[0])) / box.width - 1;
          const double v = 1 - 2 * (y + double(place[1])) / box.height;
          rows.at(x, y, k) = {place[0], place[1], lightFrom(u, v, points, k)};
        }
      });
      const int end = std::min(box.height, top + SampleRows::kRows);
      forPixels(top, end, box.width, [&](int x, int y) {
        setPixel(image, box.left + x, box.top + y, rows.reconstructed(x, y));
      });
    }
  }

 private:
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
  const Stage stage(shot, params);
  Image image = stage.background();
  PictureScene scene =
      makePictureScene(shot, params, stage.camera(), stage.frame().centre(), coloursSolids(params));
  Painter(shot, stage, std::move(scene)).paint(image, stage.scene());
  stage.label(image);
  return image;
}

}  // namespace shoal
