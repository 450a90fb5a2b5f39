#include "shoal/view/renderer.h"

#include "shoal/core/parallel.h"
#include "shoal/view/camera.h"
#include "shoal/view/colour_map.h"
#include "shoal/view/overlay.h"
#include "shoal/view/ray_scene.h"
#include "shoal/view/shading.h"

namespace shoal {

namespace {

constexpr int kTile = 16;    // pixels a side
constexpr int kSamples = 2;  // per pixel and side
constexpr Rgb kSkyAbove{244, 246, 249}, kSkyBelow{222, 227, 233};
constexpr Rgb kWallColour{196, 196, 192};
constexpr Rgb kLineColour{70, 76, 86};
constexpr Rgb kPlainFluid{126, 158, 186};  // where colours show something else
constexpr double kLineWidth = 1.0 / 360;   // of the height of the picture

void check(const Shot& shot, const ViewParams& params) {
  validate(params, "view");
  checkTable(shot.particles);
  for (const Wall& wall : shot.walls) checkWall(wall);
  if (!(shot.radius > 0 && std::isfinite(shot.radius)))
    fail("particles cannot be drawn with radius {}", shot.radius);
}

Box3d frameOf(const Shot& shot) {
  Box3d frame = shot.frame;
  if (frame.empty()) {
    for (const Vec3f& p : shot.particles.positions)
      if (isFinite(p)) frame.extend(Vec3d(p));
    if (!frame.empty()) frame = frame.grown(shot.radius);
    for (const Wall& wall : shot.walls) frame.extend(boundsOf(wall));
  }
  return frame.empty() ? Box3d{{-1, -1, -1}, {1, 1, 1}} : frame;
}

// What the rays see, in coordinates around `origin` so that floats are fine enough.
struct BuiltScene {
  RaySceneParts parts;
  std::vector<Rgb> wallColours;   // of each triangle
  std::vector<float> wallValues;  // of each vertex; nan where colours show none
};

class SceneBuilder {
 public:
  SceneBuilder(const Shot& shot, const Camera& camera, const Vec3d& origin, bool showsValues)
      : shot_(shot), camera_(camera), origin_(origin), showsValues_(showsValues) {
    held_.assign(shot.particles.positions.begin(), shot.particles.positions.end());
    for (const Wall& wall : shot.walls)
      if (wall.colour)
        for (const Vec3d& v : wall.vertices) held_.emplace_back(v);
  }

  BuiltScene build(const std::string& walls) {
    // In the plane each particle is shown as the cell around it, without gaps that would flicker.
    const double scale = shot_.dimensions == 2 ? 1.45 : 1;  // just above sqrt(2)
    parts_.radius = static_cast<float>(scale * shot_.radius);
    const auto positions = shot_.particles.positions;
    parts_.particles.resize(positions.size());
    parallelFor(positions.size(),
                [&](std::size_t i) { parts_.particles[i] = local(Vec3d(positions[i])); });
    for (const Wall& wall : shot_.walls) {
      if (walls == "hidden") continue;
      if (shot_.dimensions == 2 && showsValues_ && !wall.values.empty())
        addSurface(flattened(wall));
      if (shot_.dimensions == 2)
        addLines(planeOutline(wall), Vec3d{0, 0, 2 * shot_.radius});  // on top of the particles
      else if (walls == "wireframe")
        addLines(featureLines(wall, camera_.eye), {});
      else
        addSurface(wall);
    }
    return {std::move(parts_), std::move(wallColours_), std::move(wallValues_)};
  }

 private:
  Vec3f local(const Vec3d& p) const { return Vec3f(p - origin_); }

  void addLines(const std::vector<Line>& lines, const Vec3d& shift) {
    const auto radius = [&](const Vec3d& p) {
      return static_cast<float>(kLineWidth * camera_.halfHeightAt(p));
    };
    for (const Line& l : lines)
      parts_.lines.push_back(
          {local(l.from + shift), local(l.to + shift), radius(l.from), radius(l.to)});
  }

