#include "shoal/view/picture/picture_scene.h"

#include "shoal/core/parallel.h"
#include "shoal/view/picture/smooth_normals.h"

namespace shoal {

namespace {

constexpr Rgb kWallColour{196, 196, 192};
constexpr double kLineWidth = 1.0 / 360;  // of the height of the picture, but
constexpr double kThinnestLine = 1.6;     // pixels: samples of a pixel may all miss thinner ones
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Projection to the plane z = 0, for 2D scenes.
PictureMesh flattened(PictureMesh wall) {
  for (Vec3d& v : wall.vertices) v.z = 0;
  return wall;
}

class SceneBuilder {
 public:
  SceneBuilder(const Shot& shot, const ViewParams& params, const Camera& camera,
               const Vec3d& origin, bool showsValues)
      : shot_(shot),
        walls_(params.walls),
        lit_(isLit(params)),
        lineWidth_(std::max(kLineWidth, kThinnestLine / params.height)),
        camera_(camera),
        showsValues_(showsValues) {
    scene_.origin = origin;
    if (params.cut) cut_.emplace(*params.cut);
    const bool surfaces = shot.dimensions == 3 && params.walls == WallStyle::Cutaway;
    cutsSolids_ = params.cut && params.cut->solids;
    if (cutsSolids_ && surfaces) scene_.sections.emplace(*cut_, origin);
    if (cut_ && !shot.fluids.empty()) scene_.fluidSections.emplace(*cut_, origin);
    held_.assign(shot.particles.positions.begin(), shot.particles.positions.end());
    for (const PictureMesh& wall : shot.walls)
      if (wall.colour)
        for (const Vec3d& v : wall.vertices) held_.emplace_back(v);
  }

  PictureScene build() {
    if (shot_.fluids.empty())
      addParticles();
    else
      addFluids();
    if (walls_ != WallStyle::Hidden)
      for (const PictureMesh& wall : shot_.walls) {
        const bool isCut = cutsSolids_ && wall.colour;
        addWall(isCut ? cut_->kept(wall) : wall);
        if (isCut && scene_.sections) scene_.sections->add(wall, surface_);
        ++surface_;
      }
    for (auto* sections : {&scene_.sections, &scene_.fluidSections})
      if (*sections) (*sections)->build();
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
      const bool leftOut = cut_ && cut_->beyond(p) > 0;
      scene_.parts.particles[i] = leftOut ? Vec3f{kNaN, kNaN, kNaN} : local(p);
    });
  }

  // A cut opens fluids, too, even where it leaves solids whole.
  void addFluids() {
    for (const PictureMesh& fluid : shot_.fluids) {
      addSurface(cut_ ? cut_->kept(fluid) : fluid, true);
      if (scene_.fluidSections) scene_.fluidSections->add(fluid, surface_);
      ++surface_;
    }
  }

  void addWall(const PictureMesh& wall) {
    if (shot_.dimensions == 2 && showsValues_ && !wall.values.empty())
      addSurface(flattened(wall), showsValues_);
    if (shot_.dimensions == 2)
      addLines(planeOutline(wall), Vec3d{0, 0, 2 * shot_.radius});  // on top of the particles
    else if (walls_ == WallStyle::Wireframe)
      addLines(featureLines(wall, camera_.eye), {});
    else
      addSurface(wall, showsValues_);
  }

  void addLines(const std::vector<PictureLine>& lines, const Vec3d& shift) {
    const auto radius = [&](const Vec3d& p) {
      return static_cast<float>(lineWidth_ * camera_.halfHeightAt(p));
    };
    for (const PictureLine& l : lines)
      scene_.parts.lines.push_back(
          {local(l.from + shift), local(l.to + shift), radius(l.from), radius(l.to)});
  }

  void addSurface(const PictureMesh& wall, bool showsValues) {
    RaySceneParts& parts = scene_.parts;
    const auto first = static_cast<std::uint32_t>(parts.wallVertices.size());
    const bool shown = showsValues && wall.values.size() == wall.vertices.size();
    for (std::size_t v = 0; v < wall.vertices.size(); ++v) {
      parts.wallVertices.push_back(local(wall.vertices[v]));
      scene_.wallValues.push_back(shown ? wall.values[v] : kNaN);
    }
    const bool glass = lit_ && wall.look.look == Look::Glass;  // shows what is behind
    const auto triangles =
        glass ? wall.triangles : cutAway(wall, camera_.eye, scene_.origin, held_);
    if (glass && !wall.colour && isContainer(wall, scene_.origin, held_))
      scene_.containers.push_back(surface_);
    addNormals(wall, triangles);
    for (const auto& t : triangles) {
      parts.wallTriangles.push_back({t[0] + first, t[1] + first, t[2] + first});
      scene_.wallColours.push_back(
          wall.colour.value_or(ownColour(wall.look).value_or(kWallColour)));
      scene_.wallSurfaces.push_back(surface_);
    }
  }

  void addNormals(const PictureMesh& wall,
                  const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    if (wall.normals.size() != wall.vertices.size()) {
      const auto normals = smoothNormals(wall, triangles);
      scene_.wallNormals.insert(scene_.wallNormals.end(), normals.begin(), normals.end());
      return;
    }
    for (const auto& [a, b, c] : triangles)
      scene_.wallNormals.push_back({wall.normals[a], wall.normals[b], wall.normals[c]});
  }

  const Shot& shot_;
  WallStyle walls_;
  bool lit_;
  double lineWidth_;  // of the height of the picture
  const Camera& camera_;
  bool showsValues_;
  std::optional<CutPlane> cut_;
  bool cutsSolids_ = false;
  std::uint32_t surface_ = 0;  // the number of the next one
  std::vector<Vec3f> held_;    // contents of containers: particles, and vertices of moving solids
  PictureScene scene_;
};

}  // namespace

PictureScene makePictureScene(const Shot& shot, const ViewParams& params, const Camera& camera,
                              const Vec3d& origin, bool showsValues) {
  return SceneBuilder(shot, params, camera, origin, showsValues).build();
}

}  // namespace shoal
