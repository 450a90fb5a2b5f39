#include "validation/framework/rise.h"

#include <cmath>

#include "validation/framework/body_run.h"
#include "validation/framework/measure.h"

namespace shoal::validation {

double releaseAcceleration(const RisingBody& body, double density) {
  return (kRiseWater - density) * kRiseGravity / (density + body.addedMass * kRiseWater);
}

Series riseOf(const RisingBody& rising, const std::string& solver, double spacing,
              const Rise& rise) {
  const double ofBody =
      ((rise.density - kRiseWater) * kRiseGravity + kRiseWater * rise.gravity) / rise.density;
  std::vector<std::string> changes = rise.changes;
  changes.push_back(fmt::format("world.gravity=[0, {}, 0]", -ofBody));
  changes.push_back(fmt::format("world.bodyForce=[0, {}, 0]", ofBody - rise.gravity));
  changes.push_back(fmt::format("solid.body.density={}", rise.density));
  World world(caseSetup(caseScene(rising.scene, solver, spacing, std::move(changes))));
  const Body& body = bodyOf(world, "body");
  const double start = body.totals().centre.y;
  Series way{{0, 0}};
  runUntil(world, rise.until, [&] {
    way.push_back({world.time(), body.totals().centre.y - start});
  });
  return way;
}

Outcome judgeRise(const RisingBody& body, const std::string& solver, double spacing,
                  double measured) {
  constexpr double kDensity = 800, kUntil = 0.8, kEarly = 0.2;
  const Series heavy = riseOf(body, solver, spacing, {.density = measured, .until = kUntil});
  const Series light = riseOf(
      body, solver, spacing, {.density = kDensity, .gravity = 0.1 * kRiseGravity, .until = kUntil});
  const double a = releaseAcceleration(body, kDensity);
  Series law;
  for (double t = 0; t <= 2 * kEarly; t += 0.01) law.push_back({t, a * sq(t) / 2});
  const double full = valueAt(heavy, kUntil), tenth = valueAt(light, kUntil);
  return {.figures = {{"way under g against a tenth of it", std::abs(full / tenth - 1), 0.1, true},
                      {"way of the first 0.2 s against a t^2 / 2",
                       std::abs(valueAt(heavy, kEarly) / (a * sq(kEarly) / 2) - 1), 0.15}},
          .plots = {{"Way upwards",
                     "t in s",
                     "m",
                     {{"under g", heavy}, {"under g / 10", light}, {"a t^2 / 2", law}}}}};
}

}  // namespace shoal::validation
