#include "shoal/bodies/cloth/implicit_step.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/conjugate_gradients.h"

namespace shoal {

namespace {

constexpr int kMaxIterations = 1000;
// m/s^2, root mean square: residuals below it are accepted whatever the tolerance.
constexpr double kLeastAcceleration = 1e-4;

struct Momenta {
  double mass = 0;
  Vec3d first;        // kg m, or kg m/s
  Vec3d angular;      // kg m^2/s
  Symmetric3 second;  // kg m^2

  friend Momenta operator+(Momenta a, const Momenta& b) {
    a.mass += b.mass;
    a.first += b.first;
    a.angular += b.angular;
    a.second += b.second;
    return a;
  }
};

// The angular velocity w with I w = l for a body of these second moments; zero for a body on a
// line, whose inertia about itself vanishes.
Vec3d angularVelocity(const Symmetric3& m, const Vec3d& l) {
  const Vec3d a{m.yy + m.zz, -m.xy, -m.zx}, b{-m.xy, m.xx + m.zz, -m.yz},
      c{-m.zx, -m.yz, m.xx + m.yy};
  const double det = dot(a, cross(b, c));
  const double size = a.x + b.y + c.z;
  if (!(det > 1e-9 * cube(size))) return {};
  return (l.x * cross(b, c) + l.y * cross(c, a) + l.z * cross(a, b)) / det;
}

bool isHeld(const ImplicitPoints& points, std::span<const std::uint32_t> members) {
  return parallelReduce(
      members.size(), false, [&](std::size_t n) { return points.inverseMass[members[n]] == 0; },
      [](bool a, bool b) { return a || b; });
}

}  // namespace

void ImplicitStep::setUp(std::span<const Vec3d> rest, std::span<const double> area) {
  precondition_ = Multilevel(rest, area);
}

int ImplicitStep::solve(const ImplicitPoints& points, const PairMatrix& K, std::span<const Vec3d> f,
                        double h, double damping, double tolerance) {
  const std::size_t n = points.x.size();
  c_ = h * (h + damping);
  for (auto* vector : {&r_, &z_, &p_}) vector->resize(n);
  diagonal_.resize(n);
  parallelFor(n, [&](std::size_t i) {
    diagonal_[i] = static_cast<float>(c_) * K.diagonal(i);
    r_[i] = points.inverseMass[i] == 0 ? Vec3d{} : h * f[i] - c_ * K.row(i, points.v);
  });
  precondition_.update(points.mass, points.inverseMass, diagonal_);
  const double mass = parallelSum(n, 0.0, [&](std::size_t i) { return points.mass[i]; });
  return findChange(points, K, tolerance, sq(kLeastAcceleration * h) * mass);
}

int ImplicitStep::respond(const ImplicitPoints& points, const PairMatrix& K,
                          std::span<const Vec3d> J, double tolerance) {
  parallelFor(points.x.size(),
              [&](std::size_t i) { r_[i] = points.inverseMass[i] == 0 ? Vec3d{} : J[i]; });
  return findChange(points, K, tolerance, 0);
}

int ImplicitStep::findChange(const ImplicitPoints& points, const PairMatrix& K, double tolerance,
                             double enough) {
  const std::size_t n = points.x.size();
  dv_.assign(n, {});
  Ap_.assign(n, {});
  const auto multiply = [&] {
    return parallelSum(n, 0.0, [&](std::size_t i) {
      if (points.inverseMass[i] == 0) return 0.0;
      Ap_[i] = points.mass[i] * p_[i] + c_ * K.row(i, p_);
      return dot(p_[i], Ap_[i]);
    });
  };
  const auto precondition = [&](auto&& update) {
    parallelFor(n, update);
    precondition_.apply(r_, z_);
    return parallelSum(n, 0.0, [&](std::size_t i) { return dot(r_[i], z_[i]); });
  };
  const auto isEnough = [&](double rz, double first) {
    return !(rz > std::max(sq(tolerance) * first, enough));
  };
  return conjugateGradients<Vec3d>({dv_, r_, z_, p_, Ap_}, {.maxIterations = kMaxIterations},
                                   multiply, precondition, isEnough)
      .iterations;
}

void takeOutCommonForce(const ImplicitPoints& points, const Grouped<std::uint32_t>& parts,
                        std::span<Vec3d> force) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto members = parts.of(part);
    if (isHeld(points, members)) continue;
    const Momenta sum = parallelSum(members.size(), Momenta{}, [&](std::size_t n) {
      Momenta m;
      m.mass = points.mass[members[n]];
      m.first = force[members[n]];
      return m;
    });
    parallelFor(members.size(), [&](std::size_t n) {
      force[members[n]] -= points.mass[members[n]] / sum.mass * sum.first;
    });
  }
}

void giveBackMomentum(const ImplicitPoints& points, const Grouped<std::uint32_t>& parts,
                      std::span<const Vec3d> change, std::span<const Vec3d> outer, double h) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto members = parts.of(part);
    if (isHeld(points, members)) continue;
    const Momenta whole = parallelSum(members.size(), Momenta{}, [&](std::size_t n) {
      const std::uint32_t i = members[n];
      Momenta m;
      m.mass = points.mass[i];
      m.first = points.mass[i] * points.x[i];
      return m;
    });
    const Vec3d centre = whole.first / whole.mass;
    const Momenta lost = parallelSum(members.size(), Momenta{}, [&](std::size_t n) {
      const std::uint32_t i = members[n];
      const double mass = points.mass[i];
      const Vec3d d = points.x[i] - centre;
      Momenta m;
      m.first = h * outer[i] - mass * change[i];
      m.angular = cross(d, m.first);
      m.second = weightedSquare(mass, d);
      return m;
    });
    const Vec3d shift = lost.first / whole.mass;
    const Vec3d spin = angularVelocity(lost.second, lost.angular);
    parallelFor(members.size(), [&](std::size_t n) {
      const std::uint32_t i = members[n];
      points.v[i] += shift + cross(spin, points.x[i] - centre);
    });
  }
}

}  // namespace shoal
