#include "shoal/bodies/cloth/membrane.h"

#include <cmath>

#include "shoal/core/portable.h"

namespace shoal {

namespace {

// A symmetric 2x2 tensor in the plane of the triangle.
struct Sym {
  double uu = 0, vv = 0, uv = 0;
};

// The deformation gradient: where the directions u and v of the rest went.
struct Deformation {
  Vec3d u;
  Vec3d v;
};

Deformation deformation(const RestTriangle& rest, const std::array<Vec3d, 3>& x) {
  const auto& [a, b, c] = rest.gradient;
  // The gradients add up to zero: differences to the first corner lose no digits.
  const Vec3d ab = x[1] - x[0], ac = x[2] - x[0];
  return {b.u * ab + c.u * ac, b.v * ab + c.v * ac};
}

// The stretch U = sqrt(C) of the 2x2 tensor C = F^T F in closed form: by the theorem of Cayley and
// Hamilton U = (C + J I) / s with J = sqrt(det C) and s = tr U = sqrt(tr C + 2 J).
struct Stretch {
  Sym C, U;
  double J = 0;  // det U
  double s = 0;  // tr U
};

Stretch stretch(const Deformation& F) {
  constexpr double kFlattest = 1e-3;  // a triangle without area has no direction of recovery
  Stretch r;
  r.C = {dot(F.u, F.u), dot(F.v, F.v), dot(F.u, F.v)};
  r.J = std::max(length(cross(F.u, F.v)), kFlattest);
  r.s = std::sqrt(r.C.uu + r.C.vv + 2 * r.J);
  r.U = {(r.C.uu + r.J) / r.s, (r.C.vv + r.J) / r.s, r.C.uv / r.s};
  return r;
}

// dU/dC, rows and columns in the order uu, vv, uv.
Matrix3 stretchDerivative(const Stretch& r) {
  const double dJ[3] = {r.C.vv / (2 * r.J), r.C.uu / (2 * r.J), -r.C.uv / r.J};
  Matrix3 T;
  const double perS = 1 / r.s;
  for (std::size_t c = 0; c < 3; ++c) {
    const double ds = ((c < 2 ? 1 : 0) + 2 * dJ[c]) / (2 * r.s);
    T(0, c) = ((c == 0) + dJ[c] - r.U.uu * ds) * perS;
    T(1, c) = ((c == 1) + dJ[c] - r.U.vv * ds) * perS;
    T(2, c) = ((c == 2) - r.U.uv * ds) * perS;
  }
  return T;
}

Sym biotStress(const SheetModuli& m, const Sym& U) {
  const double eu = U.uu - 1, ev = U.vv - 1;
  return {m.along * eu + m.across * ev, m.across * eu + m.along * ev, 4 * m.shear * U.uv};
}

// T^T D T with the moduli D.
Matrix3 pulledBack(const Matrix3& T, const SheetModuli& m) {
  Matrix3 N;
  for (std::size_t c = 0; c < 3; ++c) {
    const double du = m.along * T(0, c) + m.across * T(1, c);
    const double dv = m.across * T(0, c) + m.along * T(1, c);
    const double ds = 4 * m.shear * T(2, c);
    for (std::size_t r = 0; r < 3; ++r) N(r, c) = T(0, r) * du + T(1, r) * dv + T(2, r) * ds;
  }
  return N;
}

// Tensile part of a symmetric tensor: negative eigenvalues are set to zero.
Sym pulling(const Sym& s) {
  const double mean = (s.uu + s.vv) / 2, half = (s.uu - s.vv) / 2;
  const double radius = std::sqrt(half * half + s.uv * s.uv);
  const double high = mean + radius, low = mean - radius;
  if (low >= 0) return s;
  if (high <= 0) return {};
  // high (s - low) / (high - low) projects on the eigenvector of the higher one.
  const double share = high / (2 * radius);
  return {share * (s.uu - low), share * (s.vv - low), share * s.uv};
}

}  // namespace

SheetModuli sheetModuli(const ClothParams& p) {
  const double along = p.young / (1 - sq(p.poisson));
  return {along, p.poisson * along, p.shear > 0 ? p.shear : p.young / (2 * (1 + p.poisson))};
}

RestTriangle restTriangle(const std::array<Vec3d, 3>& corner, const Vec3d& weave,
                          double thickness) {
  const auto& [a, b, c] = corner;
  const Vec3d twice = cross(b - a, c - a);
  const Vec3d n = normalised(twice);
  Vec3d u = weave - n * dot(weave, n);
  if (dot(u, u) <= 1e-6 * dot(weave, weave)) u = b - a;  // threads normal to the triangle
  u = normalised(u);
  const Vec3d v = cross(n, u);

  RestTriangle rest;
  const double doubleArea = length(twice);
  rest.volume = doubleArea / 2 * thickness;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3d across = cross(n, corner[(k + 2) % 3] - corner[(k + 1) % 3]) / doubleArea;
    rest.gradient[k] = {dot(across, u), dot(across, v)};
  }
  return rest;
}

