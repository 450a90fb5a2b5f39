// Vectors and matrices of which each entry is a double or the lanes of a WideDouble. Read once per
// target, as core/wide_double.h is.
#if defined(SHOAL_CORE_LANE_MATRIX_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_CORE_LANE_MATRIX_H
#undef SHOAL_CORE_LANE_MATRIX_H
#else
#define SHOAL_CORE_LANE_MATRIX_H
#endif

#include "shoal/core/matrix3.h"
#include "shoal/core/wide_double.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

template <class R>
struct LaneVec {
  R c[3];

  HWY_INLINE R& operator[](std::size_t i) { return c[i]; }
  HWY_INLINE const R& operator[](std::size_t i) const { return c[i]; }
};

template <class R>
struct LaneMatrix {
  R a[9];  // row by row

  HWY_INLINE R& operator()(std::size_t i, std::size_t j) { return a[3 * i + j]; }
  HWY_INLINE const R& operator()(std::size_t i, std::size_t j) const { return a[3 * i + j]; }
  HWY_INLINE LaneVec<R> column(std::size_t j) const { return {{a[j], a[3 + j], a[6 + j]}}; }
};

// A single element as a lane, and back.
HWY_INLINE LaneVec<double> laneOf(const Vec3d& p) { return {{p.x, p.y, p.z}}; }
HWY_INLINE LaneMatrix<double> laneOf(const Matrix3& m) {
  LaneMatrix<double> r;
  for (std::size_t i = 0; i < 9; ++i) r.a[i] = m.a[i];
  return r;
}
HWY_INLINE Vec3d ofOne(const LaneVec<double>& p) { return {p[0], p[1], p[2]}; }
HWY_INLINE Matrix3 ofOne(const LaneMatrix<double>& m) {
  Matrix3 r;
  for (std::size_t i = 0; i < 9; ++i) r.a[i] = m.a[i];
  return r;
}

template <class R>
HWY_INLINE R square(R a) {
  return a * a;
}
template <class R>
HWY_INLINE LaneVec<R> operator+(const LaneVec<R>& p, const LaneVec<R>& q) {
  return {{p[0] + q[0], p[1] + q[1], p[2] + q[2]}};
}
template <class R>
HWY_INLINE LaneVec<R> operator-(const LaneVec<R>& p, const LaneVec<R>& q) {
  return {{p[0] - q[0], p[1] - q[1], p[2] - q[2]}};
}
template <class R>
HWY_INLINE LaneVec<R> operator*(R s, const LaneVec<R>& p) {
  return {{p[0] * s, p[1] * s, p[2] * s}};
}
template <class R>
HWY_INLINE R sum(const LaneVec<R>& s) {
  return s[0] + s[1] + s[2];
}
template <class R>
HWY_INLINE R dot(const LaneVec<R>& p, const LaneVec<R>& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
template <class R>
HWY_INLINE LaneVec<R> cross(const LaneVec<R>& p, const LaneVec<R>& q) {
  return {{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]}};
}
template <class R>
HWY_INLINE LaneVec<R> divided(const LaneVec<R>& p, R by) {
  return {{p[0] / by, p[1] / by, p[2] / by}};
}
template <class R>
HWY_INLINE LaneMatrix<R> transposed(const LaneMatrix<R>& m) {
  return {{m.a[0], m.a[3], m.a[6], m.a[1], m.a[4], m.a[7], m.a[2], m.a[5], m.a[8]}};
}
template <class R>
HWY_INLINE LaneVec<R> operator*(const LaneMatrix<R>& m, const LaneVec<R>& p) {
  LaneVec<R> r;
  for (std::size_t i = 0; i < 3; ++i) r[i] = m(i, 0) * p[0] + m(i, 1) * p[1] + m(i, 2) * p[2];
  return r;
}
template <class R>
HWY_INLINE LaneMatrix<R> operator*(const LaneMatrix<R>& m, const LaneMatrix<R>& o) {
  LaneMatrix<R> r;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      r(i, j) = m(i, 0) * o(0, j) + m(i, 1) * o(1, j) + m(i, 2) * o(2, j);
  return r;
}
// m diag(d).
template <class R>
HWY_INLINE LaneMatrix<R> scaledColumns(const LaneMatrix<R>& m, const LaneVec<R>& d) {
  LaneMatrix<R> r;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) r(i, j) = m(i, j) * d[j];
  return r;
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
