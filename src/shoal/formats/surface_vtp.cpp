#include "shoal/formats/surface_vtp.h"

#include <algorithm>
#include <limits>

#include "shoal/formats/vtp_arrays.h"

namespace shoal {

void writeSurfaceVtp(const std::filesystem::path& path, const SurfaceFrame& surface) {
  const auto& [vertices, triangles] = surface.mesh;
  const std::size_t corners = 3 * triangles.size();
  if (std::max(corners, vertices.size()) > std::size_t{std::numeric_limits<std::int32_t>::max()})
    fail("cannot write {}: {} triangles are more than its indices can count", path.string(),
         triangles.size());
  std::vector<std::int32_t> connectivity, offsets;
  for (const Triangle& triangle : triangles) {
    for (const std::uint32_t v : triangle) connectivity.push_back(static_cast<std::int32_t>(v));
    offsets.push_back(static_cast<std::int32_t>(connectivity.size()));
  }
  const std::vector<Vec3f> x(vertices.begin(), vertices.end());
  VtpArrays arrays;
  arrays.xml = "<PointData>\n";
  if (!surface.velocities.empty())
    arrays.add("velocity", std::span<const Vec3f>(surface.velocities));
  if (!surface.stresses.empty()) arrays.add("stress", std::span<const float>(surface.stresses));
  arrays.xml += "</PointData>\n<Points>\n";
  arrays.add("Points", std::span<const Vec3f>(x));
  arrays.xml += "</Points>\n<Polys>\n";
  arrays.add("connectivity", std::span<const std::int32_t>(connectivity));
  arrays.add("offsets", std::span<const std::int32_t>(offsets));
  arrays.xml += "</Polys>\n";
  const std::string counts = fmt::format(
      "NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"{}\"",
      x.size(), triangles.size());
  writeFileAtomically(path, vtpText(surface.time, counts, arrays));
}

SurfaceFrame readSurfaceVtp(const std::filesystem::path& path) {
  const VtpFile vtp(path);
  SurfaceFrame frame;
  std::optional<std::uint64_t> points, triangles;
  std::string section;
  for (const XmlTag& tag : vtp.tags) {
    if (tag.name == "Piece") {
      points = parseNumber<std::uint64_t>(tag.at("NumberOfPoints", vtp.name));
      triangles = parseNumber<std::uint64_t>(tag.at("NumberOfPolys", vtp.name));
    }
    if (tag.name != "DataArray") {
      section = tag.name;
    } else if (const auto time = vtpTime(tag, section, vtp.name)) {
      frame.time = *time;
    } else if (points && section == "Points") {
      for (const Vec3f& x : vtp.data.read<Vec3f>(tag, *points)) frame.mesh.vertices.emplace_back(x);
    } else if (points && section == "PointData" && tag.at("Name", vtp.name) == "velocity") {
      frame.velocities = vtp.data.read<Vec3f>(tag, *points);
    } else if (points && section == "PointData" && tag.at("Name", vtp.name) == "stress") {
      frame.stresses = vtp.data.read<float>(tag, *points);
    } else if (triangles && section == "Polys" && tag.at("Name", vtp.name) == "connectivity") {
      frame.mesh.triangles = vtp.data.read<Triangle>(tag, *triangles);
    }
  }
  try {
    requireUsable(frame.mesh);
  } catch (const Error& error) {
    fail("{}: damaged: {}", vtp.name, error.what());
  }
  return frame;
}

}  // namespace shoal
