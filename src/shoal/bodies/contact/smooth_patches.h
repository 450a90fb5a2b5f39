// Culling of self-contact: joined patches of a sheet whose features cannot touch each other.
#pragma once

#include <limits>

#include "shoal/bodies/contact/contact_patches.h"
#include "shoal/bodies/contact/expected_paths.h"
#include "shoal/bodies/contact/rest_patches.h"

namespace shoal {

// Features of joined patches are close together and would be most of what a search finds. But where
// a sheet that was flat at rest keeps facing one way, they stay apart. Let R be any rotation of the
// rest plane into space and F the deformation gradient. Along the straight line of rest positions
// from y to x, d = X - Y, the places are x - y = integral of F d, so that
//   |x - y| |d| >= R d . (x - y) >= c |d|^2,   c the least eigenvalue of sym(R^T F) on the line:
// points are no closer than c times their distance at rest. Features that share no vertex were at
// least the smallest height of a triangle apart. A sheet that is only bent has c = cos phi, phi the
// largest angle to the plane of R. Points move on straight paths, for which F changes linearly; c
// is a concave function of F, so that it is least at an end of the paths.
//
// This needs lines that stay within the sheet: patches with a border or a fold of the rest shape
// between them are never called smooth. It is a criterion like the normal cones of [VM94] for whole
// surfaces, without their test of the contour, and it sees compression, too.
class SmoothPatches {
 public:
  SmoothPatches() = default;
  SmoothPatches(const ContactScene& scene, const ContactPatches& patches);

  // Updates the patches that changed, for the present paths.
  void update(const ContactScene& scene, const ContactPatches& patches, const ExpectedPaths& paths,
              std::span<const std::uint8_t> changed);

  // Whether no feature of p, which changed in the last update, can touch one of q, which may be p.
  // Always false for patches that are neither joined nor joined to a common third one.
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
    float size() const;  // an upper bound of the norm
  };
  // At both ends of the paths.
  struct Path {
    Gradient start, end;
  };
  struct RestCorner {
    float u = 0, v = 0;  // 1/m, of the linear function that is 1 here and 0 at the other corners
  };
  // Mean gradients of a patch, and the largest deviation of its triangles from them.
  struct Deformed {
    Path mean;
    float deviation = 0;  // kNever: no bound is known
  };
  // A nearby patch, and the patches between the two.
  struct Near {
    std::uint32_t patch = 0;
    float apart = 0;  // m, at rest: lower bound of the distance of features without a common vertex
    std::uint32_t begin = 0, end = 0;  // of the patches in between
    bool joined = false;               // the two are one, or share a vertex
  };

  void measureRest(const ContactScene& scene, const ContactPatches& patches);
  void listNear(const ContactPatches& patches, std::span<const RestPatch> rest);
  void listAround();
  void deform(const ContactScene& scene, const ContactPatches& patches, const ExpectedPaths& paths,
              std::size_t p);
  static Gradient nearestRotation(const Gradient& f);
  static bool isBeyond(float least, const Gradient& rotation, const Gradient& f);
  static bool isBeyond(float least, const Gradient& rotation, const Path& path) {
    return isBeyond(least, rotation, path.start) && isBeyond(least, rotation, path.end);
  }
  bool isStretched(std::uint32_t patch, const Gradient& rotation, float least) const;
  bool areStretched(std::span<const std::uint32_t> patches, const Gradient& rotation,
                    float apart) const;

  static constexpr float kNever = std::numeric_limits<float>::infinity();

  std::vector<std::array<RestCorner, 2>> rest_;  // of corners 1 and 2 of each triangle
  Grouped<Near> near_;                           // by p, for patches from p on, sorted
  std::vector<std::uint32_t> between_;           // patches that lines from p to another may cross
  std::vector<std::uint32_t> firstTriangle_;     // of each patch, and the end
  std::vector<Path> triangle_;
  std::vector<Deformed> deformed_;
  float reach_ = 0;  // m, within which features count as touching

  // Most patches stay apart from all that are joined to them: one test tells for all of these.
  Grouped<std::uint32_t> around_;   // by p: the patches between it and those joined to it
  std::vector<float> leastApart_;   // m, of p and those joined to it
  std::vector<std::uint8_t> calm_;  // whether p stays apart from all of them
};

}  // namespace shoal
