// Culling of self-contact: joined patches of a sheet whose features cannot touch each other.
#pragma once

#include "shoal/bodies/contact/contact_patches.h"
#include "shoal/bodies/contact/expected_paths.h"
#include "shoal/bodies/contact/rest_patches.h"

namespace shoal {

// Features of joined patches are close together and would be most of what a search finds. But where
// a sheet that was flat at rest has a nearly uniform deformation gradient, F = A + E with |E| <=
// delta, two points at the rest distance |d| are no closer than (sigma - delta) |d|, with sigma the
// smaller singular value of A: along the straight line between them, x - y is the integral of F.
// Features that share no vertex were at least the smallest height of a triangle apart.
//
// This needs lines that stay within the sheet: patches with a border or a fold of the rest shape
// between them are never called smooth. It is a criterion like the normal cones of [VM94] for whole
// surfaces, without their test of the contour.
class SmoothPatches {
 public:
  SmoothPatches() = default;
  SmoothPatches(const ContactScene& scene, const ContactPatches& patches);

  // Updates the patches that changed, for the present paths.
  void update(const ContactScene& scene, const ContactPatches& patches, const ExpectedPaths& paths,
              std::span<const std::uint8_t> changed);

  // Whether no feature of p can touch one of q, which may be p. Always false for patches that are
  // neither joined nor joined to a common third one.
  bool stayApart(std::uint32_t p, std::uint32_t q) const;

 private:
  // Deformation gradient: images of the rest directions u and v.
  struct Gradient {
    Vec3f u, v;

    friend Gradient operator+(const Gradient& a, const Gradient& b) {
      return {a.u + b.u, a.v + b.v};
    }
    friend Gradient operator-(const Gradient& a, const Gradient& b) {
      return {a.u - b.u, a.v - b.v};
    }
    friend Gradient operator*(float s, const Gradient& a) { return {s * a.u, s * a.v}; }
    float size() const;          // an upper bound of the norm
    float leastStretch() const;  // smaller singular value
  };
  struct RestCorner {
    float u = 0, v = 0;  // 1/m, of the linear function that is 1 here and 0 at the other corners
  };
  // Mean gradients at both ends of the paths, and the largest deviation of the triangles from them.
  struct Deformed {
    Gradient start, end;
    float deviation = 0;
  };
  // A nearby patch, and the patches between the two.
  struct Near {
    std::uint32_t patch = 0;
    float apart = 0;  // m, at rest: lower bound of the distance of features without a common vertex
    std::uint32_t begin = 0, end = 0;  // of the patches in between
  };

  void measureRest(const ContactScene& scene, const ContactPatches& patches);
  void listNear(const ContactPatches& patches, std::span<const RestPatch> rest);
  Deformed deformed(const ContactScene& scene, const ContactPatches& patches,
                    const ExpectedPaths& paths, std::size_t p) const;

  std::vector<std::array<RestCorner, 2>> rest_;  // of corners 1 and 2 of each triangle
  Grouped<Near> near_;                           // by p, for patches from p on, sorted
  std::vector<std::uint32_t> between_;           // patches that lines from p to another may cross
  std::vector<Deformed> deformed_;
  float reach_ = 0;  // m, within which features count as touching
};

}  // namespace shoal
