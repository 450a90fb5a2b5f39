#include "shoal/scene/doctor/doctor.h"

#include <algorithm>

#include "shoal/core/parallel.h"
#include "shoal/scene/assemble/carve_solids.h"
#include "shoal/scene/doctor/reach_doctor.h"
#include "shoal/scene/doctor/wall_doctor.h"
#include "shoal/search/kd_tree.h"
#include "shoal/world/solids/solids.h"

namespace shoal {

namespace {

using Severity = Finding::Severity;

// Spacings between a particle and a wall sample; at rest it is 1.1 (see sph/wall_volume.h).
constexpr double kTooClose = 0.8;
constexpr std::size_t kParticlesAsked = 500;  // where a few stand for all

// How many particles a statement is true of, and the first of them.
struct Tally {
  std::size_t count = 0;
  Vec3d first;
};

template <class Predicate>
Tally tally(std::span<const Vec3f> positions, Predicate&& predicate) {
  std::vector<char> holds(positions.size());
  parallelFor(positions.size(), [&](std::size_t i) { holds[i] = predicate(positions[i]); });
  Tally t;
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (holds[i] && t.count++ == 0) t.first = Vec3d(positions[i]);
  return t;
}

// Particles spread over all of them, for questions about the whole.
std::vector<Vec3f> someOf(std::span<const Vec3f> positions) {
  std::vector<Vec3f> some;
  const std::size_t stride = 1 + positions.size() / kParticlesAsked;
  for (std::size_t i = 0; i < positions.size(); i += stride) some.push_back(positions[i]);
  return some;
}

void report(std::vector<Finding>& findings, Severity severity, const std::string& subject,
            const Tally& t, const std::string& what) {
  if (t.count == 0) return;
  findings.push_back(
      {severity, fmt::format("{}: {} particle{} {}, the first at {}", subject, t.count,
                             t.count == 1 ? "" : "s", what, pointText(t.first))});
}

// A closed solid that holds most of the fluid is its container, and has to hold all of it unless
// the scene says which side is wet. In any other, fluid is a mistake.
void examineInside(const WallChart& chart, std::span<const Vec3f> positions,
                   std::vector<Finding>& findings) {
  if (!chart.closed || positions.empty()) return;
  const Box3d bounds = chart.wall.mesh.bounds();
  const auto isInside = [&](const Vec3f& p) {
    return bounds.contains(Vec3d(p)) && chart.distance.signedDistance(Vec3d(p)) < 0;
  };
  const std::string subject = fmt::format("solid \"{}\"", chart.wall.name);
  if (!isContainer(chart.wall, positions)) {
    report(findings, Severity::Problem, subject, tally(positions, isInside),
           "of the fluid start inside it; move one of them");
  } else if (chart.wall.wet == WetSide::Outside && chart.wall.solid.wet == WetSide::Auto) {
    report(findings, Severity::Problem, subject,
           tally(positions, [&](const Vec3f& p) { return !isInside(p); }),
           "start outside of it, but most fluid inside; make the fluid fit, or set wet");
  }
}

void examineCloseness(const AssembledWall& wall, std::span<const Vec3f> positions, double spacing,
                      std::vector<Finding>& findings) {
  const KdTree samples(wall.samples.first);
  const auto reach = static_cast<float>(kTooClose * spacing);
  const auto isClose = [&](const Vec3f& p) {
    bool found = false;
    samples.forEachWithin(p, reach, [&](std::uint32_t, float) { found = true; });
    return found;
  };
  report(findings, Severity::Warning, fmt::format("solid \"{}\"", wall.name),
         tally(positions, isClose),
         fmt::format("of the fluid start closer than {} spacings to it and will be thrown off; "
                     "leave half a spacing",
                     kTooClose));
}

// Walks along gravity, always as far as the nearest wall allows.
bool fallsForever(const Vec3f& from, const Vec3d& down, std::span<const WallChart> charts,
                  const Box3d& domain, double spacing) {
  constexpr double kHit = 0.25;  // spacings; less than the half at which particles pass side walls
  constexpr int kMostSteps = 100'000;
  Vec3d p(from);
  for (int step = 0; step < kMostSteps && domain.contains(p); ++step) {
    double free = length(domain.size()) + spacing;
    for (const WallChart& chart : charts) free = std::min(free, chart.distance.distance(p));
    if (free < kHit * spacing) return false;
    p += down * free;
  }
  return !domain.contains(p);
}

void examineSupport(const Scene& scene, const Assembly& assembly, std::span<const WallChart> charts,
                    std::vector<Finding>& findings) {
  const Vec3d down = normalised(scene.world.gravity);
  if (!(length(down) > 0.5) || assembly.fluid.positions.empty()) return;
  // Solids that forces move may catch it.
  if (assembly.solids) return;
  const std::vector<Vec3f> some = someOf(assembly.fluid.positions);
  const Tally falling = tally(some, [&](const Vec3f& p) {
    return assembly.domain.contains(Vec3d(p)) &&
           fallsForever(p, down, charts, assembly.domain, scene.world.spacing);
  });
  if (falling.count > 0)
    findings.push_back(
        {Severity::Note,
         fmt::format("about {:.0f} % of the fluid has no wall beneath it and will fall out of "
                     "the domain, for example from {}",
                     std::max(1.0, 100.0 * static_cast<double>(falling.count) /
                                       static_cast<double>(some.size())),
                     pointText(falling.first))});
}

// Fluid shakes what it touches a little at every step, and the midpoint rule keeps what it gets.
void examineIntegrators(const Scene& scene, std::vector<Finding>& findings) {
  for (const SceneSolid& solid : scene.solids)
    if (solid.fem && solid.surface.coupling->make &&
        solid.fem->solver.integrator == FemIntegrator::Midpoint)
      findings.push_back({Severity::Warning,
                          fmt::format("solid \"{}\": the midpoint rule does not calm what fluid "
                                      "excites; take integrator = \"implicit-euler\" or "
                                      "stiffnessDamping",
                                      solid.name)});
}

// Direct forcing moves particles after pressure has been found; a solver that knows the density of
// every particle exactly has to undo that in the next step, unless its pressure meets the solid.
void examineForcing(const Scene& scene, std::vector<Finding>& findings) {
  if (scene.fluids.empty() || scene.fluids[0].solving.solver->equationOfState) return;
  const KernelChoice kernel = scene.kernel();
  for (const SceneSolid& solid : scene.solids)
    if (solid.surface.coupling->correctsPaths && !solid.surface.coupling->sampled(kernel))
      findings.push_back(
          {Severity::Warning, fmt::format("solid \"{}\": direct forcing disturbs {}; take solver = "
                                          "\"wcsph\" with wcsph.density = \"shepard\"",
                                          solid.name, scene.fluids[0].solving.solver->word)});
}

}  // namespace

std::vector<Finding> examine(const Scene& scene, const Assembly& assembly) {
  std::vector<Finding> findings;
  const std::span<const Vec3f> positions = assembly.fluid.positions;
  std::vector<WallChart> charts;
  charts.reserve(assembly.walls.size());
  for (const AssembledWall& wall : assembly.walls) charts.emplace_back(wall);

  report(findings, Severity::Problem,
         entryName(&Scene::world) + "." + entryName(&WorldParams::domain),
         tally(positions, [&](const Vec3f& p) { return !assembly.domain.contains(Vec3d(p)); }),
         "start outside of it and would be lost; enlarge it or leave it out");
  for (const WallChart& chart : charts)
    examineMesh(chart, chart.wall.solid.mesh.file.has_value(), findings);
  for (const std::string& note : assembly.notes) findings.push_back({Severity::Note, note});
  if (assembly.solids)
    for (const std::string& note : assembly.solids->notes)
      findings.push_back({Severity::Note, note});
  if (scene.solidsAlone()) return findings;
  for (const WallChart& chart : charts) {
    if (!chart.wall.solid.surface.coupling->make) continue;  // fluid does not meet it
    examineInside(chart, positions, findings);
    examineCloseness(chart.wall, positions, scene.world.spacing, findings);
  }
  examineThickness(charts, scene.world, findings);
  for (Finding& finding : examineChoices(scene)) findings.push_back(std::move(finding));
  examineSupport(scene, assembly, charts, findings);
  examineDrains(scene, assembly.domain, findings);
  examineProbes(scene, charts, findings);
  examineRest(scene, assembly, charts, findings);
  return findings;
}

std::vector<Finding> examineChoices(const Scene& scene) {
  std::vector<Finding> findings;
  examineIntegrators(scene, findings);
  examineForcing(scene, findings);
  return findings;
}

}  // namespace shoal
