#include "shoal/bodies/contact/contact_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr std::size_t kPatches = 128;  // per task

// Of a point on its path. The boxes of two points meet if their paths may come within reach.
MovingBox boxOf(const ContactScene& scene, const ExpectedPaths& paths, std::size_t i) {
  const bool fixed = scene.inverseMass[i] == 0;
  const double reach = scene.largestRadius + paths.reach(fixed) - paths.reach(false) / 2;
  const Vec3d &from = paths.x[i], to = from + paths.horizon * (paths.v[i] - paths.drift);
  double most = reach;
  for (const Vec3d& p : {from, to})
    most = std::max({most, std::abs(p.x) + reach, std::abs(p.y) + reach, std::abs(p.z) + reach});
  // Rounding to float, and of what is seen from a frame, must not make a box smaller.
  const double grown = reach + 4 * std::numeric_limits<float>::epsilon() * most;
  const auto around = [&](const Vec3d& p) {
    const Box3d box = Box3d(p, p).grown(grown);
    return Box3f(Vec3f(box.lower), Vec3f(box.upper));
  };
  return {around(from), around(to)};
}

bool mayMeet(const ContactScene& scene, const ExpectedPaths& paths, const FeaturePair& pair) {
  if (!scene.mayTouch(pair)) return false;
  const auto& [a, b, c, d] = pair.point;
  const auto &x = paths.x, &v = paths.v;
  const auto& w = scene.inverseMass;
  const bool withFixed = w[a] == 0 || w[b] == 0 || w[c] == 0 || w[d] == 0;
  const double reach = 2 * scene.largestRadius + paths.reach(withFixed) +
                       paths.horizon * fastestApproach(pair.edges, {v[a], v[b], v[c], v[d]});
  const FourPoints places{x[a], x[b], x[c], x[d]};
  return !apartByMore(pair.edges, places, reach) && proximity(pair.edges, places).distance <= reach;
}

using Edge = std::array<std::uint32_t, 2>;

FeaturePair pairOf(std::uint32_t v, const Triangle& t) { return {{v, t[0], t[1], t[2]}, false}; }

FeaturePair pairOf(const Edge& e, const Edge& f) {
  return e < f ? FeaturePair{{e[0], e[1], f[0], f[1]}, true}
               : FeaturePair{{f[0], f[1], e[0], e[1]}, true};
}

// The features of one kind in a patch whose boxes, seen from a frame, overlap a given box.
template <class Feature>
struct Reaching {
  std::vector<const Feature*> features;
  std::vector<Box3f> boxes;

  void collect(std::span<const Feature> all, std::span<const MovingBox> pointBoxes,
               const Vec3f& way, const Box3f& into) {
    features.clear();
    boxes.clear();
    for (const Feature& feature : all) {
      const Box3f box = boxOf(feature, pointBoxes).seenFrom(way);
      if (!overlap(box, into)) continue;
      features.push_back(&feature);
      boxes.push_back(box);
    }
  }

 private:
  static MovingBox boxOf(std::uint32_t v, std::span<const MovingBox> pointBoxes) {
    return pointBoxes[v];
  }
  template <std::size_t N>
  static MovingBox boxOf(const std::array<std::uint32_t, N>& item,
                         std::span<const MovingBox> pointBoxes) {
    MovingBox box = pointBoxes[item[0]];
    for (std::size_t k = 1; k < N; ++k) box.extend(pointBoxes[item[k]]);
    return box;
  }
};

template <class A, class B, class Visit>
void forOverlaps(const Reaching<A>& as, const Reaching<B>& bs, Visit&& visit) {
  for (std::size_t i = 0; i < as.features.size(); ++i)
    for (std::size_t j = 0; j < bs.features.size(); ++j)
      if (overlap(as.boxes[i], bs.boxes[j])) visit(*as.features[i], *bs.features[j]);
}

}  // namespace

void ContactSearch::coverPaths(const ContactScene& scene, const ExpectedPaths& paths) {
  pointBoxes_.resize(scene.x.size());
  patchBoxes_.resize(patches_.size());
  parallelFor(scene.x.size(), [&](std::size_t i) { pointBoxes_[i] = boxOf(scene, paths, i); });
  parallelFor(patches_.size(), [&](std::size_t p) {
    MovingBox box;
    for (const Triangle& triangle : patches_.triangles.of(p))
      for (const std::uint32_t v : triangle) box.extend(pointBoxes_[v]);
    patchBoxes_[p] = box;
  });
  smooth_.update(scene, patches_, paths, searched_);
}

