#include "shoal/world/solids/displaced_fluid.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/search/kd_tree.h"

namespace shoal {

namespace {

// All in spacings. With these, the relative density beside discs and boxes at any offset from the
// lattice differs from one by 1.4 % (root mean square) in the plane, by 0.6 % beside a ball;
// with points that move up to 2.5 from the surface by 2.7 %, with 200 iterations by 1.2 %.
constexpr double kRoom = 0.5;            // from the surface, as between a wall and fluid at rest
constexpr double kMovable = 4;           // points further away do not move
constexpr double kRoomAtSurface = 0.25;  // where the fluid ends
constexpr double kAmongFluid = 0.501;    // along an axis, from a lattice point: in its cell
constexpr double kReach = 6.5;           // points further away are not seen either
constexpr double kNeighbour = 1.1;       // on the lattice
constexpr double kSpread = 1.6;          // of the rounding of shares
constexpr double kRepulsion = 2;         // range
constexpr double kFurthest = 0.1;        // in one iteration
constexpr double kStrength = 0.3;
constexpr int kIterations = 80;
// Of shares: coordinates are floats.
constexpr double kRounding = 1e-3;

// The lattice points near a solid. Each stands for the volume of a particle, of fluid or, if it is
// taken, of the solid; together they fill space evenly before anything moves.
class PointsAround {
 public:
  PointsAround(std::span<const Vec3f> x, const TriangleMesh& surface, double spacing,
               int dimensions, const std::vector<std::uint8_t>& taken);

  // Chooses which points become part of the solid. False if all lie so that none has to move.
  bool choose();
  void relax();

  void apply(std::span<Vec3f> x, std::vector<std::uint8_t>& taken) const;

 private:
  double shareOfFluid(const Vec3f& at) const;
  bool hasAllNeighbours(std::uint32_t k, const KdTree& tree) const;
  Vec3f repulsionOn(std::uint32_t k, std::span<const std::uint32_t> near) const;
  Vec3f placeOnItsSide(std::uint32_t k) const;
  void keepOnItsSide(std::uint32_t k) { at_[k] = placeOnItsSide(k); }
  void dropStranded(const KdTree& lattice);