TriangleResponse respond(const RestTriangle& rest, const SheetModuli& moduli,
                         const std::array<Vec3d, 3>& x) {
  const Deformation F = deformation(rest, x);
  const Stretch stretched = stretch(F);
  const Matrix3 T = stretchDerivative(stretched);
  const Sym biot = biotStress(moduli, stretched.U);
  const auto byC = [&](std::size_t c) {  // d energy / dC
    return T(0, c) * biot.uu + T(1, c) * biot.vv + T(2, c) * biot.uv;
  };
  const Sym S{2 * byC(0), 2 * byC(1), byC(2)};
  const Matrix3 N = pulledBack(T, moduli);
  const Sym pull = pulling(S);

  TriangleResponse response;
  const Vec3d Pu = S.uu * F.u + S.uv * F.v, Pv = S.uv * F.u + S.vv * F.v;
  std::array<std::array<Vec3d, 3>, 3> dC;  // by the place of each corner
  for (std::size_t k = 0; k < 3; ++k) {
    const PlaneVec& b = rest.gradient[k];
    response.force[k] = -rest.volume * (b.u * Pu + b.v * Pv);
    dC[k] = {2 * b.u * F.u, 2 * b.v * F.v, b.v * F.u + b.u * F.v};
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    const PlaneVec &bi = rest.gradient[i], &bj = rest.gradient[j];
    const double tension = rest.volume * (pull.uu * bi.u * bj.u + pull.vv * bi.v * bj.v +
                                          pull.uv * (bi.u * bj.v + bi.v * bj.u));
    std::array<Vec3d, 3> NdC;
    for (std::size_t c = 0; c < 3; ++c)
      NdC[c] = rest.volume * (N(c, 0) * dC[j][0] + N(c, 1) * dC[j][1] + N(c, 2) * dC[j][2]);
    for (std::size_t r = 0; r < 3; ++r) {
      const Vec3d row = dC[i][0][r] * NdC[0] + dC[i][1][r] * NdC[1] + dC[i][2][r] * NdC[2];
      for (std::size_t c = 0; c < 3; ++c)
        response.K[k](r, c) = static_cast<float>(row[c] + (r == c ? tension : 0));
    }
  }
  return response;
}

double membraneEnergy(const RestTriangle& rest, const SheetModuli& moduli,
                      const std::array<Vec3d, 3>& x) {
  const Sym U = stretch(deformation(rest, x)).U;
  const Sym stress = biotStress(moduli, U);
  return rest.volume / 2 * (stress.uu * (U.uu - 1) + stress.vv * (U.vv - 1) + stress.uv * U.uv);
}

PrincipalStrain principalStrain(const RestTriangle& rest, const std::array<Vec3d, 3>& x) {
  const Deformation F = deformation(rest, x);
  const Sym U = stretch(F).U;
  const double half = (U.uu - U.vv) / 2;
  const double radius = std::sqrt(half * half + U.uv * U.uv);
  const double angle = portable::atan2(U.uv, half) / 2;
  return {(U.uu + U.vv) / 2 + radius - 1,
          normalised(portable::cos(angle) * F.u + portable::sin(angle) * F.v)};
}

}  // namespace shoal