// Triangles that are joined stay close, so the patches and their tree are rebuilt only when the
// topology changes.
void ContactSearch::findAll(const ContactScene& scene, const ExpectedPaths& paths,
                            std::vector<FeaturePair>& pairs) {
  const bool anew = scene.topologyChanged || pointBoxes_.size() != scene.x.size();
  if (anew) {
    patches_ = ContactPatches(scene);
    smooth_ = SmoothPatches(scene, patches_);
  }
  searched_.resize(patches_.size());
  std::transform(patches_.fixed.begin(), patches_.fixed.end(), searched_.begin(),
                 [](std::uint8_t fixed) { return fixed == 0; });
  coverPaths(scene, paths);
  if (anew)
    tree_.build(patchBoxes_);
  else
    tree_.refit(patchBoxes_);
  pairs.clear();
  find(
      scene, paths, [](const FeaturePair&) { return true; }, pairs);
}

void ContactSearch::findAround(const ContactScene& scene, const ExpectedPaths& paths,
                               std::span<const std::uint8_t> changed,
                               std::vector<FeaturePair>& pairs) {
  const auto anyChanged = [&](const auto& points) {
    return std::any_of(points.begin(), points.end(),
                       [&](std::uint32_t i) { return changed[i] != 0; });
  };
  parallelFor(patches_.size(), [&](std::size_t p) {
    const auto triangles = patches_.triangles.of(p);
    searched_[p] = std::any_of(triangles.begin(), triangles.end(), anyChanged);
  });
  coverPaths(scene, paths);
  tree_.refit(patchBoxes_);
  const auto isChanged = [&](const FeaturePair& pair) { return anyChanged(pair.point); };
  std::erase_if(pairs, isChanged);
  find(scene, paths, isChanged, pairs);
}

bool ContactSearch::areCompared(const ContactScene& scene, std::uint32_t p, std::uint32_t q) const {
  if (searched_[q] && q < p) return false;  // then p is compared with q
  if (patches_.fixed[p] && patches_.fixed[q]) return false;
  if (patches_.meshOf[p] != patches_.meshOf[q]) return true;
  if (!scene.meshes[patches_.meshOf[p]].self) return false;
  return !smooth_.stayApart(p, q);
}

template <class IsChanged>
void ContactSearch::find(const ContactScene& scene, const ExpectedPaths& paths,
                         IsChanged&& isChanged, std::vector<FeaturePair>& pairs) const {
  std::vector<std::vector<FeaturePair>> found(chunkCount(patches_.size(), kPatches));
  parallelChunks(
      patches_.size(),
      [&](Range r, std::size_t chunk) {
        Reaching<std::uint32_t> vertices;
        Reaching<Edge> edges, otherEdges;
        Reaching<Triangle> triangles;
        const auto addIfNear = [&](const auto& one, const auto& other) {
          const FeaturePair pair = pairOf(one, other);
          if (isChanged(pair) && mayMeet(scene, paths, pair)) found[chunk].push_back(pair);
        };
        const auto compareVertices = [&](std::size_t p, std::size_t q, const Vec3f& way,
                                         const Box3f& common) {
          vertices.collect(patches_.vertices.of(p), pointBoxes_, way, common);
          if (vertices.features.empty()) return;
          triangles.collect(patches_.triangles.of(q), pointBoxes_, way, common);
          forOverlaps(vertices, triangles, addIfNear);
        };
        const auto compare = [&](std::size_t p, std::size_t q, const Vec3f& way) {
          const Box3f a = patchBoxes_[p].seenFrom(way), b = patchBoxes_[q].seenFrom(way);
          const Box3f common(max(a.lower, b.lower), min(a.upper, b.upper));
          compareVertices(p, q, way, common);
          if (p != q) compareVertices(q, p, way, common);
          edges.collect(patches_.edges.of(p), pointBoxes_, way, common);
          otherEdges.collect(patches_.edges.of(q), pointBoxes_, way, common);
          forOverlaps(edges, otherEdges, [&](const Edge& one, const Edge& other) {
            if (p != q || one < other) addIfNear(one, other);
          });
        };
        for (auto p = static_cast<std::uint32_t>(r.begin); p < r.end; ++p) {
          if (!searched_[p]) continue;
          const Vec3f way = patchBoxes_[p].way();
          const Box3f own = patchBoxes_[p].seenFrom(way);
          const auto mayReach = [&](const MovingBox& box) {
            return overlap(box.seenFrom(way), own);
          };
          tree_.forEachSlot(mayReach, [&](std::uint32_t slot) {
            const std::uint32_t q = tree_.order()[slot];
            if (mayReach(tree_.boxAt(slot)) && areCompared(scene, p, q)) compare(p, q, way);
          });
        }
      },
      kPatches);
  for (const auto& list : found) pairs.insert(pairs.end(), list.begin(), list.end());
}

}  // namespace shoal