  double spacing_;
  int dimensions_;
  MeshDistance distance_;
  std::vector<std::uint32_t> index_;  // by point: which particle it is
  std::vector<Vec3f> at_;
  std::vector<float> share_;            // of its cell that is fluid
  std::vector<std::uint8_t> solid_;     // part of it
  std::vector<std::uint32_t> movable_;  // points
};

PointsAround::PointsAround(std::span<const Vec3f> x, const TriangleMesh& surface, double spacing,
                           int dimensions, const std::vector<std::uint8_t>& taken)
    : spacing_(spacing), dimensions_(dimensions), distance_(surface) {
  const Box3d reach = surface.bounds().grown(kReach * spacing);
  for (std::uint32_t i = 0; i < x.size(); ++i) {
    if (taken[i] || !reach.contains(Vec3d(x[i]))) continue;
    index_.push_back(i);
    at_.push_back(x[i]);
  }
  share_.resize(at_.size());
  solid_.resize(at_.size());
  parallelFor(at_.size(), [&](std::size_t k) { share_[k] = float(shareOfFluid(at_[k])); });
}

// By the distances of the middles of the halves, quarters or eighths of a cell, each cut by a
// plane.
double PointsAround::shareOfFluid(const Vec3f& at) const {
  const Vec3d p(at);
  const double touching = std::sqrt(dimensions_) / 2 * spacing_;
  const double signedDistance = distance_.signedDistance(p, 2 * touching);
  if (std::abs(signedDistance) > touching) return signedDistance > 0 ? 1 : 0;
  const int parts = 1 << dimensions_;
  double share = 0;
  for (int part = 0; part < parts; ++part) {
    Vec3d q = p;
    for (int axis = 0; axis < dimensions_; ++axis)
      q[axis] += (part >> axis & 1 ? 0.25 : -0.25) * spacing_;
    share += std::clamp(0.5 + distance_.signedDistance(q, spacing_) / (spacing_ / 2), 0.0, 1.0);
  }
  share /= parts;
  return share < kRounding ? 0 : share > 1 - kRounding ? 1 : share;
}

// Shares are rounded to whole particles; what rounding adds or removes goes to points nearby that
// come later. A point at the surface of the fluid, which others would push out of it, has to be far
// enough from the solid instead.
bool PointsAround::choose() {
  const KdTree lattice(at_);
  std::vector<Vec3f> cut;
  std::vector<std::uint32_t> point;
  for (std::uint32_t k = 0; k < at_.size(); ++k) {
    solid_[k] = share_[k] == 0;
    if (share_[k] == 0 || share_[k] == 1) continue;
    if (!hasAllNeighbours(k, lattice)) {
      solid_[k] = distance_.signedDistance(Vec3d(at_[k])) < kRoomAtSurface * spacing_;
      continue;
    }
    cut.push_back(at_[k]);
    point.push_back(k);
  }
  if (cut.empty()) return false;
  const KdTree tree(cut);
  std::vector<float> wanted(cut.size());
  for (std::size_t c = 0; c < cut.size(); ++c) wanted[c] = share_[point[c]];
  std::vector<std::uint32_t> near;
  float left = 0;  // where no point nearby comes later
  for (std::uint32_t c = 0; c < cut.size(); ++c) {
    const float value = wanted[c] + left;
    solid_[point[c]] = value < 0.5f;
    const float error = value - (solid_[point[c]] ? 0 : 1);
    tree.range(cut[c], float(kSpread * spacing_), near);
    std::erase_if(near, [&](std::uint32_t other) { return other <= c; });
    left = near.empty() ? error : 0;
    for (const std::uint32_t other : near) wanted[other] += error / float(near.size());
  }
  return true;
}

bool PointsAround::hasAllNeighbours(std::uint32_t k, const KdTree& tree) const {
  int found = -1;  // itself
  tree.forEachWithin(at_[k], float(kNeighbour * spacing_), [&](std::uint32_t, float) { ++found; });
  return found >= 2 * dimensions_;
}

// Points repel each other until they stand evenly, those of the solid as well, so that fluid finds
// the same density beside it as elsewhere. Points at the surface of the fluid stay.
void PointsAround::relax() {
  const KdTree lattice(at_);
  for (std::uint32_t k = 0; k < at_.size(); ++k)
    if (distance_.distance(Vec3d(at_[k]), kMovable * spacing_) < kMovable * spacing_ &&
        hasAllNeighbours(k, lattice))
      movable_.push_back(k);
  dropStranded(lattice);
  for (std::uint32_t k = 0; k < at_.size(); ++k) keepOnItsSide(k);
  std::vector<std::vector<std::uint32_t>> near(movable_.size());
  std::vector<Vec3f> move(movable_.size());
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    constexpr int kAnew = 10;       // iterations
    constexpr double kSlack = 0.5;  // spacings that two points approach until then
    if (iteration % kAnew == 0) {
      const KdTree tree(at_);
      parallelFor(movable_.size(), [&](std::size_t m) {
        tree.range(at_[movable_[m]], float((kRepulsion + kSlack) * spacing_), near[m]);
      });
    }
    parallelFor(movable_.size(),
                [&](std::size_t m) { move[m] = repulsionOn(movable_[m], near[m]); });
    for (std::size_t m = 0; m < movable_.size(); ++m) at_[movable_[m]] += move[m];
    parallelFor(movable_.size(), [&](std::size_t m) { keepOnItsSide(movable_[m]); });
  }
}

Vec3f PointsAround::repulsionOn(std::uint32_t k, std::span<const std::uint32_t> near) const {
  const auto range = float(kRepulsion * spacing_), furthest = float(kFurthest * spacing_);
  Vec3f push{};
  for (const std::uint32_t j : near) {
    const Vec3f apart = at_[k] - at_[j];
    const float r = length(apart);
    if (r > 0 && r < range) push += (sq(1 - r / range) / r) * apart;
  }
  const Vec3f by = float(kStrength * spacing_) * push;
  const float far = length(by);
  return far > furthest ? (furthest / far) * by : by;
}

// Takes points of fluid that would come to lie outside of where it was, on a part of the solid that
// reaches out.
void PointsAround::dropStranded(const KdTree& lattice) {
  const auto within = float(kAmongFluid * spacing_);
  for (std::uint32_t k = 0; k < at_.size(); ++k) {
    if (solid_[k] || share_[k] == 1) continue;
    const Vec3f place = placeOnItsSide(k);
    const Vec3f off = place - at_[lattice.closest(place)->index];
    solid_[k] = std::max({std::abs(off.x), std::abs(off.y), std::abs(off.z)}) > within;
  }
}

// A point of fluid stays half a spacing outside of the surface, a point of the solid as far inside.
Vec3f PointsAround::placeOnItsSide(std::uint32_t k) const {
  const Vec3d p(at_[k]);
  const double room = kRoom * spacing_, side = solid_[k] ? -1 : 1;
  // A step is shorter than the room, so that none passes through the surface.
  if (distance_.distance(p, room) >= room && share_[k] == float(side > 0)) return at_[k];
  const double at = side * distance_.signedDistance(p);
  if (at >= room) return at_[k];
  const auto nearest = distance_.nearest(p);
  const Vec3d away = at > 0 ? p - nearest->point : nearest->point - p;
  const double far = length(away);
  const Vec3d direction = far > 1e-6 * spacing_ ? away / far : side * nearest->normal;
  Vec3d moved = nearest->point + room * direction;
  if (dimensions_ == 2) moved.z = p.z;
  return Vec3f(moved);
}

void PointsAround::apply(std::span<Vec3f> x, std::vector<std::uint8_t>& taken) const {
  for (std::size_t k = 0; k < at_.size(); ++k) {
    if (solid_[k])
      taken[index_[k]] = 1;
    else
      x[index_[k]] = at_[k];
  }
}

}  // namespace

void displaceFluid(std::span<Vec3f> x, const TriangleMesh& surface, double spacing, int dimensions,
                   std::vector<std::uint8_t>& taken) {
  PointsAround points(x, surface, spacing, dimensions, taken);
  if (points.choose()) points.relax();
  points.apply(x, taken);
}

}  // namespace shoal
