// Which patches of a sheet are joined so smoothly that their features cannot touch each other.
#pragma once

#include "shoal/bodies/contact/contact_patches.h"
#include "shoal/bodies/contact/expected_paths.h"
#include "shoal/bodies/contact/rest_patches.h"

namespace shoal {

// What is joined lies close together, and would be most of what a search finds. But where a sheet
// that was flat at rest is deformed everywhere almost as in one place, F = A + E with |E| <= delta,
// two points that were d apart are no closer than (sigma - delta) |d|, with sigma the smaller
// stretch of A: along the straight line between them, x - y is the integral of F. Features that
// share no vertex were at least the least height of a triangle apart.
//
// This needs lines that do not leave the sheet: patches with a border or a fold of the rest shape
// between them are never called smooth. It holds as cones of normals do for whole surfaces [VM94],
// and needs no test of the outline.
class SmoothPatches {
 public:
  SmoothPatches() = default;
  SmoothPatches(const ContactScene& scene, const ContactPatches& patches);

  // For the paths as they are now; of the patches that changed.
  void update(const ContactScene& scene, const ContactPatches& patches, const ExpectedPaths& paths,
              std::span<const std::uint8_t> changed);

  // Whether no feature of p can touch one of q, which may be p. Those of patches that are not
  // joined, nor to a third one, may touch as far as this knows.
  bool stayApart(std::uint32_t p, std::uint32_t q) const;

 private:
  // Where the directions u and v of the rest go.
  struct Gradient {
    Vec3f u, v;

    friend Gradient operator+(const Gradient& a, const Gradient& b) {
      return {a.u + b.u, a.v + b.v};
    }
    friend Gradient operator-(const Gradient& a, const Gradient& b) {
      return {a.u - b.u, a.v - b.v};
    }
    friend Gradient operator*(float s, const Gradient& a) { return {s * a.u, s * a.v}; }
    float size() const;          // no less than the norm
    float leastStretch() const;  // the smaller singular value
  };
  struct RestCorner {
    float u = 0, v = 0;  // 1/m, of the linear function that is 1 here and 0 at the other corners
  };
  // The gradients at both ends of the paths, and how far those of triangles are from them.
  struct Deformed {
    Gradient start, end;
    float deviation = 0;
  };
  // Another patch that was near, and what may be between the two.
  struct Near {
    std::uint32_t patch = 0;
    float apart = 0;                   // m; features that share no vertex were no closer
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
