#include "shoal/scene/doctor/reach_doctor.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "shoal/world/solids/solids.h"

namespace shoal {

namespace {

using Severity = Finding::Severity;

double distanceTo(const Box3d& box, const Vec3d& p) {
  const auto beyond = [](double x, double lower, double upper) {
    return std::max({lower - x, 0.0, x - upper});
  };
  return length(Vec3d{beyond(p.x, box.lower.x, box.upper.x), beyond(p.y, box.lower.y, box.upper.y),
                      beyond(p.z, box.lower.z, box.upper.z)});
}

// The corner of the box that lies furthest in a direction.
Vec3d furthestCorner(const Box3d& box, const Vec3d& along) {
  return {along.x > 0 ? box.upper.x : box.lower.x, along.y > 0 ? box.upper.y : box.lower.y,
          along.z > 0 ? box.upper.z : box.lower.z};
}

bool meets(const Region& region, const Box3d& domain) {
  if (region.sphere) return distanceTo(domain, region.sphere->centre) <= region.sphere->radius;
  if (region.halfSpace) return region.contains(furthestCorner(domain, region.halfSpace->normal));
  const Box3d& box = *region.box;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (box.lower[axis] > domain.upper[axis] || box.upper[axis] < domain.lower[axis]) return false;
  return true;
}

std::optional<Vec3d> pointOf(const ProbeQuantity& quantity) {
  return quantity.pressure ? quantity.pressure : quantity.velocity;
}

double heaviestFluid(const Scene& scene) {
  double density = 0;
  for (const SceneFluid& fluid : scene.fluids) density = std::max(density, fluid.material.density);
  return density;
}

// The middle of the face that a surface stands on; none if that is an edge or a corner, beneath
// which fluid gets.
std::optional<Vec3d> footOf(const TriangleMesh& surface, const Vec3d& down, double within) {
  double lowest = -std::numeric_limits<double>::infinity();
  for (const Vec3d& x : surface.vertices) lowest = std::max(lowest, dot(x, down));
  Vec3d sum;
  double count = 0;
  for (const Vec3d& x : surface.vertices)
    if (dot(x, down) > lowest - within) sum += x, ++count;
  return count < 3 ? std::nullopt : std::optional(sum / count);
}

// In the plane, a wall is its outline.
double distanceTo(const WallChart& chart, const Vec3d& p) {
  if (chart.wall.outline.empty()) return chart.distance.distance(p);
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [a, b] : chart.wall.outline) {
    const Vec3d along = b - a;
    const double share = std::clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0);
    least = std::min(least, length(p - a - share * along));
  }
  return least;
}

// Whether fluid is beside the solid, so that it could be lifted.
bool isWet(const Box3d& bounds, std::span<const Vec3f> positions, double spacing) {
  const Box3d around = bounds.grown(2 * spacing);
  return std::any_of(positions.begin(), positions.end(),
                     [&](const Vec3f& x) { return around.contains(Vec3d(x)); });
}

const SceneSolid* find(const Scene& scene, const std::string& name) {
  for (const SceneSolid& solid : scene.solids)
    if (solid.name == name) return &solid;
  return nullptr;
}

// Whether the scene makes it rigid, lighter than fluid, and coupled to it.
bool wouldFloat(const SceneSolid* solid, double fluid) {
  if (!solid || !solid->rigid || !solid->surface.coupling->make) return false;
  return solid->rigid->mass == 0 && solid->rigid->density < fluid;
}

}  // namespace

void examineDrains(const Scene& scene, const Box3d& domain, std::vector<Finding>& findings) {
  for (const DrainParams& drain : scene.sources.drains)
    if (!meets(drain.region, domain))
      findings.push_back(
          {Severity::Warning,
           fmt::format("drain \"{}\": lies outside of the domain, from {} to {} m, where there is "
                       "never fluid; move it or enlarge world.domain",
                       drain.name, pointText(domain.lower), pointText(domain.upper))});
}

void examineProbes(const Scene& scene, std::span<const WallChart> charts,
                   std::vector<Finding>& findings) {
  for (const ProbeParams& probe : scene.probes) {
    const std::optional<Vec3d> point = pointOf(probe.quantity);
    if (!point) continue;
    for (const WallChart& chart : charts) {
      const bool solidInside =
          chart.closed && chart.wall.wet == WetSide::Outside && !chart.wall.solid.motion;
      if (!solidInside || !chart.wall.mesh.bounds().contains(*point)) continue;
      if (chart.distance.signedDistance(*point) < -scene.world.spacing)
        findings.push_back(
            {Severity::Warning,
             fmt::format("probe \"{}\": lies inside of solid \"{}\", where there is never fluid; "
                         "move it",
                         probe.name, chart.wall.name)});
    }
  }
}

void examineRest(const Scene& scene, const Assembly& assembly, std::span<const WallChart> charts,
                 std::vector<Finding>& findings) {
  const Vec3d down = normalised(scene.world.gravity);
  if (!assembly.solids || !(length(down) > 0.5)) return;
  const double spacing = scene.world.spacing;
  for (const SolidsSetup::Solid& solid : assembly.solids->solids) {
    if (!wouldFloat(find(scene, solid.name), heaviestFluid(scene))) continue;
    if (!isWet(solid.surface.bounds(), assembly.fluid.positions, spacing)) continue;
    std::optional<Vec3d> foot = footOf(solid.surface, down, 0.1 * spacing);
    if (!foot) continue;
    if (scene.world.dimensions == 2) foot->z = 0;
    for (const WallChart& chart : charts) {
      if (distanceTo(chart, *foot) >= spacing) continue;
      findings.push_back(
          {Severity::Warning,
           fmt::format("solid \"{}\": is lighter than the fluid, but rests on \"{}\" with no fluid "
                       "beneath, so that nothing lifts it; raise it by two spacings",
                       solid.name, chart.wall.name)});
    }
  }
}

}  // namespace shoal
