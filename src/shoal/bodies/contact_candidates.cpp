#include "shoal/bodies/contact_candidates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr double kMostSteps = 8;      // to search ahead
constexpr double kSkinPerEdge = 0.4;  // of what meshes that deform are made of

// Calls find(item, add) for all items, in chunks, and appends what is added in order.
template <class Find>
void gather(std::size_t items, std::vector<FeaturePair>& pairs, Find&& find) {
  constexpr std::size_t kItems = 512;
  std::vector<std::vector<FeaturePair>> found(chunkCount(items, kItems));
  parallelChunks(
      items,
      [&](Range r, std::size_t chunk) {
        std::vector<FeaturePair>& list = found[chunk];
        for (std::size_t i = r.begin; i < r.end; ++i) {
          const std::size_t before = list.size();
          find(i, [&](const FeaturePair& pair) { list.push_back(pair); });
          std::sort(list.begin() + static_cast<std::ptrdiff_t>(before), list.end(),
                    [](const FeaturePair& a, const FeaturePair& b) { return a.point < b.point; });
        }
      },
      kItems);
  for (const auto& list : found) pairs.insert(pairs.end(), list.begin(), list.end());
}

}  // namespace

bool ContactCandidates::cover(const ContactScene& scene, double h) {
  if (!scene.retied && holds(scene, h)) return false;
  search(scene, h);
  return true;
}

bool ContactCandidates::holds(const ContactScene& scene, double h) const {
  if (x_.size() != scene.x.size() || age_ + h > horizon_ * (1 + 1e-9)) return false;
  if (skin_ != kSkinPerEdge * scene.meanEdge) return false;
  // What all moving points have in common brings them no closer to each other; pairs with fixed
  // ones are searched a skin further for it. Beyond that, a quarter of the skin is for each of the
  // two of a pair; what is left of it is slack.
  const auto off = [&](std::size_t i, double ahead) {
    return scene.x[i] + ahead * scene.v[i] - x_[i] - (age_ + ahead) * v_[i];
  };
  const auto isMoving = [&](std::size_t i) { return scene.inverseMass[i] > 0; };
  struct Sum {
    Vec3d off;
    double count = 0;
    Sum operator+(const Sum& o) const { return {off + o.off, count + o.count}; }
  };
  for (const double ahead : {0.0, h}) {
    const Sum sum = parallelSum(scene.x.size(), Sum{}, [&](std::size_t i) {
      return isMoving(i) ? Sum{off(i, ahead), 1} : Sum{};
    });
    const Vec3d common = sum.count > 0 ? sum.off / sum.count : Vec3d{};
    const double most = parallelMax(scene.x.size(), 0.0, [&](std::size_t i) {
      const Vec3d rest = isMoving(i) ? off(i, ahead) - common : off(i, ahead);
      return dot(rest, rest);
    });
    if (dot(common, common) > sq(skin_) || most > sq(skin_ / 4)) return false;
  }
  return true;
}

void ContactCandidates::search(const ContactScene& scene, double h) {
  x_ = scene.x;
  v_ = scene.v;
  skin_ = kSkinPerEdge * scene.meanEdge;
  age_ = 0;
  lookAhead(scene, h);
  pairs_.clear();
  searchVertices(scene);
  searchEdges(scene);
}

// As far as points usually go less than their neighbours are away: longer ways cost more pairs than
// they save searches.
void ContactCandidates::lookAhead(const ContactScene& scene, double h) {
  struct Sum {
    Vec3d v;
    double square = 0;
    double count = 0;
    Sum operator+(const Sum& o) const { return {v + o.v, square + o.square, count + o.count}; }
  };
  const Sum sum = parallelSum(v_.size(), Sum{}, [&](std::size_t i) {
    return scene.inverseMass[i] > 0 ? Sum{v_[i], dot(v_[i], v_[i]), 1} : Sum{};
  });
  drift_ = sum.count > 0 ? sum.v / sum.count : Vec3d{};
  const double square = sum.count > 0 ? sum.square / sum.count - dot(drift_, drift_) : 0;
  const double usual = std::sqrt(std::max(square, 0.0));
  const double steps = usual * h > 0 ? scene.meanEdge / 2 / (usual * h) : kMostSteps;
  horizon_ = h * std::clamp(std::floor(steps), 1.0, kMostSteps);
}

