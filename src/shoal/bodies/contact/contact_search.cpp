#include "shoal/bodies/contact/contact_search.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

bool comesBefore(const FeaturePair& a, const FeaturePair& b) {
  return std::tie(a.edges, a.point) < std::tie(b.edges, b.point);
}

// Calls find(item, add) for all items, in chunks, and appends what is added, in order.
template <class Find>
void gather(std::size_t items, std::vector<FeaturePair>& pairs, Find&& find) {
  constexpr std::size_t kItems = 512;
  std::vector<std::vector<FeaturePair>> found(chunkCount(items, kItems));
  parallelChunks(
      items,
      [&](Range r, std::size_t chunk) {
        std::vector<FeaturePair>& list = found[chunk];
        for (std::size_t i = r.begin; i < r.end; ++i)
          find(i, [&](const FeaturePair& pair) { list.push_back(pair); });
        std::sort(list.begin(), list.end(), comesBefore);
      },
      kItems);
  for (const auto& list : found) pairs.insert(pairs.end(), list.begin(), list.end());
}

template <std::size_t N>
Box3f sweptBox(const ContactScene& scene, const ExpectedPaths& paths,
               const std::array<std::uint32_t, N>& item) {
  Box3d box;
  bool withFixed = false;
  for (const std::uint32_t i : item) {
    withFixed = withFixed || scene.inverseMass[i] == 0;
    box.extend(paths.x[i]);
    box.extend(paths.x[i] + paths.horizon * (paths.v[i] - paths.drift));
  }
  box = box.grown(scene.largestRadius + (withFixed ? 1.5 : 0.5) * paths.skin);
  // Rounding to float must not make a box smaller.
  const double most =
      std::max({-box.lower.x, -box.lower.y, -box.lower.z, box.upper.x, box.upper.y, box.upper.z});
  box = box.grown(std::numeric_limits<float>::epsilon() * most);
  return {Vec3f(box.lower), Vec3f(box.upper)};
}

// What is searched beyond the radii is twice as much where one of the points is fixed.
bool mayMeet(const ContactScene& scene, const ExpectedPaths& paths, const FeaturePair& pair) {
  if (!scene.mayTouch(pair)) return false;
  const auto& [a, b, c, d] = pair.point;
  const auto& [x, v, drift, horizon, skin] = paths;
  const auto& w = scene.inverseMass;
  const bool withFixed = w[a] == 0 || w[b] == 0 || w[c] == 0 || w[d] == 0;
  const double reach = 2 * scene.largestRadius + (withFixed ? 2 : 1) * skin +
                       horizon * fastestApproach(pair.edges, {v[a], v[b], v[c], v[d]});
  const FourPoints places{x[a], x[b], x[c], x[d]};
  return !apartByMore(pair.edges, places, reach) && proximity(pair.edges, places).distance <= reach;
}

FeaturePair vertexAndTriangle(std::uint32_t v, const Triangle& t) {
  return {{v, t[0], t[1], t[2]}, false};
}

FeaturePair twoEdges(const std::array<std::uint32_t, 2>& e, const std::array<std::uint32_t, 2>& f) {
  return {{e[0], e[1], f[0], f[1]}, true};
}

template <std::size_t N>
std::vector<std::array<std::uint32_t, N>> changedOnes(
    std::span<const std::array<std::uint32_t, N>> items, std::span<const std::uint8_t> changed) {
  std::vector<std::array<std::uint32_t, N>> some;
  for (const auto& item : items)
    if (std::any_of(item.begin(), item.end(), [&](std::uint32_t i) { return changed[i] != 0; }))
      some.push_back(item);
  return some;
}

template <std::size_t N>
std::vector<std::array<std::uint32_t, N>> listOf(std::span<const std::array<std::uint32_t, N>> s) {
  return {s.begin(), s.end()};
}

}  // namespace

template <std::size_t N>
void ContactSearch::Swept<N>::build(const ContactScene& scene, const ExpectedPaths& paths,
                                    Items<N> listed) {
  items = std::move(listed);
  boxes.resize(items.size());
  parallelFor(items.size(), [&](std::size_t n) { boxes[n] = sweptBox(scene, paths, items[n]); });
  tree.build(boxes);
}

template <std::size_t N>
void ContactSearch::Swept<N>::refit(const ContactScene& scene, const ExpectedPaths& paths) {
  parallelFor(items.size(), [&](std::size_t n) { boxes[n] = sweptBox(scene, paths, items[n]); });
  tree.refit(boxes);
}