  // What a slab shows in the plane.
  static Wall flattened(Wall wall) {
    for (Vec3d& v : wall.vertices) v.z = 0;
    return wall;
  }

  void addSurface(const Wall& wall) {
    const auto first = static_cast<std::uint32_t>(parts_.wallVertices.size());
    const bool shown = showsValues_ && wall.values.size() == wall.vertices.size();
    for (std::size_t v = 0; v < wall.vertices.size(); ++v) {
      parts_.wallVertices.push_back(local(wall.vertices[v]));
      wallValues_.push_back(shown ? wall.values[v] : std::numeric_limits<float>::quiet_NaN());
    }
    for (const auto& t : cutAway(wall, camera_.eye, origin_, held_)) {
      parts_.wallTriangles.push_back({t[0] + first, t[1] + first, t[2] + first});
      wallColours_.push_back(wall.colour.value_or(kWallColour));
    }
  }

  const Shot& shot_;
  const Camera& camera_;
  Vec3d origin_;
  std::vector<Vec3f>
      held_;  // what containers may hold: particles, and vertices of solids that move
  bool showsValues_;
  RaySceneParts parts_;
  std::vector<Rgb> wallColours_;
  std::vector<float> wallValues_;
};

class Painter {
 public:
  Painter(const Shot& shot, const Box3d& frame, const Camera& camera, const Colouring& colouring,
          bool plainFluid, BuiltScene built)
      : plainFluid_(plainFluid),
        flat_(shot.dimensions == 2),
        origin_(frame.centre()),
        nudge_(static_cast<float>(1e-3 * shot.radius + 1e-6 * length(frame.size()))),
        camera_(camera),
        colouring_(colouring),
        wallColours_(std::move(built.wallColours)),
        wallValues_(std::move(built.wallValues)),
        wallVertices_(built.parts.wallVertices),
        wallTriangles_(built.parts.wallTriangles),
        scene_(built.parts),
        lighting_(scene_, camera, length(shot.up) > 0 ? shot.up : Vec3d{0, 1, 0},
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
    const Vec3f origin(ray.origin - origin_), direction(ray.direction);
    const RayHit hit = scene_.trace(origin, direction);
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

  Rgb colourOf(const RayHit& hit, const Vec3f& point) const {
    if (hit.kind == RayHit::Kind::particle)
      return plainFluid_ ? kPlainFluid : mapColour(colouring_.at(hit.particle));
    const float value = valueAt(hit.triangle, point);
    return std::isnan(value) ? wallColours_[hit.triangle] : mapColour(colouring_.of(double(value)));
  }

  // Between the corners of a triangle, by the areas opposite to them.
  float valueAt(std::uint32_t triangle, const Vec3f& point) const {
    const auto& [a, b, c] = wallTriangles_[triangle];
    const Vec3f toA = wallVertices_[a] - point, toB = wallVertices_[b] - point,
                toC = wallVertices_[c] - point;
    const float ofA = length(cross(toB, toC)), ofB = length(cross(toC, toA)),
                ofC = length(cross(toA, toB)), all = ofA + ofB + ofC;
    if (!(all > 0)) return wallValues_[a];
    return (ofA * wallValues_[a] + ofB * wallValues_[b] + ofC * wallValues_[c]) / all;
  }

  bool plainFluid_;
  bool flat_;
  Vec3d origin_;
  float nudge_;  // m, off a surface before a new ray starts
  const Camera& camera_;
  const Colouring& colouring_;
  std::vector<Rgb> wallColours_;
  std::vector<float> wallValues_;
  std::vector<Vec3f> wallVertices_;
  std::vector<std::array<std::uint32_t, 3>> wallTriangles_;
  RayScene scene_;
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
  BuiltScene built = SceneBuilder(shot, camera, frame.centre(), ofSolids).build(params.walls);
  Painter(shot, frame, camera, colouring, ofSolids, std::move(built)).paint(image);
  drawOverlay(image, colouring, shot.title, shot.particles.time);
  return image;
}

}  // namespace shoal
