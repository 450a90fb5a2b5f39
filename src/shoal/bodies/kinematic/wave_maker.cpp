#include "shoal/bodies/kinematic/wave_maker.h"

#include <cmath>
#include <numbers>

#include "shoal/core/error.h"
#include "shoal/core/hash_random.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;

// Shape of the energy spectrum at the frequency f, in units of that of its peak, without a factor
// [HBB73]; gamma = 1 gives that of Pierson and Moskowitz.
double spectralDensity(double f, double gamma) {
  const double width = f <= 1 ? 0.07 : 0.09;
  const double peak = portable::exp(-sq((f - 1) / width) / 2);
  return portable::pow(f, -5) * portable::exp(-1.25 * portable::pow(f, -4)) *
         portable::pow(gamma, peak);
}

// Amplitudes of sine waves of equal distance in frequency, whose variance is (height / 4)^2.
std::vector<WaveMaker::Component> spectrum(const WaveMakerParams& params) {
  constexpr double kLowest = 0.5, kHighest = 2.5;  // of the frequency of the peak
  const double gamma = params.spectrum == WaveSpectrum::Jonswap ? params.gamma : 1;
  std::vector<WaveMaker::Component> components(static_cast<std::size_t>(params.components));
  double variance = 0;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const double share = (double(i) + 0.5) / double(components.size());
    const double f = kLowest + (kHighest - kLowest) * share;
    WaveMaker::Component& c = components[i];
    c.amplitude = std::sqrt(spectralDensity(f, gamma));
    c.omega = kTwoPi * f / params.period;
    c.phase = std::numbers::pi * randomSigned(static_cast<std::uint64_t>(params.seed), i);
    variance += sq(c.amplitude) / 2;
  }
  for (WaveMaker::Component& c : components) c.amplitude *= params.height / 4 / std::sqrt(variance);
  return components;
}

}  // namespace

// Newton's method in kh, from below both limits' start [New77]: the left side is convex.
double waveNumber(double period, double depth, double gravity) {
  const double a = sq(kTwoPi / period) * depth / gravity;  // = kh tanh kh
  double kh = std::max(a, std::sqrt(a));
  for (int i = 0; i < 50; ++i) {
    const double t = portable::tanh(kh);
    const double change = (kh * t - a) / (t + kh * (1 - t * t));
    kh -= change;
    if (std::abs(change) < 1e-15 * kh) break;
  }
  return kh / depth;
}

// Divided by exp(2 kh), so that deep water does not overflow.
double heightPerStroke(WaveMakerKind kind, double waveNumber, double depth) {
  const double kh = waveNumber * depth;
  const double once = portable::exp(-kh), twice = once * once;
  const double sinh1 = (1 - twice) / 2, cosh1 = (1 + twice) / 2;                  // / exp(kh)
  const double sinh2 = (1 - twice * twice) / 2, cosh2 = (1 + twice * twice) / 2;  // / exp(2 kh)
  const double below = sinh2 + 2 * kh * twice;
  if (kind == WaveMakerKind::Piston) return 2 * (cosh2 - twice) / below;
  return 4 * sinh1 / kh * (kh * sinh1 - cosh1 + once) / below;
}

WaveMaker::WaveMaker(const WaveMakerParams& params, const Vec3d& hinge)
    : kind_(params.kind),
      depth_(params.depth),
      ramp_(params.ramp * params.period),
      direction_(normalised(params.direction)),
      axis_(normalised(cross(params.up, params.direction))),
      hinge_(hinge) {
  if (!(length(cross(params.up, params.direction)) > 0))
    throw Error({}, "motion.waves", "its direction and up must differ, and neither be zero");
  if (params.spectrum == WaveSpectrum::Regular)
    components_ = {{params.height / 2, 0, kTwoPi / params.period, 0}};
  else
    components_ = spectrum(params);
  for (Component& c : components_) {
    const double k = waveNumber(kTwoPi / c.omega, params.depth, params.gravity);
    c.stroke = c.amplitude / heightPerStroke(params.kind, k, params.depth);
  }
}

double WaveMaker::displacement(double t) const {
  if (t <= 0) return 0;
  double sum = 0;
  for (const Component& c : components_) sum += c.stroke * portable::sin(c.omega * t + c.phase);
  const double part = ramp_ > 0 ? std::min(t / ramp_, 1.0) : 1;
  return sum * (1 - portable::cos(std::numbers::pi * part)) / 2;
}

Pose WaveMaker::pose(double t) const {
  const double x = displacement(t);
  if (kind_ == WaveMakerKind::Piston) return {x * direction_, {}};
  const Quaternion turn = rotationBy(portable::atan2(x, depth_) * axis_);
  return {hinge_ - rotate(turn, hinge_), turn};
}

}  // namespace shoal
