#include "shoal/bodies/cloth/bending.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

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

}  // namespace

HingeAngle hingeAngle(const Vec3d& a, const Vec3d& b, const Vec3d& apex0, const Vec3d& apex1) {
  const Vec3d e = b - a;
  const double span = length(e);
  const Vec3d n0 = cross(a - apex0, b - apex0), n1 = cross(b - apex1, a - apex1);
  // The gradient grows without bound for triangles without area; a floor keeps it finite.
  const double floor = 1e-8 * sq(dot(e, e)) + std::numeric_limits<double>::min();
  const Vec3d per0 = n0 / std::max(dot(n0, n0), floor), per1 = n1 / std::max(dot(n1, n1), floor);

  HingeAngle hinge;
  hinge.angle = portable::atan2(dot(cross(n0, n1), e), span * dot(n0, n1));
  const double perSpan = 1 / std::max(span, std::numeric_limits<double>::min());
  hinge.gradient[0] = -perSpan * (dot(apex0 - b, e) * per0 + dot(apex1 - b, e) * per1);
  hinge.gradient[1] = perSpan * (dot(apex0 - a, e) * per0 + dot(apex1 - a, e) * per1);
  hinge.gradient[2] = -span * per0;
  hinge.gradient[3] = -span * per1;
  return hinge;
}

Bending::Bending(std::span<const std::array<Vec3d, 3>> rest, const SheetTopology& sheet,
                 std::vector<double> angles, double stiffness, double poisson)
    : restAngles_(std::move(angles)),
      hinges_(sheet.edges.size()),
      moment_(sheet.edges.size()),
      stiffness_(sheet.edges.size()) {
  for (const auto& corner : rest) moduli_.push_back(plateModuli(corner, stiffness, poisson));
  for (std::size_t t = 0; t < rest.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i)
      for (const double modulus : moduli_[t][i])
        stiffness_[sheet.edgeAcross[t][i]] += std::abs(modulus);
}

void Bending::update(const SheetTopology& sheet, std::span<const Vec3d> x) {
  parallelFor(sheet.edges.size(), [&](std::size_t e) {
    const SheetEdge& edge = sheet.edges[e];
    if (!edge.isHinge()) return;
    HingeAngle hinge = hingeAngle(x[edge.a], x[edge.b], x[edge.apex[0]], x[edge.apex[1]]);
    // Angles are known up to full turns; the one nearest to the rest angle counts.
    const double turn = 2 * std::numbers::pi;
    hinge.angle += turn * std::round((restAngles_[e] - hinge.angle) / turn);
    hinges_[e] = hinge;
  });
  parallelFor(sheet.edges.size(), [&](std::size_t e) {
    moment_[e] = 0;
    if (!sheet.edges[e].isHinge()) return;
    for (const std::uint32_t t : sheet.edges[e].triangle) {
      const auto& across = sheet.edgeAcross[t];
      const std::size_t own = across[0] == e ? 0 : across[1] == e ? 1 : 2;
      for (std::size_t k = 0; k < 3; ++k) moment_[e] += moduli_[t][own][k] * bend(across[k]);
    }
  });
}

Vec3d Bending::force(const SheetTopology& sheet, std::size_t vertex) const {
  Vec3d sum;
  for (const std::uint32_t item : sheet.hinges.of(vertex))
    sum -= moment_[item / 4] * hinges_[item / 4].gradient[item % 4];
  return sum;
}

void Bending::addStiffness(std::size_t edge, std::size_t role, std::size_t otherRole,
                           Matrix3f& block) const {
  const Vec3d g = stiffness_[edge] * hinges_[edge].gradient[role];
  const Vec3d& other = hinges_[edge].gradient[otherRole];
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c) block(r, c) += static_cast<float>(g[r] * other[c]);
}

double Bending::energy(const SheetTopology& sheet, std::size_t t) const {
  double twice = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      twice += moduli_[t][i][j] * bend(sheet.edgeAcross[t][i]) * bend(sheet.edgeAcross[t][j]);
  return twice / 2;
}

}  // namespace shoal
