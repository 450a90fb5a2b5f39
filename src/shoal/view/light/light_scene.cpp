#include "shoal/view/light/light_scene.h"

#include <cmath>

#include "shoal/view/light/optics.h"
#include "shoal/view/light/wall_contact.h"
#include "shoal/view/picture/shading.h"
#include "shoal/view/picture/surface_point.h"

namespace shoal {

namespace {

constexpr double kDepth = 0.25;  // of the size of the scene, over which water takes on its colour
constexpr int kMostLayers = 32;  // of clear surfaces that light passes straight
constexpr Rgb kWall{196, 196, 192};

Vec3d upOf(const Shot& shot) { return length(shot.up) > 0 ? normalised(shot.up) : Vec3d{0, 1, 0}; }

Lights lightsOf(const Shot& shot, const Camera& camera, const Box3d& frame) {
  const Vec3d up = upOf(shot);
  Lights lights;
  lights.up = Vec3f(up);
  lights.lamp = lampDirection(camera, up);
  if (!shot.grounded) return lights;
  double lowest = 1e300;
  for (int i = 0; i < 8; ++i)
    lowest = std::min(lowest, dot(up, Vec3d{i & 1 ? frame.upper.x : frame.lower.x,
                                            i & 2 ? frame.upper.y : frame.lower.y,
                                            i & 4 ? frame.upper.z : frame.lower.z} -
                                          frame.centre()));
  lights.reach = static_cast<float>(0.3 * length(frame.size()));
  lights.ground = static_cast<float>(lowest - 0.002 * length(frame.size()));
  return lights;
}

std::vector<Material> materialsOf(const Shot& shot, const PictureScene& scene, double depth) {
  std::vector<Material> materials;
  for (const auto* meshes : {&shot.fluids, &shot.walls})
    for (const PictureMesh& mesh : *meshes) {
      materials.push_back(materialOf(mesh.look, mesh.colour.value_or(kWall), depth));
      materials.back().thin = materials.back().clear() && !isClosed(mesh);
    }
  for (const std::uint32_t container : scene.containers) materials[container].thin = true;
  return materials;
}

}  // namespace

LightScene::LightScene(const Shot& shot, const ViewParams& params, const Camera& camera,
                       const Box3d& frame)
    : LightScene(shot, params, camera, frame, lightsOf(shot, camera, frame)) {}

LightScene::LightScene(const Shot& shot, const ViewParams& params, const Camera& camera,
                       const Box3d& frame, const Lights& lights)
    : scene_(makePictureScene(shot, params, camera, frame.centre(), false)),
      materials_(materialsOf(shot, scene_, kDepth * length(frame.size()))),
      touching_(settleOnWalls(shot, scene_, materials_, 2 * shot.radius)),
      lights_(lights),
      reach_(static_cast<float>(shot.radius)),
      rays_(scene_.parts) {}

LightHit LightScene::next(const Vec3f& origin, const Vec3f& direction) const {
  const RayHit hit = rays_.trace(origin, direction);
  const bool nothing = hit.kind == RayHit::Kind::nothing;
  for (const auto* sections : {&scene_.sections, &scene_.fluidSections}) {
    if (!*sections) continue;
    const auto seen = (*sections)->seen(origin, direction,
                                        nothing ? std::numeric_limits<float>::max() : hit.distance);
    if (!seen) continue;
    const Vec3f point = origin + seen->distance * direction;
    const bool outwards = dot(seen->normal, direction) > 0;
    const Vec3f facing = outwards ? -seen->normal : seen->normal;
    const float largest = largestCoordinate(point);
    return {LightHit::Kind::surface,
            seen->distance,
            seen->surface,
            outwards,
            false,
            facing,
            facing,
            offSurface(point, facing, largest),
            offSurface(point, -facing, largest)};
  }
  if (nothing) return {};
  if (hit.kind == RayHit::Kind::line) {
    LightHit line;
    line.kind = LightHit::Kind::line;
    line.distance = hit.distance;
    return line;
  }
  const auto& triangle = scene_.parts.wallTriangles[hit.triangle];
  const std::vector<Vec3f>& x = scene_.parts.wallVertices;
  const Vec3f &a = x[triangle[0]], &b = x[triangle[1]], &c = x[triangle[2]];
  const bool fromBehind = dot(cross(b - a, c - a), direction) > 0;
  const SurfacePoint point = surfaceAt(scene_, hit, origin, direction);
  const Vec3f facing = dot(hit.normal, direction) > 0 ? -hit.normal : hit.normal;
  const float largest =
      std::max({largestCoordinate(a), largestCoordinate(b), largestCoordinate(c)});
  return {LightHit::Kind::surface,
          hit.distance,
          scene_.wallSurfaces[hit.triangle],
          fromBehind,
          touching_[hit.triangle],
          facing,
          point.normal,
          point.start,
          offSurface(point.position, -facing, largest)};
}

std::optional<std::uint32_t> LightScene::fluidOn(const Vec3f& start, const Vec3f& normal) const {
  const LightHit hit = next(start, normal);
  if (hit.kind != LightHit::Kind::surface || !hit.touching || hit.distance > reach_)
    return std::nullopt;
  return hit.surface;
}

Vec3f LightScene::transmitted(Vec3f origin, const Vec3f& direction) const {
  Vec3f share{1, 1, 1};
  for (int layer = 0; layer < kMostLayers; ++layer) {
    const LightHit hit = next(origin, direction);
    if (hit.kind == LightHit::Kind::nothing) return share;
    origin = hit.behind;
    if (hit.kind == LightHit::Kind::line) return share;
    const Material& m = materials_[hit.surface];
    if (!m.clear()) return {};
    if (hit.fromBehind && !m.thin) {
      const Vec3f passed = left(hit.surface, hit.distance);
      share = {share.x * passed.x, share.y * passed.y, share.z * passed.z};
    }
    if (hit.touching) continue;
    const float cosine = std::abs(dot(hit.normal, direction));
    // As seen from outside: what would be reflected totally arrives by other ways.
    const float once = fresnel(cosine, m.index);
    share *= 1 - (m.thin ? 2 * once / (1 + once) : once);
  }
  return {};
}

Vec3f LightScene::left(std::uint32_t surface, float distance) const {
  const Vec3f& a = materials_[surface].absorption;
  return {std::exp(-a.x * distance), std::exp(-a.y * distance), std::exp(-a.z * distance)};
}

}  // namespace shoal
