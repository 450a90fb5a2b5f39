// Counts particles whose paths lead through the surfaces of solids, step by step.
#pragma once

#include <unordered_map>

#include "shoal/search/box_tree.h"
#include "shoal/world/solids/solids.h"
#include "shoal/world/world.h"
#include "support/passes.h"

namespace shoal {

class Crossings {
 public:
  // Of these solids, all that came loose from them included.
  explicit Crossings(std::vector<std::string> solids) : solids_(std::move(solids)) {}

  // Before a step, and after it.
  void before(const World& world) {
    before_.clear();
    for (std::size_t i = 0; i < world.fluid().size(); ++i)
      before_[world.fluid().id[i]] = Vec3d(world.fluid().x[i]);
    surfaces_.clear();
    for (const std::string& solid : solids_)
      for (const Body* body : world.solids()->partsOf(solid)) surfaces_.push_back(body->surface());
  }
  void after(const World& world) {
    std::size_t s = 0;
    for (const std::string& solid : solids_)
      for (const Body* body : world.solids()->partsOf(solid)) {
        if (s == surfaces_.size()) return;
        const BodySurface& old = surfaces_[s++];
        if (old.revision == body->surface().revision) count(world, old, body->surface());
      }
  }

  // Particles that are now on the other side of a surface than they began on.
  std::size_t passed() const {
    std::size_t n = 0;
    for (const auto& [id, times] : times_) n += times % 2;
    return n;
  }

 private:
  void count(const World& world, const BodySurface& old, const BodySurface& now) {
    std::vector<Box3f> boxes(now.triangles.size());
    for (std::size_t t = 0; t < boxes.size(); ++t)
      for (const std::uint32_t v : now.triangles[t]) {
        boxes[t].extend(Vec3f(old.x[v]));
        boxes[t].extend(Vec3f(now.x[v]));
      }
    BoxTree<float> tree;
    tree.build(boxes);
    for (std::size_t i = 0; i < world.fluid().size(); ++i) {
      const auto start = before_.find(world.fluid().id[i]);
      if (start == before_.end()) continue;
      const Vec3d from = start->second, to(world.fluid().x[i]);
      Box3f way;
      way.extend(Vec3f(from));
      way.extend(Vec3f(to));
      tree.forEachOverlap(way, [&](std::uint32_t t) {
        const auto [a, b, c] = now.triangles[t];
        if (passes({from, old.x[a], old.x[b], old.x[c]}, {to, now.x[a], now.x[b], now.x[c]}))
          ++times_[world.fluid().id[i]];
      });
    }
  }

  std::vector<std::string> solids_;
  std::unordered_map<std::uint32_t, Vec3d> before_;  // m, by id
  std::vector<BodySurface> surfaces_;
  std::unordered_map<std::uint32_t, int> times_;  // by id
};

}  // namespace shoal
