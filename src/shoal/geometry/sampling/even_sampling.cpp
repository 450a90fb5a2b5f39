#include "shoal/geometry/sampling/even_sampling.h"

#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "shoal/geometry/sampling/surface_sampling.h"

namespace shoal {

namespace {

// Candidates are this part of a spacing apart: where none fits any more, there is no larger hole
// than a spacing.
constexpr double kCandidates = 0.25;

// Points that keep their distance from each other.
class Thinned {
 public:
  explicit Thinned(double gap) : gap_(gap) {}

  void offer(const Vec3d& p) {
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dz = -1; dz <= 1; ++dz)
          if (tooNear(p, key(p, dx, dy, dz))) return;
    inCell_.emplace(key(p, 0, 0, 0), static_cast<std::uint32_t>(taken.size()));
    taken.push_back(p);
  }

  std::vector<Vec3d> taken;

 private:
  // Two cells may share a key: then a few more points are looked at.
  std::uint64_t key(const Vec3d& p, int dx, int dy, int dz) const {
    const auto cell = [&](double at, int by) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(at / gap_)) + by);
    };
    return cell(p.x, dx) * 0x9e3779b97f4a7c15u ^ cell(p.y, dy) * 0xc2b2ae3d27d4eb4fu ^
           cell(p.z, dz) * 0x165667b19e3779f9u;
  }
  bool tooNear(const Vec3d& p, std::uint64_t k) const {
    const auto [first, last] = inCell_.equal_range(k);
    for (auto it = first; it != last; ++it)
      if (length(taken[it->second] - p) < gap_) return true;
    return false;
  }

  double gap_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> inCell_;
};

}  // namespace

std::vector<Vec3d> sampleEvenly(const TriangleMesh& mesh, double spacing) {
  Thinned points(kLeastGap * spacing);
  // Vertices and edges come first there, so that corners are kept.
  for (const Vec3f& p : sampleSurface(mesh, kCandidates * spacing)) points.offer(Vec3d(p));
  return std::move(points.taken);
}

}  // namespace shoal
