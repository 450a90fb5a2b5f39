// Which features may meet soon.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_scene.h"
#include "shoal/bodies/contact/contact_search.h"

namespace shoal {

// Pairs are searched for a while ahead and kept for as long as points stay near the paths that
// were expected of them. Everything is seen from a frame that moves with the points: what falls
// as a whole is as easy to search as what rests. Where few points leave their paths, as in an
// impact, only pairs with these are searched anew.
//
// Which pairs touch depends on where features are, never on when they were searched.
class ContactCandidates {
 public:
  // Makes sure that all pairs are listed which come closer during h than they keep, or than that
  // and slack().
  void cover(const ContactScene& scene, double h);
  // Time goes on by h.
  void pass(double h) { age_ += h; }

  // Each once, in an order that depends on how they were found.
  std::span<const FeaturePair> pairs() const { return pairs_; }
  // m; pairs that are not about to meet are still listed within this beyond what they keep.
  double slack() const { return slack_; }

 private:
  // How far a point is from its path, now or that much later.
  Vec3d off(const ContactScene& scene, std::size_t point, double ahead) const;
  // What all moving points have in common of it.
  Vec3d commonOff(const ContactScene& scene, double ahead) const;
  // Marks the points that leave their paths; nothing if it is time to search everything.
  std::optional<std::vector<std::uint8_t>> strayed(const ContactScene& scene, double h) const;
  void searchAll(const ContactScene& scene, double h);
  void lookAhead(const ContactScene& scene, double h);
  void searchAround(const ContactScene& scene, std::span<const std::uint8_t> strays);

  ContactSearch search_;
  ExpectedPaths paths_;
  std::vector<FeaturePair> pairs_;
  double age_ = 0;    // s, of the paths
  double slack_ = 0;  // m
};

}  // namespace shoal
