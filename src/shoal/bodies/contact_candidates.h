// Which features may meet soon.
#pragma once

#include <span>
#include <vector>

#include "shoal/bodies/contact_scene.h"
#include "shoal/search/box_tree.h"

namespace shoal {

// Pairs are searched for a while ahead, as far as points move on straight lines, and kept for as
// long as they stay near those lines. Everything is seen from a frame that moves with the points:
// what falls as a whole is as easy to search as what rests.
class ContactCandidates {
 public:
  // Makes sure that all pairs are listed which come closer during h than they keep, or than that
  // and slack(). Searches only if it has to; returns whether it did.
  bool cover(const ContactScene& scene, double h);
  // Time goes on by h.
  void pass(double h) { age_ += h; }

  // Sorted: the vertices with their triangles, then the edges.
  std::span<const FeaturePair> pairs() const { return pairs_; }
  // m; pairs that are not about to meet are still listed within this beyond what they keep.
  double slack() const { return skin_ / 4; }

 private:
  bool holds(const ContactScene& scene, double h) const;
  void search(const ContactScene& scene, double h);
  void lookAhead(const ContactScene& scene, double h);
  template <std::size_t N>
  std::vector<Box3f> sweptBoxes(const ContactScene& scene,
                                std::span<const std::array<std::uint32_t, N>> items) const;
  bool mayMeet(const ContactScene& scene, const FeaturePair& pair) const;
  void searchVertices(const ContactScene& scene);
  void searchEdges(const ContactScene& scene);

  std::vector<FeaturePair> pairs_;
  std::vector<Vec3d> x_;  // m, where points were at the last search
  std::vector<Vec3d> v_;  // m/s, how they moved
  Vec3d drift_;           // m/s, of the frame
  double skin_ = 0;       // m
  double age_ = 0;        // s, since the search
  double horizon_ = 0;    // s, for which it was made
  BoxTree tree_, fixedTree_;
};

}  // namespace shoal
