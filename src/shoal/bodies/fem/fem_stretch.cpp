#include "shoal/bodies/fem/fem_stretch.h"

#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

namespace {

// Jacobi rotation of the axes p and q that makes m(p, q) vanish, accumulated in `v`. Only the upper
// half of m is used.
template <std::size_t p, std::size_t q>
void rotateAway(Matrix3& m, Matrix3& v) {
  constexpr std::size_t r = 3 - p - q;
  double& mrp = r < p ? m(r, p) : m(p, r);
  double& mrq = r < q ? m(r, q) : m(q, r);
  const double between = 2 * m(p, q), apart = m(q, q) - m(p, p);
  if (sq(between) == 0) return;  // too small to be divided by
  const double t = between / (apart + std::copysign(std::sqrt(sq(apart) + sq(between)), apart));
  const double c = 1 / std::sqrt(sq(t) + 1), s = t * c;
  m(p, p) -= t * m(p, q);
  m(q, q) += t * m(p, q);
  m(p, q) = 0;
  const double before = mrp;
  mrp = c * before - s * mrq;
  mrq = s * before + c * mrq;
  for (std::size_t i = 0; i < 3; ++i) {
    const double vp = v(i, p), vq = v(i, q);
    v(i, p) = c * vp - s * vq;
    v(i, q) = s * vp + c * vq;
  }
}

// Swaps two columns and negates one, so that a rotation stays one.
void swapColumns(Matrix3& m, std::size_t p, std::size_t q) {
  for (std::size_t i = 0; i < 3; ++i) {
    const double first = m(i, p);
    m(i, p) = m(i, q);
    m(i, q) = -first;
  }
}

}  // namespace

SymmetricAxes axesOf(const Matrix3& symmetric) {
  constexpr int kSweeps = 12;       // at most; four or five are usual
  constexpr double kSmall = 1e-32;  // of the squared norm: below it is rounding
  Matrix3 m = symmetric, v = Matrix3::identity();
  double norm = 0;
  for (const double entry : m.a) norm += sq(entry);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    if (sq(m(0, 1)) + sq(m(0, 2)) + sq(m(1, 2)) <= kSmall * norm) break;
    rotateAway<0, 1>(m, v);
    rotateAway<0, 2>(m, v);
    rotateAway<1, 2>(m, v);
  }
  Vec3d values{m(0, 0), m(1, 1), m(2, 2)};
  const auto order = [&](std::size_t p, std::size_t q) {
    if (values[p] >= values[q]) return;
    std::swap(values[p], values[q]);
    swapColumns(v, p, q);
  };
  order(0, 1);
  order(1, 2);
  order(0, 1);
  return {values, v};
}

Stretch stretchOf(const Matrix3& f) {
  const Matrix3 v = axesOf(transposed(f) * f).vectors;
  const Matrix3 fv = f * v;  // columns s_i u_i
  const Vec3d a = fv.column(0), b = fv.column(1), c = fv.column(2);
  // An element crushed to a plane, line or point has no direction there; any orthonormal one will
  // do.
  const Vec3d p = a == Vec3d{} ? Vec3d{1, 0, 0} : normalised(a);
  const double first = dot(a, p);
  const Vec3d across = b - dot(b, p) * p;
  const bool isPlane = length(across) > 1e-14 * first;
  const Vec3d q = isPlane ? normalised(across) : planeTangent(p);
  const Vec3d r = cross(p, q);
  return {Matrix3::columns(p, q, r), v, {first, dot(b, q), dot(c, r)}};
}

}  // namespace shoal
