// PLY, as text or binary: vertices with texture coordinates and normals, and faces; other elements
// and properties are ignored.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "shoal/core/error.h"
#include "shoal/geometry/files/bytes.h"
#include "shoal/geometry/files/mesh_formats.h"
#include "shoal/geometry/files/ply_values.h"

namespace shoal {

namespace {

constexpr std::uint32_t kPlyNoMaterial = 0xffff;

template <class Values>
class PlyBody {
 public:
  PlyBody(const PlyHeader& header, Values values) : header_(header), values_(values) {}

  RenderMesh read() {
    for (const PlyElement& element : header_.elements) {
      if (element.count > values_.mostRecords(element))
        values_.fail(fmt::format("\"element {} {}\" does not fit in the file; is it truncated?",
                                 element.name, element.count));
      if (element.name == "vertex") mesh_.vertices.reserve(element.count);
      if (element.name == "face") mesh_.triangles.reserve(element.count);
      for (std::size_t i = 0; i < element.count; ++i) readRecord(element);
    }
    keepAttributes();
    return std::move(mesh_);
  }

 private:
  // All vertices have what one has: attributes are numbered as the vertices.
  void keepAttributes() {
    MeshAttributes& attributes = mesh_.attributes;
    if (!attributes.uvs.empty()) attributes.uvOf = mesh_.triangles;
    if (!attributes.normals.empty()) attributes.normalOf = mesh_.triangles;
    dropTrivialPolygons(mesh_);
  }

  void readRecord(const PlyElement& element) {
    values_.nextRecord();
    Vec3d position, normal;
    TextureCoordinates uv{};
    bool hasUv = false, hasNormal = false;
    for (const PlyProperty& property : element.properties) {
      if (property.countType) {
        readList(property);
        if (element.name == "face" && property.isVertexList()) addFace();
      } else {
        const double value = values_.next(property.type);
        if (element.name != "vertex") continue;
        const double loose = std::abs(value) <= kLargestCoordinate ? value : 0;
        if (property.isCoordinate()) {
          position[std::size_t(property.name[0] - 'x')] = coordinate(property, value);
        } else if (const auto axis = property.normalAxis()) {
          normal[*axis] = loose;
          hasNormal = true;
        } else if (const auto side = property.textureAxis()) {
          uv[*side] = loose;
          hasUv = true;
        }
      }
    }
    if (element.name == "vertex") mesh_.vertices.push_back(position);
    if (hasUv) mesh_.attributes.uvs.push_back(uv);
    if (hasNormal) mesh_.attributes.normals.push_back(unitNormal(normal));
  }

  double coordinate(const PlyProperty& property, double value) const {
    if (!(std::abs(value) <= kLargestCoordinate))
      values_.fail(fmt::format("vertex {} has {} = {}; keep within {} m", mesh_.vertices.size(),
                               property.name, value, kLargestCoordinate));
    return value;
  }

  void readList(const PlyProperty& property) {
    const double count = values_.next(*property.countType);
    if (!(count >= 0)) values_.fail(fmt::format("a list of {} values; repair its length", count));
    values_.requireMore(count, property.type);
    list_.clear();
    for (double i = 0; i < count; ++i) list_.push_back(values_.next(property.type));
  }

  void addFace() {
    if (list_.size() < 3)
      values_.fail(fmt::format("a face has {} vertices; give it at least 3", list_.size()));
    polygon_.clear();
    for (const double index : list_) {
      if (!(index >= 0 && index < double(header_.vertices)) || index != std::floor(index))
        values_.fail(fmt::format("a face names vertex {} of {}; count vertices from 0", index,
                                 header_.vertices));
      polygon_.push_back(static_cast<std::uint32_t>(index));
    }
    addPolygon(mesh_, polygon_);
  }

