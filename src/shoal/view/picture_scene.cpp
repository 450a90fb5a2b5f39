#include "shoal/view/picture_scene.h"

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr Rgb kWallColour{196, 196, 192};
constexpr double kLineWidth = 1.0 / 360;  // of the height of the picture
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

Facing facingOf(const Wall& wall) {
  if (!isClosed(wall)) return Facing::noInside;
  const Vec3d centre = boundsOf(wall).centre();
  double volume = 0;
  for (const auto& [a, b, c] : wall.triangles)
    volume +=
        dot(wall.vertices[a] - centre, cross(wall.vertices[b] - centre, wall.vertices[c] - centre));
  return volume > 0 ? Facing::outwards : volume < 0 ? Facing::inwards : Facing::noInside;
}

// What a slab shows in the plane.
Wall flattened(Wall wall) {
  for (Vec3d& v : wall.vertices) v.z = 0;
  return wall;
}

class SceneBuilder {
 public:
  SceneBuilder(const Shot& shot, const ViewParams& params, const Camera& camera,
               const Vec3d& origin, bool showsValues)
      : shot_(shot), walls_(params.walls), camera_(camera), showsValues_(showsValues) {
    scene_.origin = origin;
    if (params.cut) {
      scene_.cut.emplace(*params.cut);
      cutsSolids_ = params.cut->solids;
    }
    held_.assign(shot.particles.positions.begin(), shot.particles.positions.end());
    for (const Wall& wall : shot.walls)
      if (wall.colour)
        for (const Vec3d& v : wall.vertices) held_.emplace_back(v);
  }

  PictureScene build() {
    addParticles();
    if (walls_ != "hidden")
      for (const Wall& wall : shot_.walls) {
        if (cutsSolids_ && wall.colour)
          addWall(scene_.cut->kept(wall), facingOf(wall));
        else
          addWall(wall, Facing::noInside);
      }
    return std::move(scene_);
  }

 private:
  Vec3f local(const Vec3d& p) const { return Vec3f(p - scene_.origin); }

  void addParticles() {
    // In the plane each particle is shown as the cell around it, without gaps that would flicker.
    const double scale = shot_.dimensions == 2 ? 1.45 : 1;  // just above sqrt(2)
    scene_.parts.radius = static_cast<float>(scale * shot_.radius);
    const auto positions = shot_.particles.positions;
    scene_.parts.particles.resize(positions.size());
    parallelFor(positions.size(), [&](std::size_t i) {
      const Vec3d p(positions[i]);
      const bool leftOut = scene_.cut && scene_.cut->beyond(p) > 0;
      scene_.parts.particles[i] = leftOut ? Vec3f{kNaN, kNaN, kNaN} : local(p);
    });
  }

  void addWall(const Wall& wall, Facing facing) {
    if (shot_.dimensions == 2 && showsValues_ && !wall.values.empty())
      addSurface(flattened(wall), Facing::noInside);
    if (shot_.dimensions == 2)
      addLines(planeOutline(wall), Vec3d{0, 0, 2 * shot_.radius});  // on top of the particles
    else if (walls_ == "wireframe")
      addLines(featureLines(wall, camera_.eye), {});
    else
      addSurface(wall, facing);
  }

  void addLines(const std::vector<Line>& lines, const Vec3d& shift) {
    const auto radius = [&](const Vec3d& p) {
      return static_cast<float>(kLineWidth * camera_.halfHeightAt(p));
    };
    for (const Line& l : lines)
      scene_.parts.lines.push_back(
          {local(l.from + shift), local(l.to + shift), radius(l.from), radius(l.to)});
  }

  void addSurface(const Wall& wall, Facing facing) {
    RaySceneParts& parts = scene_.parts;
    const auto first = static_cast<std::uint32_t>(parts.wallVertices.size());
    const bool shown = showsValues_ && wall.values.size() == wall.vertices.size();
    for (std::size_t v = 0; v < wall.vertices.size(); ++v) {
      parts.wallVertices.push_back(local(wall.vertices[v]));
      scene_.wallValues.push_back(shown ? wall.values[v] : kNaN);
    }
    for (const auto& t : cutAway(wall, camera_.eye, scene_.origin, held_)) {
      parts.wallTriangles.push_back({t[0] + first, t[1] + first, t[2] + first});
      scene_.wallColours.push_back(wall.colour.value_or(kWallColour));
      scene_.wallFacings.push_back(facing);
    }
  }

  const Shot& shot_;
  const std::string& walls_;
  const Camera& camera_;
  bool showsValues_;
  bool cutsSolids_ = false;
  std::vector<Vec3f> held_;  // what containers may hold: particles, and vertices of moving solids
  PictureScene scene_;
};

}  // namespace

std::optional<float> PictureScene::section(const RayHit& hit, const Vec3f& from,
                                           const Vec3f& direction) const {
  if (hit.kind != RayHit::Kind::wall || wallFacings[hit.triangle] == Facing::noInside)
    return std::nullopt;
  const auto& [a, b, c] = parts.wallTriangles[hit.triangle];
  const Vec3f normal = cross(parts.wallVertices[b] - parts.wallVertices[a],
                             parts.wallVertices[c] - parts.wallVertices[a]);
  const bool fromInside = float(wallFacings[hit.triangle]) * dot(normal, direction) > 0;
  if (!fromInside) return std::nullopt;
  const double approach = -dot(cut->normal(), Vec3d(direction));
  const double height = cut->beyond(Vec3d(from) + origin);
  if (!(approach > 0 && height > 0)) return std::nullopt;
  return std::min(static_cast<float>(height / approach), hit.distance);
}

PictureScene makePictureScene(const Shot& shot, const ViewParams& params, const Camera& camera,
                              const Vec3d& origin, bool showsValues) {
  return SceneBuilder(shot, params, camera, origin, showsValues).build();
}

}  // namespace shoal
