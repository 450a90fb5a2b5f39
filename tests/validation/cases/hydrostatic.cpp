// Water at rest: pressure rho g (H - y), the weight of the water on the walls, and stillness.
#include <cmath>

#include "shoal/search/kd_tree.h"
#include "validation/framework/fluid_run.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kG = 9.81, kRho = 1000;

// A tank that is as wide as it is long.
struct Tank {
  std::string scene;
  double width = 1, H = 1;  // m
  std::vector<std::string> solvers{"isph", "wcsph", "pcisph", "dfsph"};
  std::vector<std::string> changes{};  // as of --set
};

// The pressure felt at places two spacings and more from walls and surface, over the height: the
// average of the particles around, weighted by a kernel, at the height that the same average has.
Series pressureProfile(const World& world, const Tank& tank, bool plane) {
  const std::span<const Vec3f> x = positions(world);
  const std::span<const float> p = pressures(world);
  const KdTree tree(x);
  const double d = world.spacing();
  const auto radius = static_cast<float>(3 * d);
  Series profile;
  for (double atY = 2 * d; atY < tank.H - 2 * d; atY += d) {
    for (double atX = 2 * d; atX < tank.width - 2 * d; atX += d) {
      const Vec3d place{atX, atY, plane ? 0 : tank.width / 2};
      double weight = 0, pressure = 0, height = 0;
      tree.forEachWithin(Vec3f(place), radius, [&](std::uint32_t j, float r2) {
        const double q = std::sqrt(double(r2)) / double(radius);
        const double w = sq(sq(1 - q)) * (1 + 4 * q);
        weight += w;
        pressure += w * double(p[j]);
        height += w * double(x[j].y);
      });
      profile.push_back({height / weight, pressure / weight});
    }
  }
  return profile;
}

// RMS against rho g (H - y), of rho g H.
double profileError(const Series& profile, double H, double rho) {
  double sum = 0;
  for (const Point& at : profile) sum += sq(at.y / (rho * kG * H) - (H - at.x) / H);
  return std::sqrt(sum / static_cast<double>(profile.size()));
}

struct Means {
  Vec3d allWalls, leftWall;  // N
  Series profile;            // Pa over m
};

void add(Series& sum, const Series& profile) {
  if (sum.empty()) sum.resize(profile.size(), {0, 0});
  for (std::size_t k = 0; k < sum.size(); ++k)
    sum[k] = {sum[k].x + profile[k].x, sum[k].y + profile[k].y};
}

// Runs the scene and averages over its last quarter what is left of the sound.
Means settle(World& world, const Tank& tank, bool plane, double until) {
  Means mean;
  double samples = 0, profiles = 0, nextProfile = 0.75 * until;
  world.watchWalls(true);
  world.watchPressure(true);
  runUntil(world, until, [&] {
    if (world.time() < 0.75 * until) return;
    for (const Vec3d& force : world.wallForces()) mean.allWalls += force;
    mean.leftWall += world.wallForces()[1];
    ++samples;
    if (world.time() < nextProfile) return;
    add(mean.profile, pressureProfile(world, tank, plane));
    ++profiles;
    nextProfile = world.time() + until / 100;
  });
  for (Point& at : mean.profile) at = {at.x / profiles, at.y / profiles};
  mean.allWalls *= 1 / samples;
  mean.leftWall *= 1 / samples;
  return mean;
}

Outcome atRest(const Tank& tank, const std::string& solver, double spacing, double rho) {
  const Scene scene = caseScene(tank.scene, solver, spacing, tank.changes);
  const bool plane = scene.world.dimensions == 2;
  World world(caseSetup(scene));
  const Means mean = settle(world, tank, plane, scene.run.until);

  const double length = plane ? 1 : tank.width;
  const double weight = rho * kG * tank.width * tank.H * length;
  const double push = rho * kG * sq(tank.H) / 2 * length;
  const Ledger sums = world.ledger();
  Series exact;
  for (int k = 0; k <= 10; ++k)
    exact.push_back({k * tank.H / 10, rho * kG * tank.H * (1 - k / 10.0)});
  // The pressure of isph is within 0.1 % at both spacings; what falls is the force on a side wall.
  const bool isph = solver == "isph";
  return {.figures = {{"pressure", profileError(mean.profile, tank.H, rho), 0.02, !isph},
                      {"weight on all walls", std::abs(-mean.allWalls.y / weight - 1), 0.01},
                      {"force on a side wall", std::abs(-mean.leftWall.x / push - 1), 0.01, isph},
                      {"kinetic energy of m g H", sums.kinetic / (sums.mass * kG * tank.H), 1e-4},
                      {"particles that escaped", escapedShare(world), 0}},
          .plots = {{"Pressure",
                     "height in m",
                     "Pa",
                     {{"simulated", mean.profile, Style::Points}, {"ρ g (H − y)", exact}}}}};
}

bool registerTank(const std::string& name, const std::string& description, const Tank& tank,
                  std::array<double, 2> spacings) {
  return registerCase({
      .name = name,
      .description = description,
      .reference = "Lam32",
      .solvers = tank.solvers,
      .spacings = spacings,
      .run = [tank](const std::string& solver,
                    double spacing) { return atRest(tank, solver, spacing, kRho); },
      .wrong = {"a density 3 % too high",
                [tank](const std::string& solver, double spacing) {
                  return atRest(tank, solver, spacing, 1.03 * kRho);
                }},
  });
}

const bool plane = registerTank("Hydrostatic2D", "Water at rest in the plane, 1 m deep and wide.",
                                {"hydrostatic-2d", 1, 1}, {1.0 / 20, 1.0 / 40});
// The choices of the weakly compressible solver.
const bool gas = registerTank(
    "HydrostaticGasLaw", "Water at rest in the plane under the gas law.",
    {"hydrostatic-2d", 1, 1, {"wcsph"}, {"fluid.water.wcsph.equation=gas"}}, {1.0 / 20, 1.0 / 40});
const bool integrated =
    registerTank("HydrostaticContinuity", "Water at rest in the plane with integrated density.",
                 {"hydrostatic-2d", 1, 1, {"wcsph"}, {"fluid.water.wcsph.density=continuity"}},
                 {1.0 / 20, 1.0 / 40});
const bool space =
    registerTank("Hydrostatic3D", "Water at rest in space, 0.25 m deep.",
                 {"hydrostatic-3d", 0.5, 0.25, {"isph", "wcsph"}}, {1.0 / 32, 1.0 / 60});

}  // namespace
}  // namespace shoal::validation
