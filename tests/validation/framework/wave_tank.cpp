#include "validation/framework/wave_tank.h"

#include <cmath>

#include "validation/framework/fluid_run.h"
#include "validation/framework/measure.h"
#include "validation/framework/reference_table.h"

namespace shoal::validation {

namespace {

const double kPi = std::acos(-1.0);
constexpr int kSamplesPerPeriod = 64;

struct Mode {
  double L, H, k, period;
};

Mode readMode(const std::string& row) {
  const ReferenceTable table = referenceData("analytic_sloshing_periods");
  return {table.value(row, "L_m"), table.value(row, "H_m"), table.value(row, "k_1pm"),
          table.value(row, "T_s")};
}

// Moves particles of the flat tank to where a wave of amplitude A at its crest has them. The
// displacement of linear theory has no divergence, but only particles that flow along it keep their
// density when the wave is not infinitely small.
void raiseWave(std::vector<Vec3f>& positions, const Mode& mode, double A) {
  const double k = mode.k;
  const auto displacement = [&](const Vec3d& x) {
    return A / std::sinh(k * mode.H) *
           Vec3d{-std::sin(k * x.x) * std::cosh(k * x.y), std::cos(k * x.x) * std::sinh(k * x.y),
                 0};
  };
  constexpr int kSteps = 32;
  for (Vec3f& position : positions) {
    Vec3d x(position);
    for (int step = 0; step < kSteps; ++step) {
      const Vec3d middle = x + 0.5 / kSteps * displacement(x);
      x += 1.0 / kSteps * displacement(middle);
    }
    position = Vec3f(x);
  }
}

// A of the mode. Fluid that keeps its density has int (H + eta) cos(k x) dx = A L / 2, whatever the
// surface looks like to a particle.
double amplitude(const World& world, const Mode& mode) {
  double sum = 0;
  for (const Vec3f& x : positions(world)) sum += std::cos(mode.k * double(x.x));
  return 2 / mode.L * sq(world.spacing()) * sum;
}

}  // namespace

Outcome waveOutcome(const WaveTank& tank, const std::string& solver, double spacing,
                    double gravity) {
  const Mode mode = readMode(tank.reference);
  const double A = tank.steepness * mode.H;
  const Scene scene =
      caseScene(tank.scene, solver, spacing, {fmt::format("world.gravity=[0, {}]", -gravity)});
  WorldSetup setup = caseSetup(scene);
  raiseWave(setup.positions, mode, A);
  World world(setup);

  Series swing, theory;
  const int samples = static_cast<int>(kSamplesPerPeriod * tank.periods);
  for (int k = 0; k <= samples; ++k) {
    const double t = mode.period * k / kSamplesPerPeriod;
    runUntil(world, t, [] {});
    swing.push_back({t, amplitude(world, mode) / A});
    if (k % 4 == 0) theory.push_back({t, std::cos(2 * kPi * t / mode.period)});
  }
  const double period = fitSwing(swing, mode.period).period;
  return {.figures = {{"period", std::abs(period / mode.period - 1), 0.02, true},
                      {"particles that escaped", escapedShare(world), 0}},
          .plots = {{"Amplitude of the mode",
                     "t in s",
                     "amplitude / first amplitude",
                     {{"simulated", swing}, {"linear theory, undamped", theory, Style::Points}}}}};
}

}  // namespace shoal::validation
