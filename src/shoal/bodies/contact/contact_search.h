// Search for pairs of features whose expected paths come close to each other.
#pragma once

#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_patches.h"
#include "shoal/bodies/contact/contact_scene.h"
#include "shoal/bodies/contact/expected_paths.h"
#include "shoal/bodies/contact/smooth_patches.h"
#include "shoal/search/box_tree.h"

namespace shoal {

// Patches whose paths may meet are compared feature by feature, except joined patches that are
// smooth (SmoothPatches). Whether paths may meet is asked in the frame of one of the two:
// neighbours in a sheet move alike, so that fast cloth costs no more than slow one.
class ContactSearch {
 public:
  // Finds all pairs, each once.
  void findAll(const ContactScene& scene, const ExpectedPaths& paths,
               std::vector<FeaturePair>& pairs);
  // Searches again for the pairs with points whose path has changed.
  void findAround(const ContactScene& scene, const ExpectedPaths& paths,
                  std::span<const std::uint8_t> changed, std::vector<FeaturePair>& pairs);

 private:
  void coverPaths(const ContactScene& scene, const ExpectedPaths& paths);
  template <class IsChanged>
  void find(const ContactScene& scene, const ExpectedPaths& paths, IsChanged&& isChanged,
            std::vector<FeaturePair>& pairs) const;
  bool areCompared(const ContactScene& scene, std::uint32_t p, std::uint32_t q) const;

  ContactPatches patches_;
  SmoothPatches smooth_;
  std::vector<std::uint8_t> searched_;  // flags of patches to be compared with all others
  std::vector<MovingBox> pointBoxes_, patchBoxes_;
  BoxTree<float, MovingBox> tree_;  // of patches
};

}  // namespace shoal
