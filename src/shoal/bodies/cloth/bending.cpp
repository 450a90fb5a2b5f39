#include "shoal/bodies/cloth/bending.h"

#include <cmath>
#include <numbers>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr std::size_t kGroups = 128;  // per task

using Moduli = std::array<std::array<double, 3>, 3>;

Moduli plateModuli(const std::array<Vec3d, 3>& x, double stiffness, double poisson) {
  const Vec3d twice = cross(x[1] - x[0], x[2] - x[0]);
  const double doubleArea = length(twice);
  std::array<Vec3d, 3> edge;
  std::array<double, 3> height, edgeLength;
  for (std::size_t k = 0; k < 3; ++k) {
    edge[k] = x[(k + 2) % 3] - x[(k + 1) % 3];
    edgeLength[k] = length(edge[k]);
    height[k] = doubleArea / edgeLength[k];
  }
  Moduli moduli;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      // The normals of two edges make the same angle as the edges.
      const double cosine = dot(edge[i], edge[j]) / (edgeLength[i] * edgeLength[j]);
      moduli[i][j] = stiffness * doubleArea / 2 * ((1 - poisson) * sq(cosine) + poisson) /
                     (height[i] * height[j]);
    }
  return moduli;
}

// Angles are known up to full turns; the one nearest to the rest angle counts.
double nearestTurn(double angle, double rest) {
  constexpr double kTurn = 2 * std::numbers::pi;
  if (std::abs(rest - angle) < 3) return angle;
  return angle + kTurn * std::round((rest - angle) / kTurn);
}

}  // namespace

Bending::Bending(std::span<const std::array<Vec3d, 3>> rest, const SheetTopology& sheet,
                 std::vector<double> angles, double stiffness, double poisson)
    : restAngles_(std::move(angles)),
      groups_(sheet.edges),
      hinges_(sheet.edges.size()),
      bend_(sheet.edges.size()),
      moment_(sheet.edges.size()),
      stiffness_(sheet.edges.size()) {
  for (const auto& corner : rest) moduli_.push_back(plateModuli(corner, stiffness, poisson));
  for (std::size_t t = 0; t < rest.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i)
      for (const double modulus : moduli_[t][i])
        stiffness_[sheet.edgeAcross[t][i]] += std::abs(modulus);
}

void Bending::update(const SheetTopology& sheet, std::span<const Vec3d> x) {
  parallelChunks(
      groups_.size(),
      [&](Range r, std::size_t) {
        for (std::size_t g = r.begin; g < r.end; ++g) measureGroup(groups_, g, x, hinges_);
      },
      kGroups);
  parallelFor(groups_.edge.size(), [&](std::size_t n) {
    const std::uint32_t e = groups_.edge[n];
    bend_[e] = nearestTurn(hinges_[e].angle, restAngles_[e]) - restAngles_[e];
  });
  parallelFor(groups_.edge.size(), [&](std::size_t n) {
    const std::uint32_t e = groups_.edge[n];
    double moment = 0;
    for (const std::uint32_t t : sheet.edges[e].triangle) {
      const auto& across = sheet.edgeAcross[t];
      const std::size_t own = across[0] == e ? 0 : across[1] == e ? 1 : 2;
      for (std::size_t k = 0; k < 3; ++k) moment += moduli_[t][own][k] * bend_[across[k]];
    }
    moment_[e] = moment;
  });
}

Vec3d Bending::force(const SheetTopology& sheet, std::size_t vertex) const {
  Vec3d sum;
  for (const std::uint32_t item : sheet.hinges.of(vertex))
    sum -= moment_[item / 4] * hinges_[item / 4].gradient[item % 4];
  return sum;
}

double Bending::energy(const SheetTopology& sheet, std::size_t t) const {
  double twice = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      twice += moduli_[t][i][j] * bend_[sheet.edgeAcross[t][i]] * bend_[sheet.edgeAcross[t][j]];
  return twice / 2;
}

}  // namespace shoal
