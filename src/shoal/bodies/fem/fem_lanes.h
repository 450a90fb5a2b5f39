// Deformation, constitutive laws and stiffness of elements in lanes: the formulas of fem_stretch.h
// and fem_law.h as templates over R, a double or a WideDouble. Read once per target.
#if defined(SHOAL_BODIES_FEM_FEM_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SHOAL_BODIES_FEM_FEM_LANES_H
#undef SHOAL_BODIES_FEM_FEM_LANES_H
#else
#define SHOAL_BODIES_FEM_FEM_LANES_H
#endif

#include <limits>

#include "shoal/bodies/fem/fem_params.h"
#include "shoal/core/lane_matrix.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// Sets `out` to value(p) in the lanes of `where`, one lane at a time: for what is rare.
template <class R, class Mask, class Value>
HWY_INLINE void patch(Mask where, LaneVec<R>& out, const LaneVec<R>& p, Value&& value) {
  if (HWY_LIKELY(!any(where))) return;
  double flag[kLanesOf<R>], in[3][kLanesOf<R>], patched[3][kLanesOf<R>];
  store(select(where, R(1.0), R(0.0)), flag);
  for (std::size_t i = 0; i < 3; ++i) {
    store(p[i], in[i]);
    store(out[i], patched[i]);
  }
  for (std::size_t l = 0; l < kLanesOf<R>; ++l) {
    if (flag[l] == 0) continue;
    const Vec3d fresh = value(Vec3d{in[0][l], in[1][l], in[2][l]});
    for (std::size_t i = 0; i < 3; ++i) patched[i][l] = fresh[i];
  }
  for (std::size_t i = 0; i < 3; ++i) load(out[i], patched[i]);
}

// Whether the square of a length is far from underflow and overflow.
template <class R>
HWY_INLINE auto isOrdinary(R square) {
  constexpr double kLeast =
      std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
  return both(R(kLeast) <= square, square <= R(std::numeric_limits<double>::max()));
}

// Jacobi rotation of the axes p and q that makes m(p, q) vanish, accumulated in `v`, in the lanes
// `active`. Only the upper half of m is used.
template <std::size_t p, std::size_t q, class R, class Mask>
HWY_INLINE void rotateAway(Mask active, LaneMatrix<R>& m, LaneMatrix<R>& v) {
  constexpr std::size_t r = 3 - p - q;
  R& mrp = r < p ? m(r, p) : m(p, r);
  R& mrq = r < q ? m(r, q) : m(q, r);
  const R between = R(2.0) * m(p, q), apart = m(q, q) - m(p, p);
  // Squares of zero are too small to be divided by.
  const auto turn = both(active, !(square(between) <= R(0.0)));
  const R t = between / (apart + copySign(sqrt(square(apart) + square(between)), apart));
  const R c = select(turn, R(1.0) / sqrt(square(t) + R(1.0)), R(1.0));
  const R s = select(turn, t * c, R(0.0));
  const R moved = select(turn, t * m(p, q), R(0.0));
  m(p, p) -= moved;
  m(q, q) += moved;
  m(p, q) = select(turn, R(0.0), m(p, q));
  const R before = mrp;
  mrp = c * before - s * mrq;
  mrq = s * before + c * mrq;
  for (std::size_t i = 0; i < 3; ++i) {
    const R vp = v(i, p), vq = v(i, q);
    v(i, p) = c * vp - s * vq;
    v(i, q) = s * vp + c * vq;
  }
}

template <class R>
struct LaneAxes {
  LaneVec<R> values;      // falling
  LaneMatrix<R> vectors;  // columns; a rotation
};

// Eigenvalues and eigenvectors of a symmetric matrix by Jacobi rotations. A lane that has converged
// is left alone, so that its result does not depend on the others.
template <class R>
HWY_INLINE LaneAxes<R> axesOf(LaneMatrix<R> m) {
  constexpr int kSweeps = 12;       // at most; four or five are usual
  constexpr double kSmall = 1e-32;  // of the squared norm: below it is rounding
  const R one(1.0), zero(0.0);
  LaneMatrix<R> v{{one, zero, zero, zero, one, zero, zero, zero, one}};
  R norm = zero;
  for (const R& entry : m.a) norm += square(entry);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    const auto active = !(square(m(0, 1)) + square(m(0, 2)) + square(m(1, 2)) <= R(kSmall) * norm);
    if (!any(active)) break;
    rotateAway<0, 1>(active, m, v);
    rotateAway<0, 2>(active, m, v);
    rotateAway<1, 2>(active, m, v);
  }
  LaneVec<R> values{{m(0, 0), m(1, 1), m(2, 2)}};
  // Swaps two columns and negates one, so that a rotation stays one.
  const auto order = [&](std::size_t p, std::size_t q) HWY_ATTR {
    const auto swap = values[p] < values[q];
    const R first = values[p];
    values[p] = select(swap, values[q], first);
    values[q] = select(swap, first, values[q]);
    for (std::size_t i = 0; i < 3; ++i) {
      const R column = v(i, p);
      v(i, p) = select(swap, v(i, q), column);
      v(i, q) = select(swap, -column, v(i, q));
    }
  };
  order(0, 1);
  order(1, 2);
  order(0, 1);
  return {values, v};
}

