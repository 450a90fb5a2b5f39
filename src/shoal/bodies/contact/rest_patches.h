// Patches of a sheet in the rest shape, and the patches between two of them.
#pragma once

#include "shoal/bodies/contact/contact_patches.h"
#include "shoal/core/box.h"

namespace shoal {

struct RestPatch {
  Box3d box;
  Vec3d normal;             // 0 if it is not flat, or its mesh has no self-contact
  double leastHeight = 0;   // m, of its triangles
  std::vector<Box3d> ends;  // boxes of border edges and of edges with more than two triangles
};

// Rest positions of the corners of a triangle.
std::array<Vec3d, 3> restCorners(const ContactScene& scene, const Triangle& triangle);

std::vector<RestPatch> restPatches(const ContactScene& scene, const ContactPatches& patches);

// Lists the patches that straight lines from points of p to points of q may cross at rest. False if
// a line could leave the plane or the sheet.
bool linesStay(const ContactPatches& patches, std::span<const RestPatch> rest, std::uint32_t p,
               std::uint32_t q, std::vector<std::uint32_t>& crossed);

}  // namespace shoal
