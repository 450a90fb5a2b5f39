#include "shoal/geometry/files/mesh_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <span>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/geometry/files/mesh_formats.h"

namespace shoal {

namespace {

struct Format {
  const char* extension;
  RenderMesh (*parse)(std::string_view bytes, const std::string& file);
  std::string (*format)(const RenderMesh& mesh);
};

constexpr Format kFormats[] = {
    {".obj", parseObj, formatObj}, {".ply", parsePly, formatPly}, {".stl", parseStl, formatStl}};

const Format& formatOf(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const Format& format : kFormats)
    if (extension == format.extension) return format;
  throw Error(Place{path.string()}, "",
              "not a mesh format shoal knows; convert it to .obj, .ply or .stl");
}

std::string readBytes(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    throw Error(Place{path.string()}, "", "there is no such file; check the path");
  return readFile(path, kLargestMeshFile);
}

}  // namespace

Vec3d unitNormal(const Vec3d& given) {
  constexpr double kRounding = 1e-12;
  return std::abs(dot(given, given) - 1) < kRounding ? given : normalised(given);
}

void addFan(std::vector<Triangle>& triangles, const std::vector<std::uint32_t>& polygon) {
  for (std::size_t i = 2; i < polygon.size(); ++i)
    triangles.push_back({polygon[0], polygon[i - 1], polygon[i]});
}

void addPolygon(RenderMesh& mesh, const std::vector<std::uint32_t>& polygon) {
  std::vector<std::uint32_t>& polygonOf = mesh.attributes.polygonOf;
  const std::uint32_t number = polygonOf.empty() ? 0 : polygonOf.back() + 1;
  addFan(mesh.triangles, polygon);
  polygonOf.resize(mesh.triangles.size(), number);
}

void dropTrivialPolygons(RenderMesh& mesh) {
  std::vector<std::uint32_t>& polygonOf = mesh.attributes.polygonOf;
  if (!polygonOf.empty() && polygonOf.back() + 1 == polygonOf.size()) polygonOf.clear();
}

TriangleMesh readMesh(const std::filesystem::path& path) { return readRenderMesh(path); }

RenderMesh readRenderMesh(const std::filesystem::path& path) {
  const Format& format = formatOf(path);
  RenderMesh mesh = format.parse(readBytes(path), path.string());
  if (mesh.triangles.empty())
    throw Error(Place{path.string()}, "", "has no faces; export the surface as polygons");
  return mesh;
}

void writeMesh(const std::filesystem::path& path, const TriangleMesh& mesh) {
  writeMesh(path, RenderMesh{mesh, {}});
}

void writeMesh(const std::filesystem::path& path, const RenderMesh& mesh) {
  const Format& format = formatOf(path);
  requireUsable(mesh);
  writeFileAtomically(path, format.format(mesh));
}

}  // namespace shoal
