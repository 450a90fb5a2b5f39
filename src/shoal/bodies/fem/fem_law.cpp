#include "shoal/bodies/fem/fem_law.h"

#include "shoal/core/error.h"

namespace shoal {

namespace {

// Products of two stretches, indexed by the third: the derivatives of J = s_1 s_2 s_3.
Vec3d areas(const Vec3d& s) { return {s.y * s.z, s.z * s.x, s.x * s.y}; }

double sum(const Vec3d& s) { return s.x + s.y + s.z; }

constexpr Vec3d kOnes{1, 1, 1};

// [SGK18] without its logarithm, with mu J in place of the classical mu log J: the law is defined
// for any stretch. lambda + mu makes it agree with Hooke's law for small strains.
double neoHookeanLambda(const Lame& lame) { return lame.lambda + lame.mu; }

StretchStiffness corotationalStiffness(const Lame& lame, const Vec3d& s) {
  const double turn = 2 * lame.lambda * (sum(s) - 3) - 4 * lame.mu;
  StretchStiffness k;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j)
      k.stretching(i, j) = lame.lambda + (i == j ? 2 * lame.mu : 0);
    k.shearing[i] = 2 * lame.mu;
    // The rotation of an element at inversion is not unique; its stiffness is set to zero.
    const double both = sum(s) - s[i];
    k.turning[i] = both > 1e-6 ? 2 * lame.mu + turn / both : 0;
  }
  return k;
}

StretchStiffness stVenantKirchhoffStiffness(const Lame& lame, const Vec3d& s) {
  const double traced = lame.lambda * (dot(s, s) - 3) / 2;
  StretchStiffness k;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, l = (i + 2) % 3;
    k.stretching(i, i) = traced + lame.mu * (3 * sq(s[i]) - 1) + lame.lambda * sq(s[i]);
    k.stretching(j, l) = k.stretching(l, j) = lame.lambda * s[j] * s[l];
    const double squares = sq(s[j]) + sq(s[l]) - 1;
    k.shearing[i] = traced + lame.mu * (squares + s[j] * s[l]);
    k.turning[i] = traced + lame.mu * (squares - s[j] * s[l]);
  }
  return k;
}

StretchStiffness neoHookeanStiffness(const Lame& lame, const Vec3d& s) {
  const Vec3d area = areas(s);
  const double lambda = neoHookeanLambda(lame);
  const double pressure = lambda * (s.x * area.x - 1) - lame.mu;
  StretchStiffness k;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, l = (i + 2) % 3;
    k.stretching(i, i) = lame.mu + lambda * sq(area[i]);
    k.stretching(j, l) = k.stretching(l, j) = lambda * area[j] * area[l] + pressure * s[i];
    k.shearing[i] = lame.mu - pressure * s[i];
    k.turning[i] = lame.mu + pressure * s[i];
  }
  return k;
}

// Sylvester's criterion.
bool isPositive(const Matrix3& m) {
  return m(0, 0) > 0 && m(0, 0) * m(1, 1) > sq(m(0, 1)) && determinant(m) > 0;
}

}  // namespace

FemMaterial planeStressMaterial(const FemMaterial& material) {
  // Without stress across the plane, E / (1 - nu^2) and nu / (1 - nu) of plane strain become E, nu.
  const double nu = material.poisson;
  return {material.young * (1 + 2 * nu) / sq(1 + nu), nu / (1 + nu), material.density};
}

Lame lameOf(double young, double poisson) {
  return {young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson))};
}

StretchStress stretchStress(FemLaw law, const Lame& lame, const Vec3d& s) {
  const auto [lambda, mu] = lame;
  if (law == FemLaw::Corotational) {  // [MG04]: Hooke's law for S - I of F = R S
    const Vec3d e = s - kOnes;
    return {mu * dot(e, e) + lambda / 2 * sq(sum(e)), 2 * mu * e + lambda * sum(e) * kOnes};
  }
  if (law == FemLaw::StVenantKirchhoff) {  // Hooke's law for Green's strain
    const Vec3d e{(sq(s.x) - 1) / 2, (sq(s.y) - 1) / 2, (sq(s.z) - 1) / 2};
    const Vec3d second = 2 * mu * e + lambda * sum(e) * kOnes;
    return {mu * dot(e, e) + lambda / 2 * sq(sum(e)),
            {second.x * s.x, second.y * s.y, second.z * s.z}};
  }
  const Vec3d area = areas(s);
  const double volume = s.x * area.x;
  const double stiff = neoHookeanLambda(lame);
  return {mu / 2 * (dot(s, s) - 3) - mu * (volume - 1) + stiff / 2 * sq(volume - 1),
          mu * s + (stiff * (volume - 1) - mu) * area};
}

StretchStiffness stretchStiffness(FemLaw law, const Lame& lame, const Vec3d& s) {
  if (law == FemLaw::Corotational) return corotationalStiffness(lame, s);
  if (law == FemLaw::StVenantKirchhoff) return stVenantKirchhoffStiffness(lame, s);
  return neoHookeanStiffness(lame, s);
}

StretchStiffness positive(const StretchStiffness& stiffness) {
  StretchStiffness k = stiffness;
  if (!isPositive(k.stretching)) {
    const auto [values, vectors] = axesOf(k.stretching);
    k.stretching = vectors * Matrix3::diagonal(max(values, Vec3d{})) * transposed(vectors);
  }
  k.shearing = max(k.shearing, Vec3d{});
  k.turning = max(k.turning, Vec3d{});
  return k;
}

}  // namespace shoal