template <std::size_t N>
std::vector<Box3f> ContactCandidates::sweptBoxes(
    const ContactScene& scene, std::span<const std::array<std::uint32_t, N>> items) const {
  std::vector<Box3f> boxes(items.size());
  parallelFor(items.size(), [&](std::size_t n) {
    Box3d box;
    bool withFixed = false;
    for (const std::uint32_t i : items[n]) {
      withFixed = withFixed || scene.inverseMass[i] == 0;
      box.extend(x_[i]);
      box.extend(x_[i] + horizon_ * (v_[i] - drift_));
    }
    box = box.grown(scene.largestRadius + (withFixed ? 1.5 : 0.5) * skin_);
    // Rounding to float must not make a box smaller.
    const double most =
        std::max({-box.lower.x, -box.lower.y, -box.lower.z, box.upper.x, box.upper.y, box.upper.z});
    box = box.grown(std::numeric_limits<float>::epsilon() * most);
    boxes[n] = {Vec3f(box.lower), Vec3f(box.upper)};
  });
  return boxes;
}

bool ContactCandidates::mayMeet(const ContactScene& scene, const FeaturePair& pair) const {
  if (!scene.mayTouch(pair)) return false;
  const auto& [a, b, c, d] = pair.point;
  const FourPoints x{x_[a], x_[b], x_[c], x_[d]};
  // Pinned points of a mesh that moves count as fixed.
  const bool withFixed =
      scene.inverseMass[a] * scene.inverseMass[b] * scene.inverseMass[c] * scene.inverseMass[d] ==
      0;
  const double reach = 2 * scene.largestRadius + (withFixed ? 2 : 1) * skin_ +
                       horizon_ * fastestApproach(pair.edges, {v_[a], v_[b], v_[c], v_[d]});
  return !apartByMore(pair.edges, x, reach) && proximity(pair.edges, x).distance <= reach;
}

void ContactCandidates::searchVertices(const ContactScene& scene) {
  tree_.build(sweptBoxes<3>(scene, scene.triangles.moving()));
  fixedTree_.build(sweptBoxes<3>(scene, scene.triangles.fixed()));
  std::vector<std::array<std::uint32_t, 1>> vertices(scene.x.size());
  for (std::uint32_t i = 0; i < vertices.size(); ++i) vertices[i] = {i};
  const std::vector<Box3f> boxes = sweptBoxes<1>(scene, vertices);
  gather(vertices.size(), pairs_, [&](std::size_t i, auto&& add) {
    const auto addIfNear = [&](const Triangle& t) {
      const FeaturePair pair{{static_cast<std::uint32_t>(i), t[0], t[1], t[2]}, false};
      if (mayMeet(scene, pair)) add(pair);
    };
    const auto moving = scene.triangles.moving(), fixed = scene.triangles.fixed();
    tree_.forEachOverlap(boxes[i], [&](std::uint32_t t) { addIfNear(moving[t]); });
    if (scene.inverseMass[i] > 0)
      fixedTree_.forEachOverlap(boxes[i], [&](std::uint32_t t) { addIfNear(fixed[t]); });
  });
}

void ContactCandidates::searchEdges(const ContactScene& scene) {
  const auto moving = scene.edges.moving(), fixed = scene.edges.fixed();
  const std::vector<Box3f> boxes = sweptBoxes<2>(scene, moving);
  tree_.build(boxes);
  fixedTree_.build(sweptBoxes<2>(scene, fixed));
  gather(moving.size(), pairs_, [&](std::size_t e, auto&& add) {
    const auto addIfNear = [&](const std::array<std::uint32_t, 2>& other) {
      const FeaturePair pair{{moving[e][0], moving[e][1], other[0], other[1]}, true};
      if (mayMeet(scene, pair)) add(pair);
    };
    tree_.forEachOverlap(boxes[e], [&](std::uint32_t f) {
      if (f > e) addIfNear(moving[f]);
    });
    fixedTree_.forEachOverlap(boxes[e], [&](std::uint32_t f) { addIfNear(fixed[f]); });
  });
}

}  // namespace shoal
