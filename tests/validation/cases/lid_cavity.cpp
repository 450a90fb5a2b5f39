// A square box of fluid whose lid slides: velocities on the two centre lines against [GGS82].
#include <array>
#include <cmath>

#include "shoal/search/kd_tree.h"
#include "validation/framework/fluid_run.h"
#include "validation/framework/measure.h"
#include "validation/framework/reference_table.h"
#include "validation/framework/validation_case.h"

namespace shoal::validation {
namespace {

constexpr double kReach = 2.5;  // spacings, around a place at which velocity is read
constexpr double kEvery = 0.1;  // s, between readings
constexpr double kLast = 0.15;  // of the run, over which they are averaged

struct Cavity {
  double Re;
  double until;  // s, by when the flow is steady
  double gate;   // of the speed of the lid
};

// The plane a + b . (x - place) nearest to values around the place, by weighted least squares:
// exact for linear flow even beside walls, where an average would lean to one side.
class PlaneFit {
 public:
  void add(const Vec3d& away, double weight, double value) {
    const Vec3d base{1, away.x, away.y};
    for (std::size_t i = 0; i < 3; ++i) m_[i] += weight * base[i] * base;
    rhs_ += weight * value * base;
  }
  double atPlace() const {  // a, by Cramer's rule
    const Vec3d minor = cross(m_[1], m_[2]);
    return dot(rhs_, minor) / dot(m_[0], minor);
  }

 private:
  std::array<Vec3d, 3> m_{};
  Vec3d rhs_;
};

// One component of the velocity along one centre line, at the places of the reference.
struct CentreLine {
  std::string name;
  Series reference;
  std::size_t along, component;  // axes
  Series sum{};                  // over all readings

  Vec3d place(double at) const {
    Vec3d x{0.5, 0.5, 0};
    x[along] = at;
    return x;
  }
  void read(const World& world, const KdTree& tree) {
    sum.resize(reference.size());
    const double reach = kReach * world.spacing();
    for (std::size_t k = 0; k < reference.size(); ++k) {
      const Vec3d here = place(reference[k].x);
      PlaneFit fit;
      tree.forEachWithin(Vec3f(here), static_cast<float>(reach), [&](std::uint32_t j, float r2) {
        const Vec3d away = (Vec3d(positions(world)[j]) - here) / reach;
        fit.add(away, sq(1 - double(r2) / sq(reach)), double(world.fluid().v[j][component]));
      });
      sum[k] = {reference[k].x, sum[k].y + fit.atPlace()};
    }
  }
  Series mean(double readings) const {
    Series result = sum;
    for (Point& p : result) p.y /= readings;
    return result;
  }
};

// [GGS82] tables I and II, with the places in rising order.
CentreLine centreLine(const std::string& component, double Re) {
  const bool u = component == "u";
  Series reference = referenceData("ref_ghia_" + component + "_centreline")
                         .series(u ? "y" : "x", fmt::format("{}_Re{:g}", component, Re));
  return {component, {reference.rbegin(), reference.rend()}, std::size_t{u}, std::size_t{!u}};
}

Outcome slidingLid(const Cavity& cavity, const std::string& solver, double spacing,
                   double viscosity) {
  World world(caseSetup(caseScene("lid-cavity", solver, spacing,
                                  {fmt::format("fluid.water.viscosity={}", viscosity)})));
  CentreLine u = centreLine("u", cavity.Re), v = centreLine("v", cavity.Re);
  double readings = 0;
  const double first = (1 - kLast) * cavity.until;
  for (int k = 0; first + k * kEvery <= cavity.until; ++k, ++readings) {
    runUntil(world, first + k * kEvery, [] {});
    const KdTree tree(positions(world));
    u.read(world, tree);
    v.read(world, tree);
  }
  const Series uMean = u.mean(readings), vMean = v.mean(readings);
  return {.figures = {{"u on x = 1/2, largest deviation", largestDeviation(uMean, u.reference, 1),
                       cavity.gate},
                      {"v on y = 1/2, largest deviation", largestDeviation(vMean, v.reference, 1),
                       cavity.gate},
                      {"u and v, RMS deviation",
                       std::hypot(rmsDeviation(uMean, u.reference, 1),
                                  rmsDeviation(vMean, v.reference, 1)) /
                           std::sqrt(2.0),
                       cavity.gate, true},
                      {"particles that escaped", escapedShare(world), 0}},
          .plots = {{"Along the lid, on x = 1/2",
                     "y in m",
                     "u of the lid's speed",
                     {{"simulated", uMean}, {"Ghia et al.", u.reference, Style::Points}}},
                    {"Across, on y = 1/2",
                     "x in m",
                     "v of the lid's speed",
                     {{"simulated", vMean}, {"Ghia et al.", v.reference, Style::Points}}}}};
}

bool registerCavity(const std::string& name, const Cavity& cavity, std::array<double, 2> spacings,
                    std::vector<std::string> solvers, Suite suite) {
  const auto runWith = [cavity](double viscosity) {
    return [=](const std::string& solver, double spacing) {
      return slidingLid(cavity, solver, spacing, viscosity);
    };
  };
  return registerCase({
      .name = name,
      .description =
          fmt::format("A lid that slides drives a vortex in a box, Re = {:g}.", cavity.Re),
      .reference = "GGS82",
      .solvers = solvers,
      .spacings = spacings,
      .run = runWith(1 / cavity.Re),
      .wrong = {"a viscosity twice as high", runWith(2 / cavity.Re)},
      .suite = suite,
  });
}

const bool slow =
    registerCavity("LidCavity", {.Re = 100, .until = 20, .gate = 0.03}, {1.0 / 25, 1.0 / 50},
                   {"isph", "accurate", "wcsph"}, Suite::Automatic);
const bool fast = registerCavity("LidCavityFast", {.Re = 1000, .until = 50, .gate = 0.05},
                                 {1.0 / 50, 1.0 / 100}, {"accurate", "wcsph"}, Suite::Long);

}  // namespace
}  // namespace shoal::validation
