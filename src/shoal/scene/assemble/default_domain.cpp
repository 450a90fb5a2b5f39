#include "shoal/scene/assemble/default_domain.h"

#include <algorithm>
#include <cmath>

#include "shoal/bodies/kinematic/motion.h"
#include "shoal/world/solids/solids.h"
#include "shoal/world/sources/nozzle.h"

namespace shoal {

namespace {

// Of a wall that fluid meets without samples.
Box3d surfaceBounds(const AssembledWall& wall) {
  if (wall.outline.empty()) return wall.mesh.bounds();
  Box3d box;
  for (const Segment& s : wall.outline) {
    box.extend(s.a);
    box.extend(s.b);
  }
  return box;
}

// All that a wall passes through until the run ends.
Box3d sweptBy(const AssembledWall& wall, double until) {
  Box3d box;
  for (const Vec3f& p : wall.samples.first) box.extend(Vec3d(p));
  if (wall.samples.empty()) box = surfaceBounds(wall);
  if (!wall.solid.motion || box.empty()) return box;
  constexpr int kLooks = 1000, kCorners = 8;
  const Motion motion(*wall.solid.motion, "solid." + wall.name);
  Box3d swept;
  for (int k = 0; k <= kLooks; ++k)
    for (int c = 0; c < kCorners; ++c)
      swept.extend(
          motion.position({c & 1 ? box.lower.x : box.upper.x, c & 2 ? box.lower.y : box.upper.y,
                           c & 4 ? box.lower.z : box.upper.z},
                          until * k / kLooks));
  return swept;
}

// A ball around a solid that forces move.
struct Reach {
  Vec3d centre;       // m
  double radius = 0;  // m

  Box3d at(const Vec3d& place) const { return Box3d{place, place}.grown(radius); }
};

Reach reachOf(const TriangleMesh& surface) {
  Reach reach{surface.bounds().centre()};
  for (const Vec3d& x : surface.vertices)
    reach.radius = std::max(reach.radius, length(x - reach.centre));
  return reach;
}

// Where the initial velocity takes a solid: gravity turns back what rises, and what falls is caught
// by what lies below or of no interest.
Vec3d driftOf(const SceneSolid& solid, const Scene& scene) {
  const double g = length(scene.world.gravity);
  if (!(g > 0)) return scene.run.until * solid.velocity;
  const Vec3d up = -1 / g * scene.world.gravity;
  const double rising = dot(solid.velocity, up);
  const Vec3d across = solid.velocity - rising * up;
  const double rise = rising > 0 ? sq(rising) / (2 * g) : 0;
  return scene.run.until * across + rise * up;
}

// Cut to `furthest` along every axis.
Vec3d limited(const Vec3d& v, const Vec3d& furthest) {
  return {std::clamp(v.x, -furthest.x, furthest.x), std::clamp(v.y, -furthest.y, furthest.y),
          std::clamp(v.z, -furthest.z, furthest.z)};
}

// Fluid that runs off solids flies about as far as it falls.
void growAcross(Box3d& box, const Vec3d& up) {
  const Vec3d size = box.size();
  const double height = std::abs(up.x) * size.x + std::abs(up.y) * size.y + std::abs(up.z) * size.z;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double across = (1 - std::abs(up[axis])) * height;
    box.lower[axis] -= across;
    box.upper[axis] += across;
  }
}

// What free solids may pass through. A long run must not make the domain of a thrown solid
// endless: ten sizes of the box so far are enough to see where it goes.
void extendByFree(Box3d& box, const SolidsSetup& solids, const Scene& scene) {
  constexpr double kMost = 10;
  for (const SolidsSetup::Solid& solid : solids.solids) {
    const Reach reach = reachOf(solid.surface);
    box.extend(reach.at(reach.centre));
  }
  const Vec3d most = kMost * box.size();
  for (const SolidsSetup::Solid& solid : solids.solids) {
    const Reach reach = reachOf(solid.surface);
    for (const SceneSolid& params : scene.solids)
      if (params.name == solid.name)
        box.extend(reach.at(reach.centre + limited(driftOf(params, scene), most)));
    for (const EventParams& event : scene.events)
      if (const auto& pull = event.action.pull; pull && pull->solid == solid.name)
        box.extend(reach.at(reach.centre + limited(pull->to - pull->point, most)));
  }
  growAcross(box, normalised(-scene.world.gravity));
}

}  // namespace

Box3d defaultDomain(const Assembly& assembly, const Scene& scene) {
  const WorldParams& world = scene.world;
  Box3d box = sourceBounds(scene.sources, world, scene.kernel());
  for (const Vec3f& p : assembly.fluid.positions) box.extend(Vec3d(p));
  for (const AssembledWall& wall : assembly.walls) box.extend(sweptBy(wall, scene.run.until));
  if (assembly.solids && !scene.solidsAlone()) extendByFree(box, *assembly.solids, scene);
  if (box.empty()) box.extend(Vec3d{});  // with solids alone nothing can leave it
  const Vec3d up = normalised(-world.gravity);
  const Vec3d size = box.size();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (up[axis] > 0) box.upper[axis] += up[axis] * size[axis];
    if (up[axis] < 0) box.lower[axis] += up[axis] * size[axis];
  }
  return box.grown(2.0 * double(scene.kernel().radius));
}

}  // namespace shoal
