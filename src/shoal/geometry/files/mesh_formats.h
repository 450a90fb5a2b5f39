// Parsers and writers behind readMesh and writeMesh. Each parser throws an Error that names `file`;
// its result has valid indices and coordinates within bounds.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shoal/geometry/mesh/render_mesh.h"

namespace shoal {

RenderMesh parseObj(std::string_view bytes, const std::string& file);
RenderMesh parsePly(std::string_view bytes, const std::string& file);
RenderMesh parseStl(std::string_view bytes, const std::string& file);

std::string formatObj(const RenderMesh& mesh);
std::string formatPly(const RenderMesh& mesh);
// What a PLY file may hold beside a mesh.
struct PlyColumn {
  std::vector<std::string> properties;  // their names
  std::vector<float> values;            // those of a vertex one after the other
};
struct PlyExtras {
  std::vector<PlyColumn> columns;                         // of the vertices
  std::span<const std::array<std::uint32_t, 2>> edges{};  // of what is no surface but a line
  bool singlePrecision = false;                           // coordinates are floats
  bool materials = false;  // of faces: "material", the number of its name, or 65535 for none
};
std::string formatPly(const RenderMesh& mesh, const PlyExtras& extras);
std::string formatStl(const RenderMesh& mesh);

// A normal of a file at unit length; one that has it but for rounding stays as it is, so that
// meshes that are read and written again keep their bits.
Vec3d unitNormal(const Vec3d& given);

// Adds the polygon, which has at least three corners, as triangles around its first corner.
void addFan(std::vector<Triangle>& triangles, const std::vector<std::uint32_t>& polygon);
// Adds a polygon to a mesh whose attributes number polygons.
void addPolygon(RenderMesh& mesh, const std::vector<std::uint32_t>& polygon);
// Forgets the numbers of polygons if all are triangles.
void dropTrivialPolygons(RenderMesh& mesh);

}  // namespace shoal
