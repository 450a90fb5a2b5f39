// Triangles and hinges of a sheet side by side, in lanes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/bodies/cloth/hinge.h"
#include "shoal/bodies/cloth/membrane.h"
#include "shoal/bodies/cloth/sheet_topology.h"
#include "shoal/core/lane_array.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

// The triangles of a sheet in groups of kArrayLanes, as structures of arrays. The last group is
// filled up with copies of the last triangle.
struct TriangleGroups {
  TriangleGroups() = default;
  TriangleGroups(std::span<const Triangle> triangles, std::span<const RestTriangle> rest);

  std::size_t size() const { return volume.size(); }

  std::size_t triangles = 0;
  std::vector<std::array<std::array<std::uint32_t, kArrayLanes>, 3>> corner;
  std::vector<std::array<LaneArray, 6>> gradient;  // 1/m, u and v of each corner
  std::vector<LaneArray> volume;                   // m^3
};

// Responses of the triangles of a group at the places x; `responses` are those of the sheet.
void respondInGroup(const TriangleGroups& groups, std::size_t group, const SheetModuli& moduli,
                    std::span<const Vec3d> x, std::span<TriangleResponse> responses);

// The hinges of a sheet in groups likewise.
struct HingeGroups {
  HingeGroups() = default;
  explicit HingeGroups(std::span<const SheetEdge> edges);

  std::size_t size() const { return point.size(); }

  std::vector<std::uint32_t> edge;                                           // of each hinge
  std::vector<std::array<std::array<std::uint32_t, kArrayLanes>, 4>> point;  // a, b, apices
};

// Angles of the hinges of a group, between -pi and pi; `hinges` are those of all edges.
void measureGroup(const HingeGroups& groups, std::size_t group, std::span<const Vec3d> x,
                  std::span<HingeAngle> hinges);

}  // namespace shoal