// F = u diag(s) v^T with rotations u and v; s in falling order, the last negative if det F < 0.
template <class R>
struct LaneStretch {
  LaneMatrix<R> u, v;
  LaneVec<R> s;
};

// An element crushed to a plane, line or point has no direction there; any orthonormal one will do.
template <class R>
HWY_INLINE LaneStretch<R> stretchOf(const LaneMatrix<R>& f) {
  const LaneMatrix<R> v = axesOf(transposed(f) * f).vectors;
  const LaneMatrix<R> fv = f * v;  // columns s_i u_i
  const LaneVec<R> a = fv.column(0), b = fv.column(1), c = fv.column(2);
  const R aa = dot(a, a);
  LaneVec<R> p = divided(a, sqrt(aa));
  patch(!isOrdinary(aa), p, a, [](const Vec3d& one) {
    return one == Vec3d{} ? Vec3d{1, 0, 0} : normalised(one);
  });
  const R first = dot(a, p), along = dot(b, p);
  const LaneVec<R> across{{b[0] - along * p[0], b[1] - along * p[1], b[2] - along * p[2]}};
  const R bb = dot(across, across), height = sqrt(bb);
  LaneVec<R> q = divided(across, height);
  const auto isPlane = height > R(1e-14) * first;
  patch(both(isPlane, !isOrdinary(bb)), q, across,
        [](const Vec3d& one) { return normalised(one); });
  patch(!isPlane, q, p, [](const Vec3d& one) { return planeTangent(one); });
  const LaneVec<R> r = cross(p, q);
  LaneStretch<R> stretch;
  for (std::size_t i = 0; i < 3; ++i) {
    stretch.u(i, 0) = p[i];
    stretch.u(i, 1) = q[i];
    stretch.u(i, 2) = r[i];
  }
  stretch.v = v;
  stretch.s = {{first, dot(b, q), dot(c, r)}};
  return stretch;
}

template <class R>
struct LaneLame {
  R lambda, mu;  // Pa
};

// Products of two stretches, indexed by the third: the derivatives of J = s_1 s_2 s_3.
template <class R>
HWY_INLINE LaneVec<R> areas(const LaneVec<R>& s) {
  return {{s[1] * s[2], s[2] * s[0], s[0] * s[1]}};
}

// [SGK18] without its logarithm, with mu J in place of the classical mu log J: the law is defined
// for any stretch. lambda + mu makes it agree with Hooke's law for small strains.
template <class R>
HWY_INLINE R neoHookeanLambda(const LaneLame<R>& lame) {
  return lame.lambda + lame.mu;
}

template <class R>
struct LaneStress {
  R energy;           // J/m^3
  LaneVec<R> stress;  // Pa, derivative of the energy by each stretch
};

// Hooke's law for the strain e along the axes of stretch.
template <class R>
HWY_INLINE LaneStress<R> hooke(const LaneLame<R>& lame, const LaneVec<R>& e) {
  const R traced = lame.lambda * sum(e), twice = R(2.0) * lame.mu;
  return {lame.mu * dot(e, e) + lame.lambda / R(2.0) * square(sum(e)),
          {{twice * e[0] + traced, twice * e[1] + traced, twice * e[2] + traced}}};
}

template <class R>
HWY_INLINE LaneStress<R> stretchStress(FemLaw law, const LaneLame<R>& lame, const LaneVec<R>& s) {
  const R one(1.0), two(2.0), three(3.0);
  if (law == FemLaw::Corotational)  // [MG04]: Hooke's law for S - I of F = R S
    return hooke(lame, LaneVec<R>{{s[0] - one, s[1] - one, s[2] - one}});
  if (law == FemLaw::StVenantKirchhoff) {  // Hooke's law for Green's strain
    LaneVec<R> e;
    for (std::size_t i = 0; i < 3; ++i) e[i] = (square(s[i]) - one) / two;
    LaneStress<R> second = hooke(lame, e);
    for (std::size_t i = 0; i < 3; ++i) second.stress[i] = second.stress[i] * s[i];
    return second;
  }
  const LaneVec<R> area = areas(s);
  const R volume = s[0] * area[0], stiff = neoHookeanLambda(lame);
  const R pressure = stiff * (volume - one) - lame.mu;
  return {lame.mu / two * (dot(s, s) - three) - lame.mu * (volume - one) +
              stiff / two * square(volume - one),
          {{lame.mu * s[0] + pressure * area[0], lame.mu * s[1] + pressure * area[1],
            lame.mu * s[2] + pressure * area[2]}}};
}

