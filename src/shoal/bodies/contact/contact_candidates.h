// Broad phase: pairs of vertices, edges and triangles that may touch within the step.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_scene.h"
#include "shoal/bodies/contact/contact_search.h"

namespace shoal {

// Pairs are searched for several steps ahead and stay valid while points stay near their expected
// paths. Paths are compared in a frame that moves with the points, so that a falling body needs no
// more searches than a resting one. Where few points leave their paths, as in an impact, only pairs
// with these are searched again.
//
// The contacts that are found do not depend on when pairs were searched.
class ContactCandidates {
 public:
  // Ensures that all pairs are listed which come closer during h than the distance that they keep
  // plus slack().
  void cover(const ContactScene& scene, double h);
  // Advances the age of the paths by h.
  void pass(double h) { age_ += h; }

  // Each once, in an order that depends on the searches.
  std::span<const FeaturePair> pairs() const { return pairs_; }
  // m, beyond the kept distance: pairs within it are listed although they do not approach each
  // other.
  double slack() const { return slack_; }

 private:
  // Deviation of point i from its path, `ahead` seconds from now.
  Vec3d off(const ContactScene& scene, std::size_t i, double ahead) const;
  // Mean of the deviations of all moving points.
  Vec3d commonOff(const ContactScene& scene, double ahead) const;
  // Marks the points that leave their paths; none if all pairs have to be searched again.
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
