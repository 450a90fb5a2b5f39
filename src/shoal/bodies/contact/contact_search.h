// Finds features whose paths come near each other.
#pragma once

#include <span>
#include <vector>

#include "shoal/bodies/contact/contact_patches.h"
#include "shoal/bodies/contact/contact_scene.h"
#include "shoal/bodies/contact/expected_paths.h"
#include "shoal/bodies/contact/smooth_patches.h"
#include "shoal/search/box_tree.h"

namespace shoal {

// Patches of triangles whose swept boxes overlap are compared feature by feature, but for those
// that are joined and smooth.
class ContactSearch {
 public:
  // All pairs, each once.
  void findAll(const ContactScene& scene, const ExpectedPaths& paths,
               std::vector<FeaturePair>& pairs);
  // Finds the pairs anew that have points whose path has changed since then.
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
  std::vector<std::uint8_t> searched_;  // patches that are compared with all others
  std::vector<Box3f> pointBoxes_, patchBoxes_;
  BoxTree<float> tree_;  // of patches
};

}  // namespace shoal
