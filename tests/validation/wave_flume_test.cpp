// Waves of a piston have the length of linear theory, and a damping zone absorbs them.
#include <complex>
#include <numbers>

#include <gtest/gtest.h>

#include "shoal/bodies/kinematic/wave_maker.h"
#include "validation/framework/fluid_run.h"

namespace shoal::validation {
namespace {

using Complex = std::complex<double>;
constexpr double kPi = std::numbers::pi;
constexpr double kPeriod = 1, kDepth = 0.4, kHeight = 0.045;  // as in the scene
constexpr double kWindow = 0.3;                               // m, of a gauge

// Elevation of the surface: the volume of fluid about x, seen through a Hann window.
double elevation(const World& world, double x) {
  double sum = 0;
  for (const Vec3f& p : world.fluid().x) {
    const double d = (double(p.x) - x) / kWindow;
    if (std::abs(d) < 0.5) sum += (1 + std::cos(2 * kPi * d)) / kWindow;
  }
  return sq(world.spacing()) * sum - kDepth;
}

// What the window leaves of a wave of this wave number.
double passed(double k) {
  const double half = k * kWindow / 2;
  return std::sin(half) / half / (1 - sq(half / kPi));
}

struct Waves {
  double waveNumber = 0, incident = 0, reflected = 0;  // 1/m, m, m
  double residual = 0;
};

// Least squares over all gauges [MF80]: amplitudes = a exp(-i k x) + b exp(i k x).
Waves fit(const std::vector<double>& x, const std::vector<Complex>& amplitudes, double k) {
  Complex cross = 0, ra = 0, rb = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const Complex turn = std::polar(1.0, k * x[j]);
    cross += turn * turn;
    ra += turn * amplitudes[j];
    rb += std::conj(turn) * amplitudes[j];
  }
  const double n = double(x.size());
  const double determinant = n * n - std::norm(cross);
  const Complex a = (n * ra - cross * rb) / determinant;
  const Complex b = (n * rb - std::conj(cross) * ra) / determinant;
  Waves waves{k, std::abs(a) / passed(k), std::abs(b) / passed(k), 0};
  for (std::size_t j = 0; j < x.size(); ++j)
    waves.residual +=
        std::norm(amplitudes[j] - a * std::polar(1.0, -k * x[j]) - b * std::polar(1.0, k * x[j]));
  return waves;
}

// From the time `start` on, in s.
Waves wavesOf(const std::vector<std::string>& assignments, double start) {
  const Scene scene = readScene(
      std::filesystem::path(SHOAL_SOURCE_DIR) / "scenes/examples/wave-flume.toml", assignments);
  World world(worldSetup(scene, assemble(scene)));
  constexpr int kGauges = 13, kSamples = 16, kPeriods = 4;
  std::vector<double> x;
  for (int j = 0; j < kGauges; ++j) x.push_back(1.3 + 0.13 * j);
  std::vector<Complex> amplitudes(kGauges);
  for (int s = 0; s < kSamples * kPeriods; ++s) {
    const double t = start + kPeriod * s / kSamples;
    runUntil(world, t, [] {});
    for (int j = 0; j < kGauges; ++j)
      amplitudes[j] +=
          elevation(world, x[j]) * std::polar(2.0 / (kSamples * kPeriods), -2 * kPi * t / kPeriod);
  }
  Waves best{0, 0, 0, 1e9};
  const double theory = waveNumber(kPeriod, kDepth, 9.81);
  for (double k = 0.8 * theory; k < 1.2 * theory; k += 0.002 * theory)
    if (const Waves waves = fit(x, amplitudes, k); waves.residual < best.residual) best = waves;
  return best;
}

// Energy runs at 0.86 m/s: what the end of the flume reflects, at 6.2 m, has come back to the
// gauges, at 1.3 to 2.9 m, by 12 s. Waves 3.6 spacings high lose 3.7 % of their height in a metre.
TEST(WaveFlumeLong, WavesOfAPistonHaveTheirLengthAndAreAbsorbed) {
  const Waves waves = wavesOf({"world.spacing=0.0125"}, 12);
  EXPECT_NEAR(waveNumber(kPeriod, kDepth, 9.81) / waves.waveNumber, 1, 0.05) << "length";
  EXPECT_LT(waves.reflected / waves.incident, 0.05);
  EXPECT_NEAR(2 * waves.incident / kHeight, 1, 0.1) << "height";
}

// 5.4 spacings high, with a steepness of 0.03; by 7 s they are regular at all gauges.
TEST(WaveFlumeLong, WavesOfAPistonHaveTheHeightOfLinearTheory) {
  const Waves waves = wavesOf({"world.spacing=0.008333333"}, 7);
  EXPECT_NEAR(2 * waves.incident / kHeight, 1, 0.05);
}

// A wall where the damping zone would begin.
TEST(WaveFlumeLong, AWallReflectsThem) {
  const Waves waves = wavesOf({"world.sponge[0].rate=0",
                               "solid.flume.mesh.box.corners=[[-0.6, 0, -0.1], [3.2, "
                               "0.8, 0.1]]",
                               "fluid.water.fill=[{box=[[0, 0], [3.2, 0.4]]}]"},
                              8);
  EXPECT_GT(waves.reflected / waves.incident, 0.3);
}

}  // namespace
}  // namespace shoal::validation
