#include "shoal/geometry/contour/mesh_smoothing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

// Of the way to the mean of the neighbours, in and out again: pairs of steps keep components that
// are longer than some 14 sides, and remove the shorter ones.
constexpr double kInwards = 0.63, kOutwards = 0.65;

constexpr int kVolumeSteps = 4;

// Smaller parts of a mesh stay as they are. A round leaves 0.3 of a tetrahedron's size: after 25 of
// them its corners coincide to rounding, and no normals are left along which it could grow again.
constexpr std::uint32_t kFewestVertices = 8;

// Radius of the ball of a volume.
double ballRadius(double volume) {
  return portable::cbrt(std::max(volume, 0.0) * 3 / (4 * std::numbers::pi));
}

// How far to go along the normals of a surface for a volume: as on a plane, but no farther than on
// a ball, whose area grows on the way.
double wayFor(double wanted, double now, double area) {
  if (!(area > 0)) return 0;
  const double plane = (wanted - now) / area, round = ballRadius(wanted) - ballRadius(now);
  return std::abs(plane) < std::abs(round) ? plane : round;
}

}  // namespace

void MeshSmoothing::step(std::span<const Vec3d> from, const MeshAdjacency& adjacency,
                         std::span<const float> weight, double factor, std::span<Vec3d> to) {
  parallelFor(from.size(), [&](std::size_t v) {
    const auto near = adjacency.neighboursOf(v);
    to[v] = from[v];
    if (!(weight[v] > 0) || near.empty()) return;
    Vec3d sum;
    for (const std::uint32_t n : near) sum += from[n];
    to[v] += factor * double(weight[v]) * (sum / double(near.size()) - from[v]);
  });
}

void MeshSmoothing::smooth(std::span<Vec3d> vertices, const MeshAdjacency& adjacency,
                           std::span<const float> weight, int rounds) {
  next_.resize(vertices.size());
  for (int round = 0; round < rounds; ++round) {
    step(vertices, adjacency, weight, kInwards, next_);
    step(next_, adjacency, weight, -kOutwards, vertices);
  }
}

// Union-find; the root of a part is its first vertex.
void MeshSmoothing::findParts(const TriangleMesh& mesh) {
  part_.resize(mesh.vertices.size());
  std::iota(part_.begin(), part_.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (part_[v] != v) v = part_[v] = part_[part_[v]];
    return v;
  };
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 1; k < 3; ++k) {
      const std::uint32_t a = root(t[0]), b = root(t[k]);
      part_[std::max(a, b)] = std::min(a, b);
    }
  for (std::uint32_t v = 0; v < part_.size(); ++v) part_[v] = root(v);
}

// By the first vertex of each part, about which its volume is summed.
void MeshSmoothing::addVolumes(const TriangleMesh& mesh, std::vector<double>& volumes) const {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const std::uint32_t part = part_[mesh.triangles[t][0]];
    const Vec3d& from = mesh.vertices[part];
    const auto [a, b, c] = corners(mesh, t);
    volumes[part] += dot(a - from, cross(b - from, c - from)) / 6;
  }
}

void MeshSmoothing::restoreVolumes(TriangleMesh& mesh, const MeshAdjacency& adjacency,
                                   std::span<const float> weight, std::span<const double> wanted) {
  std::vector<double> now(mesh.vertices.size(), 0);
  addVolumes(mesh, now);
  const std::size_t n = mesh.vertices.size();
  next_.resize(n);  // a third of the area of a vertex's triangles, along its normal
  parallelFor(n, [&](std::size_t v) {
    Vec3d sum;
    for (const std::uint32_t t : adjacency.trianglesOf(v)) {
      const auto [a, b, c] = corners(mesh, t);
      sum += cross(b - a, c - a);
    }
    next_[v] = sum / 6;
  });
  std::vector<double> area(n, 0);  // volume per way along the normals
  for (std::size_t v = 0; v < n; ++v) area[part_[v]] += double(weight[v]) * length(next_[v]);
  parallelFor(n, [&](std::size_t v) {
    const std::uint32_t part = part_[v];
    const double way = double(weight[v]) * wayFor(wanted[part], now[part], area[part]);
    mesh.vertices[v] += way * normalised(next_[v]);
  });
}

// The weights, with zeros for parts that are too small to be smoothed.
std::span<const float> MeshSmoothing::weightsOfParts(std::span<const float> weight) {
  std::vector<std::uint32_t> vertices(part_.size(), 0);
  for (const std::uint32_t part : part_) ++vertices[part];
  weight_.assign(weight.begin(), weight.end());
  for (std::size_t v = 0; v < part_.size(); ++v)
    if (vertices[part_[v]] < kFewestVertices) weight_[v] = 0;
  return weight_;
}

void MeshSmoothing::smooth(TriangleMesh& mesh, const MeshAdjacency& adjacency,
                           std::span<const float> given, int rounds) {
  if (rounds == 0) return;
  findParts(mesh);
  const std::span<const float> weight = weightsOfParts(given);
  std::vector<double> wanted(mesh.vertices.size(), 0);
  addVolumes(mesh, wanted);
  smooth(std::span(mesh.vertices), adjacency, weight, rounds);
  for (int k = 0; k < kVolumeSteps; ++k) restoreVolumes(mesh, adjacency, weight, wanted);
}

void vertexNormals(const TriangleMesh& mesh, const MeshAdjacency& adjacency,
                   std::vector<Vec3f>& normals) {
  normals.resize(mesh.vertices.size());
  parallelFor(mesh.vertices.size(), [&](std::size_t v) {
    Vec3d sum;
    for (const std::uint32_t t : adjacency.trianglesOf(v)) {
      const auto [a, b, c] = corners(mesh, t);
      sum += cross(b - a, c - a);
    }
    normals[v] = Vec3f(normalised(sum));
  });
}

void outlineNormals(std::span<const Vec3d> vertices,
                    std::span<const std::array<std::uint32_t, 2>> sides,
                    std::vector<Vec3f>& normals) {
  std::vector<Vec3d> sums(vertices.size());
  for (const auto& [a, b] : sides) {
    const Vec3d along = vertices[b] - vertices[a], out{along.y, -along.x, 0};
    sums[a] += out;
    sums[b] += out;
  }
  normals.clear();
  for (const Vec3d& sum : sums) normals.emplace_back(normalised(sum));
}

}  // namespace shoal
