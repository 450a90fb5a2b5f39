// Finds features whose paths come near each other.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_scene.h"
#include "shoal/search/box_tree.h"

namespace shoal {

// Where points are expected for a while: on straight lines, about a skin wide.
struct ExpectedPaths {
  std::vector<Vec3d> x;  // m, at the start
  std::vector<Vec3d> v;  // m/s
  Vec3d drift;           // m/s, of the frame that they are seen from
  double horizon = 0;    // s, how long
  double skin = 0;       // m
};

class ContactSearch {
 public:
  // All pairs, sorted: the vertices with their triangles, then the edges.
  void findAll(const ContactScene& scene, const ExpectedPaths& paths,
               std::vector<FeaturePair>& pairs);
  // Adds the pairs with points whose path has changed since then.
  void findAround(const ContactScene& scene, const ExpectedPaths& paths,
                  std::span<const std::uint8_t> changed, std::vector<FeaturePair>& pairs) const;

 private:
  void coverPaths(const ContactScene& scene, const ExpectedPaths& paths);

  template <std::size_t N>
  using Items = std::vector<std::array<std::uint32_t, N>>;

  // Features of N points in a tree of the boxes that they sweep.
  template <std::size_t N>
  struct Swept {
    Items<N> items;
    std::vector<Box3f> boxes;
    BoxTree tree;

    void build(const ContactScene& scene, const ExpectedPaths& paths, Items<N> listed);
    void refit(const ContactScene& scene, const ExpectedPaths& paths);
    template <class Visit>
    void forEach(const Box3f& box, Visit&& visit) const {
      tree.forEachOverlap(box, [&](std::uint32_t n) { visit(items[n]); });
    }
  };

  Swept<1> vertices_;
  Swept<2> edges_, fixedEdges_;
  Swept<3> triangles_, fixedTriangles_;
};

}  // namespace shoal
