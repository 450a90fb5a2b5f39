#include "shoal/view/picture/colouring.h"

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

const char* unitOf(ColourBy quantity) {
  switch (quantity) {
    case ColourBy::None:
      return "";
    case ColourBy::Speed:
      return "m/s";
    case ColourBy::Pressure:
      return "Pa";
    case ColourBy::Density:
      return "kg/m\u00b3";
    case ColourBy::NumberDensity:
      return "1/h\u00b3";
    case ColourBy::Stress:
      return "Pa";
  }
  return "";
}

bool startsAtZero(ColourBy quantity) {
  return quantity == ColourBy::Speed || quantity == ColourBy::Stress;
}

[[noreturn]] void failWithout(const char* column, const ViewParams& params) {
  fail("there is no particle column \"{}\" to show {}; choose another view.colourBy", column,
       wordOf(params.colourBy));
}

std::vector<float> valuesOf(const ParticleTable& particles, const ViewParams& params) {
  if (params.colourBy != ColourBy::Speed) {
    const auto column = particles.column<float>(wordOf(params.colourBy));
    if (!column) failWithout(wordOf(params.colourBy), params);
    return {column->begin(), column->end()};
  }
  const auto velocity = particles.column<Vec3f>("velocity");
  if (!velocity) failWithout("velocity", params);
  std::vector<float> speed(velocity->size());
  parallelFor(speed.size(), [&](std::size_t i) { speed[i] = length((*velocity)[i]); });
  return speed;
}

void rangeFromValues(const ViewParams& params, Colouring& colouring) {
  std::vector<float> finite;
  for (const float v : colouring.values)
    if (std::isfinite(v)) finite.push_back(v);
  if (finite.empty()) return;
  const auto quantile = [&](double share) {
    const auto nth = finite.begin() +
                     static_cast<std::ptrdiff_t>(share * static_cast<double>(finite.size() - 1));
    std::nth_element(finite.begin(), nth, finite.end());
    return static_cast<double>(*nth);
  };
  colouring.low = startsAtZero(params.colourBy) ? 0 : quantile(0.01);
  colouring.high = quantile(0.99);
  const double smallest = 1e-6 * std::max(std::abs(colouring.low), std::abs(colouring.high));
  colouring.madeUp = colouring.high - colouring.low <= smallest;
  if (colouring.madeUp) colouring.high = colouring.low + 1;
}

Colouring named(const ViewParams& params) {
  const bool samples = params.colourBy == ColourBy::NumberDensity;
  Colouring colouring;
  colouring.name = samples ? "samples" : wordOf(params.colourBy);
  colouring.unit = unitOf(params.colourBy);
  return colouring;
}

void chooseRange(const ViewParams& params, Colouring& colouring) {
  if (params.low == 0 && params.high == 0) {
    rangeFromValues(params, colouring);
  } else if (params.low < params.high) {
    colouring.low = params.low;
    colouring.high = params.high;
  } else {
    fail("view.low is {} but must be below view.high, which is {}", params.low, params.high);
  }
}

}  // namespace

Colouring colourParticles(const ParticleTable& particles, const ViewParams& params) {
  Colouring colouring = named(params);
  if (params.colourBy == ColourBy::None) return colouring;
  if (!particles.positions.empty()) colouring.values = valuesOf(particles, params);
  chooseRange(params, colouring);
  return colouring;
}

Colouring colourSolids(std::span<const PictureMesh> solids, const ViewParams& params) {
  Colouring colouring = named(params);
  for (const PictureMesh& solid : solids)
    colouring.values.insert(colouring.values.end(), solid.values.begin(), solid.values.end());
  chooseRange(params, colouring);
  return colouring;
}

}  // namespace shoal
