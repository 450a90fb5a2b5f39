// Membrane forces of triangles and dihedral angles of hinges in lanes: the formulas of membrane.h
// and hinge.h as templates over R, a double or a WideDouble. Read once per target.
#if defined(SHOAL_BODIES_CLOTH_SHEET_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_BODIES_CLOTH_SHEET_LANES_H
#undef SHOAL_BODIES_CLOTH_SHEET_LANES_H
#else
#define SHOAL_BODIES_CLOTH_SHEET_LANES_H
#endif

#include <limits>

#include "shoal/bodies/cloth/membrane.h"
#include "shoal/core/lane_matrix.h"
#include "shoal/core/portable.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

template <class R>
HWY_INLINE R larger(R a, R b) {
  return select(a < b, b, a);
}

HWY_INLINE double angleOf(double y, double x) { return portable::atan2(y, x); }

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
// Of SLEEF, whose header has it for builds that need AVX alone. It gives the bits of the function
// for a single number.
extern "C" __m256d Sleef_cinz_atan2d4_u10avx(__m256d y, __m256d x);
#endif

HWY_INLINE WideDouble angleOf(WideDouble y, WideDouble x) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  return WideDouble(hn::Vec<DoubleTag>{Sleef_cinz_atan2d4_u10avx(y.v.raw, x.v.raw)});
#else
  double ys[kDoubleLanes], xs[kDoubleLanes];
  store(y, ys);
  store(x, xs);
  for (std::size_t l = 0; l < kDoubleLanes; ++l) ys[l] = portable::atan2(ys[l], xs[l]);
  load(y, ys);
  return y;
#endif
}

// A symmetric 2x2 tensor in the plane of the triangle.
template <class R>
struct LaneSym {
  R uu, vv, uv;
};

// The deformation gradient: where the directions u and v of the rest went.
template <class R>
struct LaneDeformation {
  LaneVec<R> u, v;
};

// As RestTriangle.
template <class R>
struct LaneRest {
  R u[3], v[3];  // 1/m, of the gradients
  R volume;      // m^3
};

template <class R>
HWY_INLINE LaneDeformation<R> deformation(const LaneRest<R>& rest, const LaneVec<R> (&x)[3]) {
  // The gradients add up to zero: differences to the first corner lose no digits.
  const LaneVec<R> ab = x[1] - x[0], ac = x[2] - x[0];
  return {rest.u[1] * ab + rest.u[2] * ac, rest.v[1] * ab + rest.v[2] * ac};
}

// The stretch U = sqrt(C) of the 2x2 tensor C = F^T F in closed form: by the theorem of Cayley and
// Hamilton U = (C + J I) / s with J = sqrt(det C) and s = tr U = sqrt(tr C + 2 J).
template <class R>
struct LanePlaneStretch {
  LaneSym<R> C, U;
  R J;  // det U
  R s;  // tr U
};

template <class R>
HWY_INLINE LanePlaneStretch<R> planeStretch(const LaneDeformation<R>& F) {
  constexpr double kFlattest = 1e-3;  // a triangle without area has no direction of recovery
  LanePlaneStretch<R> r;
  r.C = {dot(F.u, F.u), dot(F.v, F.v), dot(F.u, F.v)};
  const LaneVec<R> across = cross(F.u, F.v);
  r.J = larger(sqrt(dot(across, across)), R(kFlattest));
  r.s = sqrt(r.C.uu + r.C.vv + R(2.0) * r.J);
  r.U = {(r.C.uu + r.J) / r.s, (r.C.vv + r.J) / r.s, r.C.uv / r.s};
  return r;
}

// dU/dC, rows and columns in the order uu, vv, uv.
template <class R>
HWY_INLINE LaneMatrix<R> stretchDerivative(const LanePlaneStretch<R>& r) {
  const R zero(0.0), one(1.0), two(2.0);
  const R dJ[3] = {r.C.vv / (two * r.J), r.C.uu / (two * r.J), -r.C.uv / r.J};
  LaneMatrix<R> T;
  const R perS = one / r.s;
  for (std::size_t c = 0; c < 3; ++c) {
    const R ds = ((c < 2 ? one : zero) + two * dJ[c]) / (two * r.s);
    T(0, c) = ((c == 0 ? one : zero) + dJ[c] - r.U.uu * ds) * perS;
    T(1, c) = ((c == 1 ? one : zero) + dJ[c] - r.U.vv * ds) * perS;
    T(2, c) = ((c == 2 ? one : zero) - r.U.uv * ds) * perS;
  }
  return T;
}

template <class R>
HWY_INLINE LaneSym<R> biotStress(const SheetModuli& m, const LaneSym<R>& U) {
  const R eu = U.uu - R(1.0), ev = U.vv - R(1.0);
  return {R(m.along) * eu + R(m.across) * ev, R(m.across) * eu + R(m.along) * ev,
          R(4 * m.shear) * U.uv};
}

// T^T D T with the moduli D.
template <class R>
HWY_INLINE LaneMatrix<R> pulledBack(const LaneMatrix<R>& T, const SheetModuli& m) {
  LaneMatrix<R> N;
  for (std::size_t c = 0; c < 3; ++c) {
    const R du = R(m.along) * T(0, c) + R(m.across) * T(1, c);
    const R dv = R(m.across) * T(0, c) + R(m.along) * T(1, c);
    const R ds = R(4 * m.shear) * T(2, c);
    for (std::size_t r = 0; r < 3; ++r) N(r, c) = T(0, r) * du + T(1, r) * dv + T(2, r) * ds;
  }
  return N;
}

