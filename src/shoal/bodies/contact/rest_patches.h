// Patches of a sheet at rest, and what lies between them.
#pragma once

#include "shoal/bodies/contact/contact_patches.h"
#include "shoal/core/box.h"

namespace shoal {

struct RestPatch {
  Box3d box;
  Vec3d normal;             // 0 if it is not flat, or of a mesh that does not meet itself
  double leastHeight = 0;   // m, of its triangles
  std::vector<Box3d> ends;  // edges with no or several triangles on the other side
};

// The corners of a triangle of a mesh that has a rest shape.
std::array<Vec3d, 3> restCorners(const ContactScene& scene, const Triangle& triangle);

std::vector<RestPatch> restPatches(const ContactScene& scene, const ContactPatches& patches);

// Lists the patches that straight lines from a point of p to one of q may cross. False if one of
// the lines could leave the plane or the sheet.
bool linesStay(const ContactPatches& patches, std::span<const RestPatch> rest, std::uint32_t p,
               std::uint32_t q, std::vector<std::uint32_t>& crossed);

}  // namespace shoal
