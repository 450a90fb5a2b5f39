#include "shoal/coupling/volumes/mesh_sampling.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "shoal/core/parallel.h"
#include "shoal/coupling/volumes/plane_sampling.h"

namespace shoal {

namespace {

constexpr double kLongestGap = 1.25;  // spacings

// The nearest number of intervals; two already where one would be longer than two ever are.
std::uint16_t intervalsOf(double length, double spacing) {
  constexpr double kMost = std::numeric_limits<std::uint16_t>::max();
  const double nearest = std::ceil(length / spacing - 0.5);
  const double least = length > kLongestGap * spacing ? 2 : 1;
  return static_cast<std::uint16_t>(std::clamp(nearest, least, kMost));
}

// Sets entries of `kept` to what `find` gives; whether any was another before.
template <class T, class Find>
bool refresh(std::vector<T>& kept, std::size_t n, Find&& find) {
  const bool resized = kept.size() != n;
  kept.resize(n);
  std::atomic<bool> changed = resized;
  parallelFor(n, [&](std::size_t i) {
    const T now = find(i);
    if (now == kept[i]) return;
    kept[i] = now;
    changed.store(true, std::memory_order_relaxed);
  });
  return changed;
}

}  // namespace

bool MeshSampling::updateInPlane(const BodySurface& surface) {
  std::vector<MeshSample> now = sampleInPlane(surface, spacing_);
  const bool changed = now != samples_;
  samples_ = std::move(now);
  return changed;
}

void MeshSampling::learnTriangles(const BodySurface& surface) {
  known_ = true;
  revision_ = surface.revision;
  edges_ = meshEdges(surface.triangles);
  along_.clear();
  scans_.clear();
  used_.assign(surface.x.size(), 0);
  for (const Triangle& t : surface.triangles)
    for (const std::uint32_t v : t) used_[v] = 1;
}

bool MeshSampling::update(const BodySurface& surface) {
  if (flat_) return updateInPlane(surface);
  if (!known_ || revision_ != surface.revision) learnTriangles(surface);
  const bool byEdges = refresh(along_, edges_.size(), [&](std::size_t e) {
    return intervalsOf(length(surface.x[edges_[e].b] - surface.x[edges_[e].a]), spacing_);
  });
  const bool byTriangles =
      refresh(scans_, surface.triangles.size(), [&](std::size_t t) { return scanOf(surface, t); });
  if (!byEdges && !byTriangles && !samples_.empty()) return false;

  samples_.clear();
  for (std::uint32_t v = 0; v < used_.size(); ++v)
    if (used_[v]) samples_.push_back({{v, v, v}, {1, 0, 0}});
  for (std::size_t e = 0; e < edges_.size(); ++e) addEdge(edges_[e], along_[e]);
  for (std::size_t t = 0; t < scans_.size(); ++t) addTriangle(surface.triangles[t], scans_[t]);
  return true;
}

MeshSampling::Scan MeshSampling::scanOf(const BodySurface& surface, std::size_t triangle) const {
  const Triangle& t = surface.triangles[triangle];
  const auto edge = [&](std::size_t i) { return surface.x[t[(i + 1) % 3]] - surface.x[t[i]]; };
  Scan scan;
  double shortest = std::numeric_limits<double>::infinity();
  for (std::uint8_t i = 0; i < 3; ++i) {
    const double l = length(edge(i));
    if (!(l < shortest)) continue;
    shortest = l;
    scan.shortest = i;
  }
  if (!(shortest > 0)) return scan;
  scan.along = intervalsOf(shortest, spacing_);
  scan.rows = intervalsOf(length(cross(edge(0), edge(1))) / shortest, spacing_);
  return scan;
}

void MeshSampling::addEdge(const MeshEdge& edge, std::uint16_t n) {
  for (int i = 1; i < n; ++i) {
    const float s = static_cast<float>(i) / static_cast<float>(n);
    samples_.push_back({{edge.a, edge.b, edge.b}, {1 - s, s, 0}});
  }
}

// Rows between the shortest edge, from a to b, and the corner c. Their ends lie on the other two
// edges, which have samples of their own.
void MeshSampling::addTriangle(const Triangle& t, const Scan& scan) {
  const std::uint32_t a = t[scan.shortest], b = t[(scan.shortest + 1) % 3],
                      c = t[(scan.shortest + 2) % 3];
  for (int row = 1; row < scan.rows; ++row) {
    // The row is (rows - row) / rows as long as the shortest edge.
    const int left = scan.rows - row;
    const int n = (scan.along * left + scan.rows - 1) / scan.rows;
    const float height = static_cast<float>(row) / static_cast<float>(scan.rows);
    for (int i = 1; i < n; ++i) {
      const float across = (1 - height) * static_cast<float>(i) / static_cast<float>(n);
      samples_.push_back({{a, b, c}, {1 - height - across, across, height}});
    }
  }
}

}  // namespace shoal
