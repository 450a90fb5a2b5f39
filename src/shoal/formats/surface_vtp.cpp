#include "shoal/formats/surface_vtp.h"

#include <algorithm>
#include <limits>

#include "shoal/formats/vtp_arrays.h"
#include "shoal/geometry/files/mesh_formats.h"

namespace shoal {

namespace {

// The values of the vertices that each vertex was split from.
template <class To, class From>
std::vector<To> taken(const std::vector<From>& values, const std::vector<std::uint32_t>& source) {
  std::vector<To> result;
  result.reserve(source.size());
  for (const std::uint32_t v : source) result.push_back(To(values[v]));
  return result;
}

std::string pointData(const SplitMesh& split) {
  return fmt::format("<PointData{}{}>\n", split.normals.empty() ? "" : " Normals=\"Normals\"",
                     split.uvs.empty() ? "" : " TCoords=\"TCoords\"");
}

// Ends of polygons among the corners; an Error unless they ascend to the last one.
void requireOffsets(std::span<const std::int32_t> offsets, std::size_t corners,
                    const std::string& file) {
  std::int64_t before = 0;
  for (const std::int32_t end : offsets) {
    if (end < before + 3) fail("{}: damaged: a polygon has no corners", file);
    before = end;
  }
  if (static_cast<std::size_t>(before) != corners)
    fail("{}: damaged: its polygons do not have all corners", file);
}

void addPolygons(std::span<const std::int32_t> corners, std::span<const std::int32_t> ends,
                 const std::string& file, RenderMesh& mesh) {
  requireOffsets(ends, corners.size(), file);
  std::vector<std::uint32_t> polygon;
  std::size_t begin = 0;
  for (const std::int32_t end : ends) {
    polygon.clear();
    for (; begin < static_cast<std::size_t>(end); ++begin)
      polygon.push_back(static_cast<std::uint32_t>(corners[begin]));
    addPolygon(mesh, polygon);
  }
  dropTrivialPolygons(mesh);
}

void requireSurface(const TriangleMesh& mesh, const std::string& file) {
  try {
    requireUsable(mesh);
  } catch (const Error& error) {
    fail("{}: damaged: {}", file, error.what());
  }
}

// Lines of two points each.
void addOutline(std::span<const std::int32_t> ends, const std::string& file, SurfaceFrame& frame) {
  const std::size_t count = frame.mesh.vertices.size();
  for (std::size_t k = 0; k + 1 < ends.size(); k += 2) {
    const std::array side{static_cast<std::uint32_t>(ends[k]),
                          static_cast<std::uint32_t>(ends[k + 1])};
    if (side[0] >= count || side[1] >= count) fail("{}: damaged: a line names no point", file);
    frame.outline.push_back(side);
  }
  for (const Vec3d& v : frame.mesh.vertices)
    if (!isFinite(v)) fail("{}: damaged: a point is not a finite number", file);
}

void readPointData(const VtpFile& vtp, const XmlTag& tag, std::uint64_t points,
                   SurfaceFrame& frame) {
  const std::string name = tag.at("Name", vtp.name);
  if (name == "velocity") frame.velocities = vtp.data.read<Vec3f>(tag, points);
  if (name == "stress") frame.stresses = vtp.data.read<float>(tag, points);
  if (name == "Normals")
    for (const Vec3f& n : vtp.data.read<Vec3f>(tag, points))
      frame.mesh.attributes.normals.emplace_back(n);
  if (name == "TCoords")
    for (const auto& [u, v] : vtp.data.read<std::array<float, 2>>(tag, points))
      frame.mesh.attributes.uvs.push_back({double(u), double(v)});
}

}  // namespace

void writeSurfaceVtp(const std::filesystem::path& path, const SurfaceFrame& surface) {
  const SplitMesh split = splitAtSeams(surface.mesh);
  const std::size_t most = std::max(3 * split.triangles.size(), split.source.size());
  if (most > std::size_t{std::numeric_limits<std::int32_t>::max()})
    fail("cannot write {}: {} triangles are more than its indices can count", path.string(),
         split.triangles.size());
  std::vector<std::int32_t> connectivity, offsets;
  std::vector<std::uint32_t> corners;
  for (const PolygonRange& polygon : polygonsOf(surface.mesh)) {
    cornersOf(polygon, split.triangles, corners);
    for (const std::uint32_t v : corners) connectivity.push_back(static_cast<std::int32_t>(v));
    offsets.push_back(static_cast<std::int32_t>(connectivity.size()));
  }
  VtpArrays arrays;
  arrays.xml = pointData(split);
  const auto add = [&](const char* name, const auto& values) {
    arrays.add(name, std::span(values.data(), values.size()));
  };
  if (!surface.velocities.empty()) add("velocity", taken<Vec3f>(surface.velocities, split.source));
  if (!surface.stresses.empty()) add("stress", taken<float>(surface.stresses, split.source));
  for (const SurfaceFrameColumn& column : surface.columns)
    std::visit(
        [&](const auto& values) {
          using T = typename std::decay_t<decltype(values)>::value_type;
          add(column.name.c_str(), taken<T>(values, split.source));
        },
        column.values);
  if (!split.normals.empty())
    add("Normals", std::vector<Vec3f>(split.normals.begin(), split.normals.end()));
  if (!split.uvs.empty()) {
    std::vector<std::array<float, 2>> uvs;
    for (const auto& [u, v] : split.uvs)
      uvs.push_back({static_cast<float>(u), static_cast<float>(v)});
    add("TCoords", uvs);
  }
  arrays.xml += "</PointData>\n<Points>\n";
  add("Points", taken<Vec3f>(surface.mesh.vertices, split.source));
  arrays.xml += "</Points>\n";
  if (!surface.outline.empty()) {
    std::vector<std::int32_t> ends, places;
    for (const auto& side : surface.outline) {
      for (const std::uint32_t v : side) ends.push_back(static_cast<std::int32_t>(v));
      places.push_back(static_cast<std::int32_t>(ends.size()));
    }
    arrays.xml += "<Lines>\n";
    add("connectivity", ends);
    add("offsets", places);
    arrays.xml += "</Lines>\n";
  }
  arrays.xml += "<Polys>\n";
  add("connectivity", connectivity);
  add("offsets", offsets);
  arrays.xml += "</Polys>\n";
  const std::string counts = fmt::format(
      "NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"{}\"",
      split.source.size(), surface.outline.size(), offsets.size());
  writeFileAtomically(path, vtpText(surface.time, counts, arrays));
}

SurfaceFrame readSurfaceVtp(const std::filesystem::path& path) {
  const VtpFile vtp(path);
  SurfaceFrame frame;
  std::optional<std::uint64_t> points, polygons;
  std::vector<std::int32_t> connectivity, offsets, sides;
  std::string section;
  for (const XmlTag& tag : vtp.tags) {
    if (tag.name == "Piece") {
      points = parseNumber<std::uint64_t>(tag.at("NumberOfPoints", vtp.name));
      polygons = parseNumber<std::uint64_t>(tag.at("NumberOfPolys", vtp.name));
    }
    if (tag.name != "DataArray") {
      section = tag.name;
    } else if (const auto time = vtpTime(tag, section, vtp.name)) {
      frame.time = *time;
    } else if (points && section == "Points") {
      for (const Vec3f& x : vtp.data.read<Vec3f>(tag, *points)) frame.mesh.vertices.emplace_back(x);
    } else if (points && section == "PointData") {
      readPointData(vtp, tag, *points, frame);
    } else if (points && section == "Lines" && tag.at("Name", vtp.name) == "connectivity") {
      sides = vtp.data.readAll<std::int32_t>(tag);
    } else if (polygons && section == "Polys" && tag.at("Name", vtp.name) == "connectivity") {
      connectivity = vtp.data.readAll<std::int32_t>(tag);
    } else if (polygons && section == "Polys" && tag.at("Name", vtp.name) == "offsets") {
      offsets = vtp.data.read<std::int32_t>(tag, *polygons);
    }
  }
  addPolygons(connectivity, offsets, vtp.name, frame.mesh);
  addOutline(sides, vtp.name, frame);
  const bool isSurface = frame.outline.empty() && !frame.mesh.vertices.empty();
  if (isSurface || !frame.mesh.triangles.empty()) requireSurface(frame.mesh, vtp.name);
  if (!frame.mesh.attributes.uvs.empty()) frame.mesh.attributes.uvOf = frame.mesh.triangles;
  if (!frame.mesh.attributes.normals.empty()) frame.mesh.attributes.normalOf = frame.mesh.triangles;
  return frame;
}

}  // namespace shoal
