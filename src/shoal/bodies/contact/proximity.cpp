#include "shoal/bodies/contact/proximity.h"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

double share(double part, double whole) {
  return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0;
}

// Weights of the corners of the point of a triangle that is closest to p, by the region of the
// plane that p projects to [Eri04, section 5.1.5].
std::array<double, 3> closestInTriangle(const Vec3d& p, const Vec3d& a, const Vec3d& b,
                                        const Vec3d& c) {
  const Vec3d ab = b - a, ac = c - a, ap = p - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return {1, 0, 0};
  const Vec3d bp = p - b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return {0, 1, 0};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const double t = share(d1, d1 - d3);
    return {1 - t, t, 0};
  }
  const Vec3d cp = p - c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return {0, 0, 1};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const double t = share(d2, d2 - d6);
    return {1 - t, 0, t};
  }
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    const double t = share(d4 - d3, (d4 - d3) + (d5 - d6));
    return {0, 1 - t, t};
  }
  const double all = va + vb + vc;
  if (!(all > 0)) return {1, 0, 0};
  return {va / all, vb / all, vc / all};
}

struct OnEdges {
  double s = 0, t = 0;
};

// The parameters of the closest points of the edges ab and cd [Eri04, section 5.1.9].
OnEdges closestOnEdges(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const Vec3d u = b - a, v = d - c, r = a - c;
  const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
  const double parallel = uu * vv - uv * uv;
  OnEdges at;
  // Nearly parallel edges: any point of the first will do.
  at.s = parallel > 1e-12 * uu * vv ? std::clamp((uv * vr - ur * vv) / parallel, 0.0, 1.0) : 0.5;
  at.t = share(uv * at.s + vr, vv);
  at.s = share(uv * at.t - ur, uu);
  return at;
}

}  // namespace

Proximity proximity(bool edges, const FourPoints& x) {
  Proximity near;
  if (edges) {
    const auto [s, t] = closestOnEdges(x[0], x[1], x[2], x[3]);
    near.weight = {1 - s, s, t - 1, -t};
  } else {
    const auto [a, b, c] = closestInTriangle(x[0], x[1], x[2], x[3]);
    near.weight = {1, -a, -b, -c};
  }
  const Vec3d between = weighted(near.weight, x);
  near.distance = length(between);
  near.normal = normalised(between);
  return near;
}

bool apartByMore(bool edges, const FourPoints& x, double distance) {
  const auto far = [](const Vec3d& a, const Vec3d& b) { return dot(a - b, a - b); };
  if (edges) {
    const Vec3d between = (x[0] + x[1] - x[2] - x[3]) / 2.0;
    const double reach = distance + (std::sqrt(far(x[0], x[1])) + std::sqrt(far(x[2], x[3]))) / 2;
    return dot(between, between) > sq(reach);
  }
  const Vec3d centre = (x[1] + x[2] + x[3]) / 3.0;
  const double radius =
      std::sqrt(std::max({far(x[1], centre), far(x[2], centre), far(x[3], centre)}));
  return far(x[0], centre) > sq(distance + radius);
}

double fastestApproach(bool edges, const FourPoints& v) {
  const auto apart = [&](std::size_t i, std::size_t j) { return dot(v[i] - v[j], v[i] - v[j]); };
  return std::sqrt(edges ? std::max({apart(0, 2), apart(0, 3), apart(1, 2), apart(1, 3)})
                         : std::max({apart(0, 1), apart(0, 2), apart(0, 3)}));
}

}  // namespace shoal