  const PlyHeader& header_;
  Values values_;
  RenderMesh mesh_;
  std::vector<double> list_;
  std::vector<std::uint32_t> polygon_;
};

// Polygons with more corners than a byte can count are written as triangles.
std::vector<PolygonRange> writablePolygons(const RenderMesh& mesh) {
  constexpr std::size_t kMostCorners = 255;
  std::vector<PolygonRange> polygons;
  for (const PolygonRange& polygon : polygonsOf(mesh)) {
    if (polygon.corners() <= kMostCorners) {
      polygons.push_back(polygon);
      continue;
    }
    for (std::size_t t = polygon.first; t < polygon.end; ++t) polygons.push_back({t, t + 1});
  }
  return polygons;
}

std::string headerOf(const SplitMesh& split, const PlyExtras& extras, std::size_t polygons,
                     bool materials) {
  std::string header =
      fmt::format("ply\nformat binary_little_endian 1.0\nelement vertex {}\n", split.source.size());
  const auto add = [&](const char* type, const auto& names) {
    for (const auto& name : names) header += fmt::format("property {} {}\n", type, name);
  };
  add(extras.singlePrecision ? "float" : "double", std::array{"x", "y", "z"});
  if (!split.normals.empty()) add("float", std::array{"nx", "ny", "nz"});
  if (!split.uvs.empty()) add("float", std::array{"s", "t"});
  for (const PlyColumn& column : extras.columns) add("float", column.properties);
  header += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", polygons);
  if (materials) header += "property ushort material\n";
  if (!extras.edges.empty())
    header += fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n",
                          extras.edges.size());
  return header + "end_header\n";
}

}  // namespace

RenderMesh parsePly(std::string_view bytes, const std::string& file) {
  TextReader text(bytes, file);
  const PlyHeader header = readPlyHeader(text, PlyContent::kSurface);
  if (!header.byteOrder) return PlyBody(header, PlyTextValues(text)).read();
  return PlyBody(header, PlyBinaryValues(text.rest(), *header.byteOrder, file)).read();
}

std::string formatPly(const RenderMesh& mesh) { return formatPly(mesh, {}); }

std::string formatPly(const RenderMesh& mesh, const PlyExtras& extras) {
  const SplitMesh split = splitAtSeams(mesh);
  if (split.source.size() > std::size_t(std::numeric_limits<std::int32_t>::max()))
    fail("a PLY file holds 2 billion vertices at most; make the mesh smaller");
  const std::vector<PolygonRange> polygons = writablePolygons(mesh);
  const bool materials = extras.materials && !mesh.attributes.materialOf.empty();
  std::string bytes = headerOf(split, extras, polygons.size(), materials);
  for (std::size_t v = 0; v < split.source.size(); ++v) {
    const Vec3d& p = mesh.vertices[split.source[v]];
    for (const double x : {p.x, p.y, p.z}) {
      if (extras.singlePrecision)
        appendLittleEndian(bytes, static_cast<float>(x));
      else
        appendLittleEndian(bytes, x);
    }
    if (!split.normals.empty())
      for (std::size_t axis = 0; axis < 3; ++axis)
        appendLittleEndian(bytes, static_cast<float>(split.normals[v][axis]));
    if (!split.uvs.empty())
      for (const double x : split.uvs[v]) appendLittleEndian(bytes, static_cast<float>(x));
    for (const PlyColumn& column : extras.columns) {
      const std::size_t size = column.properties.size();
      for (std::size_t k = 0; k < size; ++k)
        appendLittleEndian(bytes, column.values[size * split.source[v] + k]);
    }
  }
  std::vector<std::uint32_t> corners;
  for (const PolygonRange& polygon : polygons) {
    cornersOf(polygon, split.triangles, corners);
    appendLittleEndian(bytes, static_cast<std::uint8_t>(corners.size()));
    for (const std::uint32_t v : corners) appendLittleEndian(bytes, static_cast<std::int32_t>(v));
    if (materials)
      appendLittleEndian(bytes, static_cast<std::uint16_t>(std::min<std::uint32_t>(
                                    mesh.attributes.materialOf[polygon.first], kPlyNoMaterial)));
  }
  for (const auto& edge : extras.edges)
    for (const std::uint32_t v : edge) appendLittleEndian(bytes, static_cast<std::int32_t>(v));
  return bytes;
}

}  // namespace shoal