// Tensile part of a symmetric tensor: negative eigenvalues are set to zero.
template <class R>
HWY_INLINE LaneSym<R> pulling(const LaneSym<R>& s) {
  const R zero(0.0), two(2.0);
  const R mean = (s.uu + s.vv) / two, half = (s.uu - s.vv) / two;
  const R radius = sqrt(half * half + s.uv * s.uv);
  const R high = mean + radius, low = mean - radius;
  // high (s - low) / (high - low) projects on the eigenvector of the higher one.
  const R share = high / (two * radius);
  const LaneSym<R> projected{share * (s.uu - low), share * (s.vv - low), share * s.uv};
  const auto all = zero <= low, none = high <= zero;
  return {select(all, s.uu, select(none, zero, projected.uu)),
          select(all, s.vv, select(none, zero, projected.vv)),
          select(all, s.uv, select(none, zero, projected.uv))};
}

// As TriangleResponse.
template <class R>
struct LaneResponse {
  LaneVec<R> force[3];
  LaneMatrix<R> K[3];
};

template <class R>
HWY_INLINE LaneResponse<R> respond(const LaneRest<R>& rest, const SheetModuli& moduli,
                                   const LaneVec<R> (&x)[3]) {
  const R two(2.0);
  const LaneDeformation<R> F = deformation(rest, x);
  const LanePlaneStretch<R> stretched = planeStretch(F);
  const LaneMatrix<R> T = stretchDerivative(stretched);
  const LaneSym<R> biot = biotStress(moduli, stretched.U);
  R byC[3];  // d energy / dC
  for (std::size_t c = 0; c < 3; ++c)
    byC[c] = T(0, c) * biot.uu + T(1, c) * biot.vv + T(2, c) * biot.uv;
  const LaneSym<R> S{two * byC[0], two * byC[1], byC[2]};
  const LaneMatrix<R> N = pulledBack(T, moduli);
  const LaneSym<R> pull = pulling(S);

  LaneResponse<R> response;
  const LaneVec<R> Pu = S.uu * F.u + S.uv * F.v, Pv = S.uv * F.u + S.vv * F.v;
  LaneVec<R> dC[3][3];  // by the place of each corner
  for (std::size_t k = 0; k < 3; ++k) {
    response.force[k] = -rest.volume * (rest.u[k] * Pu + rest.v[k] * Pv);
    dC[k][0] = two * rest.u[k] * F.u;
    dC[k][1] = two * rest.v[k] * F.v;
    dC[k][2] = rest.v[k] * F.u + rest.u[k] * F.v;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    const R tension =
        rest.volume * (pull.uu * rest.u[i] * rest.u[j] + pull.vv * rest.v[i] * rest.v[j] +
                       pull.uv * (rest.u[i] * rest.v[j] + rest.v[i] * rest.u[j]));
    LaneVec<R> NdC[3];
    for (std::size_t c = 0; c < 3; ++c)
      NdC[c] = rest.volume * (N(c, 0) * dC[j][0] + N(c, 1) * dC[j][1] + N(c, 2) * dC[j][2]);
    for (std::size_t r = 0; r < 3; ++r) {
      const LaneVec<R> row = dC[i][0][r] * NdC[0] + dC[i][1][r] * NdC[1] + dC[i][2][r] * NdC[2];
      for (std::size_t c = 0; c < 3; ++c)
        response.K[k](r, c) = row[c] + (r == c ? tension : R(0.0));
    }
  }
  return response;
}

// As HingeAngle.
template <class R>
struct LaneHinge {
  R angle;
  LaneVec<R> gradient[4];
};

template <class R>
HWY_INLINE LaneHinge<R> hingeAngle(const LaneVec<R>& a, const LaneVec<R>& b,
                                   const LaneVec<R>& apex0, const LaneVec<R>& apex1) {
  constexpr double kLeast = std::numeric_limits<double>::min();
  const LaneVec<R> e = b - a;
  const R ee = dot(e, e), span = sqrt(ee);
  const LaneVec<R> n0 = cross(a - apex0, b - apex0), n1 = cross(b - apex1, a - apex1);
  // The gradient grows without bound for triangles without area; a floor keeps it finite.
  const R floor = R(1e-8) * square(ee) + R(kLeast);
  const LaneVec<R> per0 = divided(n0, larger(dot(n0, n0), floor));
  const LaneVec<R> per1 = divided(n1, larger(dot(n1, n1), floor));

  LaneHinge<R> hinge;
  hinge.angle = angleOf(dot(cross(n0, n1), e), span * dot(n0, n1));
  const R perSpan = R(1.0) / larger(span, R(kLeast));
  hinge.gradient[0] = -perSpan * (dot(apex0 - b, e) * per0 + dot(apex1 - b, e) * per1);
  hinge.gradient[1] = perSpan * (dot(apex0 - a, e) * per0 + dot(apex1 - a, e) * per1);
  hinge.gradient[2] = -span * per0;
  hinge.gradient[3] = -span * per1;
  return hinge;
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