// What is joined in a mesh stays close, so trees keep their order for as long as meshes are tied
// as they are. Pairs are sorted in the end and do not depend on it.
void ContactSearch::coverPaths(const ContactScene& scene, const ExpectedPaths& paths) {
  if (!scene.retied && vertices_.items.size() == scene.x.size()) {
    vertices_.refit(scene, paths);
    triangles_.refit(scene, paths);
    fixedTriangles_.refit(scene, paths);
    edges_.refit(scene, paths);
    fixedEdges_.refit(scene, paths);
    return;
  }
  Items<1> points(scene.x.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) points[i] = {i};
  vertices_.build(scene, paths, std::move(points));
  triangles_.build(scene, paths, listOf(scene.triangles.moving()));
  fixedTriangles_.build(scene, paths, listOf(scene.triangles.fixed()));
  edges_.build(scene, paths, listOf(scene.edges.moving()));
  fixedEdges_.build(scene, paths, listOf(scene.edges.fixed()));
}

void ContactSearch::findAll(const ContactScene& scene, const ExpectedPaths& paths,
                            std::vector<FeaturePair>& pairs) {
  coverPaths(scene, paths);
  pairs.clear();
  gather(vertices_.items.size(), pairs, [&](std::size_t v, auto&& add) {
    const auto addIfNear = [&](const Triangle& triangle) {
      const FeaturePair pair = vertexAndTriangle(static_cast<std::uint32_t>(v), triangle);
      if (mayMeet(scene, paths, pair)) add(pair);
    };
    triangles_.forEach(vertices_.boxes[v], addIfNear);
    if (scene.meetsFixed(v)) fixedTriangles_.forEach(vertices_.boxes[v], addIfNear);
  });
  gather(edges_.items.size(), pairs, [&](std::size_t e, auto&& add) {
    const auto& own = edges_.items[e];
    const auto addIfNear = [&](const std::array<std::uint32_t, 2>& other) {
      if (mayMeet(scene, paths, twoEdges(own, other))) add(twoEdges(own, other));
    };
    edges_.forEach(edges_.boxes[e], [&](const std::array<std::uint32_t, 2>& other) {
      if (own < other) addIfNear(other);
    });
    fixedEdges_.forEach(edges_.boxes[e], addIfNear);
  });
}

void ContactSearch::findAround(const ContactScene& scene, const ExpectedPaths& paths,
                               std::span<const std::uint8_t> changed,
                               std::vector<FeaturePair>& pairs) const {
  // The trees know the old paths of what changed, so the new ones get trees of their own.
  Swept<1> vertices;
  Swept<2> edges;
  Swept<3> triangles;
  vertices.build(scene, paths, changedOnes<1>(vertices_.items, changed));
  edges.build(scene, paths, changedOnes<2>(edges_.items, changed));
  triangles.build(scene, paths, changedOnes<3>(triangles_.items, changed));

  std::vector<FeaturePair> found;
  gather(vertices.items.size(), found, [&](std::size_t n, auto&& add) {
    const std::uint32_t v = vertices.items[n][0];
    const auto addIfNear = [&](const Triangle& triangle) {
      if (mayMeet(scene, paths, vertexAndTriangle(v, triangle)))
        add(vertexAndTriangle(v, triangle));
    };
    triangles_.forEach(vertices.boxes[n], addIfNear);
    triangles.forEach(vertices.boxes[n], addIfNear);
    if (scene.meetsFixed(v)) fixedTriangles_.forEach(vertices.boxes[n], addIfNear);
  });
  gather(triangles.items.size(), found, [&](std::size_t t, auto&& add) {
    vertices_.forEach(triangles.boxes[t], [&](const std::array<std::uint32_t, 1>& v) {
      const FeaturePair pair = vertexAndTriangle(v[0], triangles.items[t]);
      if (mayMeet(scene, paths, pair)) add(pair);
    });
  });
  gather(edges.items.size(), found, [&](std::size_t e, auto&& add) {
    const auto& own = edges.items[e];
    const auto addInOrder = [&](const std::array<std::uint32_t, 2>& other) {
      const FeaturePair pair = own < other ? twoEdges(own, other) : twoEdges(other, own);
      if (own != other && mayMeet(scene, paths, pair)) add(pair);
    };
    edges_.forEach(edges.boxes[e], addInOrder);
    edges.forEach(edges.boxes[e], addInOrder);
    fixedEdges_.forEach(edges.boxes[e], [&](const std::array<std::uint32_t, 2>& other) {
      if (mayMeet(scene, paths, twoEdges(own, other))) add(twoEdges(own, other));
    });
  });

  std::sort(found.begin(), found.end(), comesBefore);
  const auto middle = static_cast<std::ptrdiff_t>(pairs.size());
  pairs.insert(pairs.end(), found.begin(), found.end());
  std::inplace_merge(pairs.begin(), pairs.begin() + middle, pairs.end(), comesBefore);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace shoal
