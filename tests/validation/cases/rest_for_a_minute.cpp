// Water at rest for a minute: particles must not gather energy, and the fluid must neither sink, as
// it would if volume was lost at every step, nor rise.
#include <algorithm>
#include <cmath>

#include "validation/framework/fluid_run.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kG = 9.81, kH = 0.4;
constexpr double kSettled = 10;  // s, after which the packing has settled

double heightOfCentre(const World& world) {
  double sum = 0;
  for (const Vec3f& x : positions(world)) sum += double(x.y);
  return sum / static_cast<double>(positions(world).size());
}

// Mean over the second before `time`.
double meanBefore(const Series& series, double time) {
  double sum = 0, n = 0;
  for (const Point& p : series) {
    if (p.x < time - 1 || p.x > time) continue;
    sum += p.y;
    ++n;
  }
  return sum / n;
}

Outcome resting(const std::string& solver, double spacing,
                const std::vector<std::string>& changes = {}) {
  const Scene scene = caseScene("rest", solver, spacing, changes);
  const double until = scene.run.until;
  World world(caseSetup(scene));
  const auto atStart = static_cast<double>(positions(world).size());
  Series height, energy;
  double most = 0;
  runUntil(world, until, [&] {
    const Ledger sums = world.ledger();
    const double share = sums.kinetic / (sums.mass * kG * kH);
    height.push_back({world.time(), heightOfCentre(world)});
    energy.push_back({world.time(), share});
    if (world.time() > until / 2) most = std::max(most, share);
  });
  const double settled = meanBefore(height, kSettled), last = meanBefore(height, until);
  const double lost = 1 - static_cast<double>(positions(world).size()) / atStart;
  return {.figures = {{"kinetic energy of m g H, most in the second half", most, 1e-4, true},
                      {"drift of the centre from 10 s on, in spacings",
                       std::abs(last - settled) / spacing, 0.05},
                      {"height of the centre, of H / 2", std::abs(last / (kH / 2) - 1), 0.01},
                      {"particles lost", lost, 0}},
          .plots = {{"Height of the centre", "t in s", "m", {{"simulated", height}}},
                    {"Kinetic energy of m g H", "t in s", "", {{"simulated", energy}}}}};
}

const bool registered = registerCase({
    .name = "RestForAMinute",
    .description = "Water in a tank in the plane stays at rest for a minute.",
    .reference = "Lam32",
    .solvers = {"isph"},
    .spacings = {0.02, 0.01},
    .run = [](const std::string& solver, double spacing) { return resting(solver, spacing); },
    .wrong = {"a tank that sinks by 0.1 mm in a second",
              [](const std::string& solver, double spacing) {
                return resting(solver, spacing,
                               {"solid.tank.model=kinematic",
                                R"(solid.tank.motion={translate=["0", "-1e-4*t", "0"]})"});
              }},
    .suite = Suite::Long,
});

}  // namespace
}  // namespace shoal::validation
