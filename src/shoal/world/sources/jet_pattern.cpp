#include "shoal/world/sources/jet_pattern.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/portable.h"
#include "shoal/core/vec.h"

namespace shoal {

namespace {

double fraction(double x) { return x - std::floor(x); }

// The cubic spline and its derivative, of a support with which lattices and dense packings have
// the same density; without a factor.
constexpr double kSupport = 1.97;
double spline(double q) {
  if (q >= 1) return 0;
  return q < 0.5 ? 6 * (q - 1) * q * q + 1 : 2 * cube(1 - q);
}
double splineSlope(double q) {
  if (q >= 1) return 0;
  return q < 0.5 ? (18 * q - 12) * q : -6 * sq(1 - q);
}

double latticeDensity() {
  double sum = 0;
  for (int x = -2; x <= 2; ++x)
    for (int y = -2; y <= 2; ++y)
      for (int z = -2; z <= 2; ++z)
        sum += spline(std::sqrt(double(x * x + y * y + z * z)) / kSupport);
  return sum;
}

// Visits the distances from a particle of column i to those of column j that are within the
// support: visit(dx, dy, distance).
template <class Visit>
void forEachPair(const ColumnSite& i, const ColumnSite& j, Visit&& visit) {
  const double dx = i.across - j.across, dy = i.up - j.up, aside2 = dx * dx + dy * dy;
  if (aside2 >= sq(kSupport)) return;
  for (int layer = -3; layer <= 3; ++layer) {
    const double distance = std::sqrt(aside2 + sq(layer + j.phase - i.phase));
    if (distance < kSupport) visit(dx, dy, distance);
  }
}

// How much denser than a lattice the jet is at each of its first columns.
std::vector<double> excessDensity(const ColumnSites& sites, std::size_t count) {
  const double lattice = latticeDensity();
  std::vector<double> excess(count);
  for (std::size_t i = 0; i < count; ++i) {
    double density = 0;
    for (std::size_t j = 0; j < count; ++j)
      forEachPair(sites[i], sites[j],
                  [&](double, double, double r) { density += spline(r / kSupport); });
    excess[i] = std::max(0.0, density / lattice - 1);
  }
  return excess;
}

// Near its centre the spiral is up to 5 % too dense. Descends on the sum of the squares of the
// excess: after these rounds less than 0.1 % is left.
void relaxCentre(ColumnSites& sites) {
  constexpr std::size_t kCentre = 200;
  constexpr int kRounds = 20;
  constexpr double kStep = 0.3;
  const std::size_t count = std::min(kCentre, sites.size());
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<double> excess = excessDensity(sites, count);
    ColumnSites next = sites;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j) {
        const double both = excess[i] + excess[j];
        if (i == j || both == 0) continue;
        forEachPair(sites[i], sites[j], [&](double dx, double dy, double r) {
          const double push = kStep * both * splineSlope(r / kSupport) / (r * kSupport);
          next[i].across -= push * dx;
          next[i].up -= push * dy;
        });
      }
    sites = std::move(next);
  }
}

}  // namespace

// Rows of the given numbers of particles, centred.
ColumnSites rectangle(long across, long up) {
  ColumnSites sites;
  for (long j = 0; j < up; ++j)
    for (long i = 0; i < across; ++i)
      sites.push_back({double(i) - double(across - 1) / 2, double(j) - double(up - 1) / 2});
  return sites;
}

ColumnSites rectangularJet(long across, long up) {
  constexpr double kAcross = 0.7548776662466927, kUp = 0.5698402909980532;
  ColumnSites sites = rectangle(across, up);
  for (ColumnSite& site : sites) site.phase = fraction(0.5 + site.across * kAcross + site.up * kUp);
  return sites;
}

ColumnSites roundJet(double radius) {
  const double goldenAngle = std::numbers::pi * (3 - std::sqrt(5.0));
  // Neighbours on the spiral differ by Fibonacci numbers. None of these times this step is close to
  // a whole number, so that neighbours are never at one height; their least distance is 0.93.
  constexpr double kPhaseStep = 0.4567;
  ColumnSites sites;
  const long count = std::max(1L, std::lround(std::numbers::pi * sq(radius)));
  for (long k = 0; k < count; ++k) {
    const double n = static_cast<double>(k);
    const double r = std::sqrt((n + 0.5) / std::numbers::pi), angle = n * goldenAngle;
    sites.push_back(
        {r * portable::cos(angle), r * portable::sin(angle), fraction(0.5 + n * kPhaseStep)});
  }
  relaxCentre(sites);
  return sites;
}

}  // namespace shoal
