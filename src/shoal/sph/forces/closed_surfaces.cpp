#include "shoal/sph/forces/closed_surfaces.h"

#include <algorithm>
#include <numeric>

namespace shoal {

namespace {

// Connected parts by union-find, named by the smallest index.
class Parts {
 public:
  explicit Parts(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0u); }

  std::uint32_t of(std::uint32_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = of(a);
    b = of(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

// Sums over a part. Moments are about `middle`.
struct Sums {
  double weight = 0;
  Vec3d middle, force, torque;
  Vec3d diagonal, sides;  // of the moment of inertia: xx, yy, zz and yz, zx, xy
  bool free = true;       // touches no wall
};

// Rotation that removes the torque: solution of inertia * turn = torque by Cramer's rule.
Vec3d turnOf(const Sums& part) {
  const Vec3d x{part.diagonal.x, part.sides.z, part.sides.y};
  const Vec3d y{part.sides.z, part.diagonal.y, part.sides.x};
  const Vec3d z{part.sides.y, part.sides.x, part.diagonal.z};
  const double determinant = dot(x, cross(y, z));
  const double size = part.diagonal.x + part.diagonal.y + part.diagonal.z;
  if (determinant <= 1e-9 * cube(size)) return {};  // collinear: no inertia about its axis
  return (dot(part.torque, cross(y, z)) * Vec3d{1, 0, 0} +
          dot(part.torque, cross(z, x)) * Vec3d{0, 1, 0} +
          dot(part.torque, cross(x, y)) * Vec3d{0, 0, 1}) /
         determinant;
}

void addMoments(Sums& part, const Vec3d& r, const Vec3d& force, double weight) {
  part.torque += cross(r, force);
  part.diagonal += weight * Vec3d{sq(r.y) + sq(r.z), sq(r.z) + sq(r.x), sq(r.x) + sq(r.y)};
  part.sides -= weight * Vec3d{r.y * r.z, r.z * r.x, r.x * r.y};
}

}  // namespace

void balanceClosedSurfaces(const SurfaceBand& band, bool spaceRepeats, std::span<Vec3f> force) {
  const std::size_t n = band.size();
  Parts parts(n);
  for (std::uint32_t k = 0; k < n; ++k)
    for (const std::uint32_t j : band.near.of(k))
      if (j < k && dot(band.normal[k], band.normal[j]) > 0) parts.join(k, j);

  std::vector<Sums> sums(n);
  const auto partOf = [&](std::size_t k) -> Sums& {
    return sums[parts.of(static_cast<std::uint32_t>(k))];
  };
  for (std::size_t k = 0; k < n; ++k) {
    Sums& part = partOf(k);
    const double weight = double(band.weight[k]);
    part.weight += weight;
    part.middle += weight * Vec3d(band.x[k]);
    part.force += Vec3d(force[k]);
    part.free = part.free && !band.besideWall[k];
  }
  for (std::size_t k = 0; k < n; ++k) {
    Sums& part = partOf(k);
    const double weight = double(band.weight[k]);
    const Vec3d r = Vec3d(band.x[k]) - part.middle / part.weight;
    addMoments(part, r, Vec3d(force[k]), weight);
  }
  for (std::size_t k = 0; k < n; ++k) {
    const Sums& part = partOf(k);
    if (!part.free) continue;
    const double weight = double(band.weight[k]);
    const Vec3d r = Vec3d(band.x[k]) - part.middle / part.weight;
    const Vec3d turn = spaceRepeats ? Vec3d{} : cross(turnOf(part), r);
    force[k] -= Vec3f(weight * (part.force / part.weight + turn));
  }
}

}  // namespace shoal
