// The part of the scene doctor that looks for what fluid never reaches.
#pragma once

#include "shoal/scene/doctor/wall_doctor.h"

namespace shoal {

// Drains whose region lies outside of the domain.
void examineDrains(const Scene& scene, const Box3d& domain, std::vector<Finding>& findings);

// Probes of a point inside of a closed solid that is wet outside and does not move.
void examineProbes(const Scene& scene, std::span<const WallChart> charts,
                   std::vector<Finding>& findings);

// Rigid bodies that would float, but rest on a wall with no room for fluid beneath: nothing lifts
// them.
void examineRest(const Scene& scene, const Assembly& assembly, std::span<const WallChart> charts,
                 std::vector<Finding>& findings);

}  // namespace shoal
