#include "shoal/study/run_figures.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/mesh/outline.h"
#include "shoal/output/csv_table.h"
#include "shoal/view/run/run_solids.h"

namespace shoal {

namespace {

// Tolerance of positions in single precision, in spacings.
constexpr double kRounding = 1e-4;

std::string probeName(const SceneSolid& solid) { return "force-on-" + solid.name; }

double largestOf(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

// In 2D, extrudes walls such that only their outline matters.
TriangleMesh asFluidSees(const PictureMesh& wall, int dimensions) {
  TriangleMesh mesh{wall.vertices, wall.triangles};
  if (dimensions == 3) return mesh;
  return extrudeOutline(sliceAtZeroPlane(mesh), 4 * length(mesh.bounds().size()));
}

// Particles behind the surface of one closed solid, added to the figures of a frame.
struct Trespass {
  std::size_t particles = 0;
  double deepest = 0;
};

Trespass trespassing(const PictureMesh& wall, std::span<const Vec3f> x, const Scene& scene) {
  if (x.empty() || !checkMesh({wall.vertices, wall.triangles}).closed()) return {};
  const MeshDistance surface(asFluidSees(wall, scene.world.dimensions));
  std::vector<double> distance(x.size());
  parallelFor(x.size(), [&](std::size_t i) { distance[i] = surface.signedDistance(Vec3d(x[i])); });
  const auto inside = static_cast<std::size_t>(
      std::count_if(distance.begin(), distance.end(), [](double d) { return d < 0; }));
  const double wrong = 2 * inside > x.size() ? 1 : -1;  // most fluid inside: a container
  Trespass found;
  for (const double d : distance)
    if (wrong * d > kRounding * scene.world.spacing) {
      ++found.particles;
      found.deepest = std::max(found.deepest, wrong * d);
    }
  return found;
}

void addTrespass(RunFigures& figures, const RunFolder& folder, const Scene& scene) {
  const RunSolids solids(folder, scene);
  for (const std::filesystem::path& file : folder.listFrames()) {
    const OwnedParticleTable table = readFrame(file, scene.run.fps);
    Trespass all;
    for (const PictureMesh& wall : solids.at(std::lround(table.time * scene.run.fps))) {
      const Trespass one = trespassing(wall, table.positions, scene);
      all.particles += one.particles;
      all.deepest = std::max(all.deepest, one.deepest);
    }
    figures.leaked = std::max(figures.leaked, all.particles);
    figures.deepest = std::max(figures.deepest, all.deepest);
  }
}

bool isFree(const Scene& scene) {
  const SourceParams& sources = scene.sources;
  const bool held = std::any_of(scene.solids.begin(), scene.solids.end(), [](const auto& solid) {
    return solid.isWall() || (solid.rigid && solid.rigid->oneWay);
  });
  return !held && scene.joints.empty() && scene.events.empty() && sources.emitters.empty() &&
         sources.inflows.empty() && sources.drains.empty();
}

// Difference of the total momentum from that by gravity alone.
double momentumDrift(const CsvTable& ledger, const Scene& scene) {
  const auto sum = [&](const std::string& fluid, const std::string& solids) {
    std::vector<double> all = ledger.column(fluid);
    const auto& names = ledger.names();
    if (std::find(names.begin(), names.end(), solids) == names.end()) return all;
    const std::vector<double> more = ledger.column(solids);
    for (std::size_t k = 0; k < all.size(); ++k) all[k] += more[k];
    return all;
  };
  const auto px = sum("momentumX", "solidMomentumX"), py = sum("momentumY", "solidMomentumY"),
             pz = sum("momentumZ", "solidMomentumZ"), mass = sum("mass", "solidMass");
  const std::vector<double> time = ledger.column("time");
  double most = 0;
  for (std::size_t k = 1; k < time.size(); ++k) {
    const Vec3d gained{px[k] - px[0], py[k] - py[0], pz[k] - pz[0]};
    most = std::max(most, length(gained - mass[k] * (time[k] - time[0]) * scene.world.gravity));
  }
  return most;
}

ForceOnBody forceOn(const SceneSolid& solid, const CsvTable& probes, const std::string& unit) {
  ForceOnBody force{solid.name, {}, 0, 0};
  const std::string name = probeName(solid);
  const std::vector<double> t = probes.column("time"), x = probes.column(name + ".forceX" + unit),
                            y = probes.column(name + ".forceY" + unit),
                            z = probes.column(name + ".forceZ" + unit);
  double impulse = 0, before = 0;
  for (std::size_t k = 0; k < t.size(); ++k) {
    const double size = length(Vec3d{x[k], y[k], z[k]});
    force.overTime.push_back({t[k], size});
    force.largest = std::max(force.largest, size);
    impulse += size * (t[k] - before);
    before = t[k];
  }
  force.mean = before > 0 ? impulse / before : 0;
  return force;
}

}  // namespace

void watchForces(Scene& scene) {
  if (scene.fluids.empty()) return;
  for (const SceneSolid& solid : scene.solids)
    if (solid.surface.coupling->make) {
      ProbeParams probe;
      probe.name = probeName(solid);
      probe.quantity.force = ForceProbeParams{solid.name, std::nullopt};
      scene.probes.push_back(probe);
    }
}

RunFigures readFigures(const RunFolder& folder, const Scene& scene) {
  RunFigures figures;
  const CsvTable stats(folder.stats()), ledger(folder.ledger()), probes(folder.probes());
  if (stats.rows() > 0) {
    figures.time = stats.column("time").back();
    figures.densityRatio = 1 + largestOf(stats.column("largestCompression"));
  }
  figures.lost = CsvTable(folder.escaped()).rows();
  addTrespass(figures, folder, scene);
  if (ledger.rows() > 0 && isFree(scene)) figures.momentumDrift = momentumDrift(ledger, scene);
  const std::string unit = scene.world.dimensions == 2 ? "[N/m]" : "[N]";
  if (probes.rows() > 0)
    for (const SceneSolid& solid : scene.solids)
      if (solid.surface.coupling->make) figures.forces.push_back(forceOn(solid, probes, unit));
  return figures;
}

}  // namespace shoal
