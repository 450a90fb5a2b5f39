// Parsers and writers behind readMesh and writeMesh. Each parser throws an Error that names `file`;
// its result has valid indices and coordinates within bounds.
#pragma once

#include <string>
#include <string_view>

#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

TriangleMesh parseObj(std::string_view bytes, const std::string& file);
TriangleMesh parsePly(std::string_view bytes, const std::string& file);
TriangleMesh parseStl(std::string_view bytes, const std::string& file);

std::string formatObj(const TriangleMesh& mesh);
std::string formatPly(const TriangleMesh& mesh);
std::string formatStl(const TriangleMesh& mesh);

// Adds the polygon, which has at least three corners, as triangles around its first corner.
void addFan(std::vector<Triangle>& triangles, const std::vector<std::uint32_t>& polygon);

}  // namespace shoal
