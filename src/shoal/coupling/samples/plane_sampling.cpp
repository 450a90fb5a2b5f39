#include "shoal/coupling/samples/plane_sampling.h"

#include <algorithm>
#include <set>

#include "shoal/coupling/samples/sample_count.h"
#include "shoal/geometry/spacing.h"

namespace shoal {

namespace {

// Where an edge passes through the plane: `share` of the way from above to below.
struct Passage {
  std::uint32_t above, below;
  double share;
};

Passage passage(const BodySurface& surface, std::uint32_t above, std::uint32_t below) {
  const double up = surface.x[above].z, down = surface.x[below].z;
  return {above, below, up / (up - down)};
}

MeshSample sampleAt(const Passage& p) {
  return {{p.above, p.below, p.below},
          {static_cast<float>(1 - p.share), static_cast<float>(p.share), 0}};
}

// `s` of the way from one passage to another of the same triangle.
MeshSample sampleBetween(const Passage& p, const Passage& q, double s) {
  const bool topShared = p.above == q.above;
  const double a = 1 - s, b = s;
  if (topShared)
    return {{p.above, p.below, q.below},
            {static_cast<float>(a * (1 - p.share) + b * (1 - q.share)),
             static_cast<float>(a * p.share), static_cast<float>(b * q.share)}};
  return {{p.below, p.above, q.above},
          {static_cast<float>(a * p.share + b * q.share), static_cast<float>(a * (1 - p.share)),
           static_cast<float>(b * (1 - q.share))}};
}

}  // namespace

std::vector<MeshSample> sampleInPlane(const BodySurface& surface, double spacing) {
  std::vector<MeshSample> samples;
  double count = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> known;  // edges that have their sample
  for (const Triangle& t : surface.triangles) {
    const auto above = [&](std::size_t c) { return surface.x[t[c]].z >= 0; };
    if (above(0) == above(1) && above(1) == above(2)) continue;
    std::vector<Passage> ends;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t next = (c + 1) % 3;
      if (above(c) == above(next)) continue;
      ends.push_back(above(c) ? passage(surface, t[c], t[next]) : passage(surface, t[next], t[c]));
    }
    for (const Passage& p : ends)
      if (known.insert({p.above, p.below}).second) samples.push_back(sampleAt(p));
    const Vec3d a = sampleAt(ends[0]).at(surface.x), b = sampleAt(ends[1]).at(surface.x);
    const double n = intervals(length(b - a), spacing);
    requireFewSamples(count += n);
    for (double i = 1; i < n; ++i) samples.push_back(sampleBetween(ends[0], ends[1], i / n));
  }
  return samples;
}

}  // namespace shoal