// As StretchStiffness.
template <class R>
struct LaneStiffness {
  LaneMatrix<R> stretching;
  LaneVec<R> shearing, turning;
};

template <class R>
HWY_INLINE LaneStiffness<R> corotationalStiffness(const LaneLame<R>& lame, const LaneVec<R>& s) {
  const R twice = R(2.0) * lame.mu;
  const R turn = R(2.0) * lame.lambda * (sum(s) - R(3.0)) - R(4.0) * lame.mu;
  LaneStiffness<R> k;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j)
      k.stretching(i, j) = i == j ? lame.lambda + twice : lame.lambda;
    k.shearing[i] = twice;
    // The rotation of an element at inversion is not unique; its stiffness is set to zero.
    const R both = sum(s) - s[i];
    k.turning[i] = select(both > R(1e-6), twice + turn / both, R(0.0));
  }
  return k;
}

template <class R>
HWY_INLINE LaneStiffness<R> stVenantKirchhoffStiffness(const LaneLame<R>& lame,
                                                       const LaneVec<R>& s) {
  const R one(1.0);
  const R traced = lame.lambda * (dot(s, s) - R(3.0)) / R(2.0);
  LaneStiffness<R> k;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, l = (i + 2) % 3;
    k.stretching(i, i) =
        traced + lame.mu * (R(3.0) * square(s[i]) - one) + lame.lambda * square(s[i]);
    k.stretching(j, l) = k.stretching(l, j) = lame.lambda * s[j] * s[l];
    const R squares = square(s[j]) + square(s[l]) - one;
    k.shearing[i] = traced + lame.mu * (squares + s[j] * s[l]);
    k.turning[i] = traced + lame.mu * (squares - s[j] * s[l]);
  }
  return k;
}

template <class R>
HWY_INLINE LaneStiffness<R> neoHookeanStiffness(const LaneLame<R>& lame, const LaneVec<R>& s) {
  const LaneVec<R> area = areas(s);
  const R lambda = neoHookeanLambda(lame);
  const R pressure = lambda * (s[0] * area[0] - R(1.0)) - lame.mu;
  LaneStiffness<R> k;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, l = (i + 2) % 3;
    k.stretching(i, i) = lame.mu + lambda * square(area[i]);
    k.stretching(j, l) = k.stretching(l, j) = lambda * area[j] * area[l] + pressure * s[i];
    k.shearing[i] = lame.mu - pressure * s[i];
    k.turning[i] = lame.mu + pressure * s[i];
  }
  return k;
}

template <class R>
HWY_INLINE LaneStiffness<R> stretchStiffness(FemLaw law, const LaneLame<R>& lame,
                                             const LaneVec<R>& s) {
  if (law == FemLaw::Corotational) return corotationalStiffness(lame, s);
  if (law == FemLaw::StVenantKirchhoff) return stVenantKirchhoffStiffness(lame, s);
  return neoHookeanStiffness(lame, s);
}

// Sylvester's criterion.
template <class R>
HWY_INLINE auto isPositive(const LaneMatrix<R>& m) {
  const R zero(0.0);
  const R determinant = dot(m.column(0), cross(m.column(1), m.column(2)));
  return both(both(m(0, 0) > zero, m(0, 0) * m(1, 1) > square(m(0, 1))), determinant > zero);
}

template <class R>
HWY_INLINE LaneVec<R> notBelowZero(const LaneVec<R>& p) {
  LaneVec<R> r;
  for (std::size_t i = 0; i < 3; ++i) r[i] = select(p[i] < R(0.0), R(0.0), p[i]);
  return r;
}

// Projection to the nearest positive semi-definite stiffness [TSIF05].
template <class R>
HWY_INLINE LaneStiffness<R> positive(LaneStiffness<R> k) {
  const auto kept = isPositive(k.stretching);
  if (any(!kept)) {
    const LaneAxes<R> axes = axesOf(k.stretching);
    const LaneMatrix<R> projected =
        scaledColumns(axes.vectors, notBelowZero(axes.values)) * transposed(axes.vectors);
    for (std::size_t i = 0; i < 9; ++i)
      k.stretching.a[i] = select(kept, k.stretching.a[i], projected.a[i]);
  }
  k.shearing = notBelowZero(k.shearing);
  k.turning = notBelowZero(k.turning);
  return k;
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
