#include "shoal/coupling/samples/mesh_sampling.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "shoal/core/parallel.h"
#include "shoal/coupling/samples/number_density.h"
#include "shoal/coupling/samples/plane_sampling.h"
#include "shoal/coupling/samples/sample_count.h"

namespace shoal {

namespace {

constexpr double kLongestGap = 1.25;  // spacings

// The nearest number of intervals; two already where one would be longer than two ever are.
std::uint16_t intervalsOf(double length, double spacing) {
  constexpr double kMost = std::numeric_limits<std::uint16_t>::max();
  if (!std::isfinite(length)) fail("the length of one of its edges is {} m", length);
  const double nearest = std::ceil(length / spacing - 0.5);
  const double least = length > kLongestGap * spacing ? 2 : 1;
  return static_cast<std::uint16_t>(std::clamp(nearest, least, kMost));
}

// Sets entries of `kept` to what `find` gives; whether any was another before.
template <class T, class Find>
bool refresh(std::vector<T>& kept, Find&& find) {
  std::atomic<bool> changed = false;
  parallelFor(kept.size(), [&](std::size_t i) {
    const T now = find(i);
    if (now == kept[i]) return;
    kept[i] = now;
    changed.store(true, std::memory_order_relaxed);
  });
  return changed;
}

// Where the samples of each part begin, and at last their end.
template <class Count>
std::uint64_t layOut(std::vector<std::uint64_t>& start, std::size_t parts, std::uint64_t from,
                     Count&& count) {
  start.resize(parts + 1);
  parallelFor(parts, [&](std::size_t i) { start[i + 1] = static_cast<std::uint64_t>(count(i)); });
  start[0] = from;
  for (std::size_t i = 0; i < parts; ++i) start[i + 1] += start[i];
  return start[parts];
}

void placeAlong(const MeshEdge& edge, std::uint16_t n, MeshSample* out) {
  for (int i = 1; i < n; ++i) {
    const float s = static_cast<float>(i) / static_cast<float>(n);
    *out++ = {{edge.a, edge.b, edge.b}, {1 - s, s, 0}};
  }
}

// Rows between the shortest edge, from a to b, and the corner c. Their ends lie on the other two
// edges, which have samples of their own.
void placeWithin(const Triangle& t, const TriangleScan& scan, MeshSample* out) {
  const std::uint32_t a = t[scan.shortest], b = t[(scan.shortest + 1) % 3],
                      c = t[(scan.shortest + 2) % 3];
  for (int row = 1; row < scan.rows; ++row) {
    const int n = scan.intervals(scan.rows - row);
    const float height = static_cast<float>(row) / static_cast<float>(scan.rows);
    for (int i = 1; i < n; ++i) {
      const float across = (1 - height) * static_cast<float>(i) / static_cast<float>(n);
      *out++ = {{a, b, c}, {1 - height - across, across, height}};
    }
  }
}

}  // namespace

MeshSampling::MeshSampling(double spacing, int dimensions, const VolumesParams& params)
    : spacing_(spacing), flat_(dimensions == 2), rule_(params.resampling) {}

bool MeshSampling::updateInPlane(const BodySurface& surface) {
  std::vector<MeshSample> now = sampleInPlane(surface, spacing_);
  const bool changed = now != samples_;
  samples_ = std::move(now);
  return changed;
}

bool MeshSampling::update(const BodySurface& surface) {
  if (flat_) return updateInPlane(surface);
  const bool isCounted = (!known_ || revision_ != surface.revision) && learnTriangles(surface);
  if (!placed_ && rule_ != ResamplingRule::Geometric) placeSamples(surface);
  const bool counted = rule_ == ResamplingRule::Geometric       ? !isCounted && countAll(surface)
                       : rule_ == ResamplingRule::NumberDensity ? countSome(surface)
                                                                : false;
  const bool changed = counted || !placed_;
  if (changed) placeSamples(surface);
  placed_ = true;
  return changed;
}

// Numbers that came from a checkpoint are kept if they are of these triangles; tells whether it had
// to count.
bool MeshSampling::learnTriangles(const BodySurface& surface) {
  const std::size_t triangles = surface.triangles.size();
  revision_ = surface.revision;
  edges_ = meshEdges(surface.triangles);
  std::vector<std::uint8_t> isUsed(surface.x.size(), 0);
  for (const Triangle& t : surface.triangles)
    for (const std::uint32_t v : t) isUsed[v] = 1;
  used_.clear();
  for (std::uint32_t v = 0; v < isUsed.size(); ++v)
    if (isUsed[v]) used_.push_back(v);
  const auto fit = [&](const SamplingNumbers& numbers) {
    return numbers.along.size() == edges_.size() && numbers.scans.size() == triangles;
  };
  const bool counts = known_ || !fit(now_) || !fit(first_);
  if (counts) {
    now_.along.resize(edges_.size());
    now_.scans.resize(triangles);
    countAll(surface);
    first_ = now_;
  }
  known_ = true;
  placed_ = false;
  return counts;
}

std::uint16_t MeshSampling::intervalsAlong(const BodySurface& surface, std::size_t edge) const {
  return intervalsOf(length(surface.x[edges_[edge].b] - surface.x[edges_[edge].a]), spacing_);
}

TriangleScan MeshSampling::scanOf(const BodySurface& surface, std::size_t triangle) const {
  const Triangle& t = surface.triangles[triangle];
  const auto edge = [&](std::size_t i) { return surface.x[t[(i + 1) % 3]] - surface.x[t[i]]; };
  TriangleScan scan;
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

bool MeshSampling::countAll(const BodySurface& surface) {
  const bool edges = refresh(now_.along, [&](std::size_t e) { return intervalsAlong(surface, e); });
  const bool scans = refresh(now_.scans, [&](std::size_t t) { return scanOf(surface, t); });
  return edges || scans;
}

// The longest way, in m, between samples of the shortest edge or between scanlines.
double MeshSampling::gapOf(const BodySurface& surface, std::size_t triangle) const {
  const Triangle& t = surface.triangles[triangle];
  const TriangleScan& scan = now_.scans[triangle];
  const Vec3d base = surface.x[t[(scan.shortest + 1) % 3]] - surface.x[t[scan.shortest]];
  const Vec3d side = surface.x[t[(scan.shortest + 2) % 3]] - surface.x[t[scan.shortest]];
  const double along = length(base);
  const double height = along > 0 ? length(cross(base, side)) / along : length(side);
  return std::max(along / scan.along, height / scan.rows);
}

// Around samples whose number density is out of bounds, and where gaps are too long. A sample
// stands for all that is joined to its vertices.
bool MeshSampling::countSome(const BodySurface& surface) {
  std::vector<Vec3f> places(samples_.size());
  parallelFor(places.size(), [&](std::size_t k) { places[k] = Vec3f(samples_[k].at(surface.x)); });
  const std::vector<float> densities = numberDensities(places, spacing_);
  const auto isBad = [&](std::size_t k) {
    return !(double(densities[k]) >= kFewestSamples && double(densities[k]) <= kMostSamples);
  };
  std::vector<std::uint8_t> bad(surface.x.size(), 0);  // by vertex
  for (std::size_t k = 0; k < samples_.size(); ++k)
    if (isBad(k))
      for (const std::uint32_t v : samples_[k].vertex) bad[v] = 1;
  const double longest = kLongestGap * spacing_;
  const bool edges = refresh(now_.along, [&](std::size_t e) {
    const auto [a, b, forward, backward] = edges_[e];
    const std::uint16_t fresh = intervalsAlong(surface, e);
    const bool anew = bad[a] || bad[b] || fresh == first_.along[e] ||
                      length(surface.x[b] - surface.x[a]) > now_.along[e] * longest;
    return anew ? fresh : now_.along[e];
  });
  const bool scans = refresh(now_.scans, [&](std::size_t t) {
    const auto [a, b, c] = surface.triangles[t];
    const TriangleScan fresh = scanOf(surface, t);
    const bool anew =
        bad[a] || bad[b] || bad[c] || fresh == first_.scans[t] || gapOf(surface, t) > longest;
    return anew ? fresh : now_.scans[t];
  });
  return edges || scans;
}

void MeshSampling::placeSamples(const BodySurface& surface) {
  const std::size_t corners = used_.size();
  const std::uint64_t inner =
      layOut(edgeStart_, edges_.size(), corners, [&](std::size_t e) { return now_.along[e] - 1; });
  const std::uint64_t all = layOut(scanStart_, now_.scans.size(), inner,
                                   [&](std::size_t t) { return now_.scans[t].samples(); });
  requireFewSamples(static_cast<double>(all));
  samples_.resize(all);
  parallelFor(corners, [&](std::size_t v) {
    samples_[v] = {{used_[v], used_[v], used_[v]}, {1, 0, 0}};
  });
  parallelFor(edges_.size(), [&](std::size_t e) {
    placeAlong(edges_[e], now_.along[e], samples_.data() + edgeStart_[e]);
  });
  parallelFor(now_.scans.size(), [&](std::size_t t) {
    placeWithin(surface.triangles[t], now_.scans[t], samples_.data() + scanStart_[t]);
  });
}

void MeshSampling::save(StateWriter& state) const {
  if (flat_ || rule_ == ResamplingRule::Geometric) return;
  for (const SamplingNumbers* numbers : {&now_, &first_}) {
    state(std::uint64_t{numbers->along.size()});
    for (const std::uint16_t n : numbers->along) state(std::uint64_t{n});
    state(std::uint64_t{numbers->scans.size()});
    for (const TriangleScan& scan : numbers->scans)
      for (const std::uint64_t n :
           {std::uint64_t{scan.shortest}, std::uint64_t{scan.rows}, std::uint64_t{scan.along}})
        state(n);
  }
}

void MeshSampling::restore(StateReader& state) {
  if (flat_ || rule_ == ResamplingRule::Geometric) return;
  const auto read = [&](std::uint64_t least, std::uint64_t most) {
    std::uint64_t n = 0;
    state(n);
    if (n < least || n > most) fail("a sampling of {} intervals is none", n);
    return n;
  };
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint16_t>::max();
  for (SamplingNumbers* numbers : {&now_, &first_}) {
    numbers->along.clear();
    for (std::uint64_t n = read(0, std::numeric_limits<std::uint32_t>::max()); n > 0; --n)
      numbers->along.push_back(static_cast<std::uint16_t>(read(1, kMost)));
    numbers->scans.clear();
    for (std::uint64_t n = read(0, std::numeric_limits<std::uint32_t>::max()); n > 0; --n) {
      TriangleScan& scan = numbers->scans.emplace_back();
      scan.shortest = static_cast<std::uint8_t>(read(0, 2));
      scan.rows = static_cast<std::uint16_t>(read(1, kMost));
      scan.along = static_cast<std::uint16_t>(read(1, kMost));
    }
  }
  known_ = placed_ = false;
}

}  // namespace shoal
