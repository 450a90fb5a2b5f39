// PLY, as text or binary: vertices with texture coordinates and normals, and faces; other elements
// and properties are ignored.
#include <cmath>
#include <limits>
#include <optional>

#include "shoal/core/error.h"
#include "shoal/geometry/files/bytes.h"
#include "shoal/geometry/files/mesh_formats.h"
#include "shoal/geometry/files/ply_header.h"
#include "shoal/geometry/files/text_reader.h"

namespace shoal {

namespace {

// The values of a text file; every record is a line.
class TextValues {
 public:
  explicit TextValues(TextReader& text) : text_(text) {}

  std::size_t mostRecords(const PlyElement& element) const {
    // A value and what separates it from the next take two bytes, the last value one.
    return (text_.rest().size() + 1) / (2 * element.properties.size());
  }
  void nextRecord() {
    if (!text_.nextLine()) fail("the file is truncated; export it again");
  }
  double next(PlyType) { return text_.number("a value"); }
  void requireMore(double, PlyType) const {}
  [[noreturn]] void fail(const std::string& message) const { text_.fail(message); }

 private:
  TextReader& text_;
};

class BinaryValues {
 public:
  BinaryValues(std::string_view bytes, std::endian order, const std::string& file)
      : bytes_(bytes), order_(order), file_(file) {}

  std::size_t mostRecords(const PlyElement& element) const {
    std::size_t least = 0;
    for (const PlyProperty& p : element.properties) least += sizeOf(p.countType.value_or(p.type));
    return bytes_.size() / least;
  }
  void nextRecord() {}
  double next(PlyType type) {
    requireMore(1, type);
    const char* from = bytes_.data();
    bytes_.remove_prefix(sizeOf(type));
    switch (type) {
      case PlyType::kInt8:
        return loadNumber<std::int8_t>(from, order_);
      case PlyType::kUint8:
        return loadNumber<std::uint8_t>(from, order_);
      case PlyType::kInt16:
        return loadNumber<std::int16_t>(from, order_);
      case PlyType::kUint16:
        return loadNumber<std::uint16_t>(from, order_);
      case PlyType::kInt32:
        return loadNumber<std::int32_t>(from, order_);
      case PlyType::kUint32:
        return loadNumber<std::uint32_t>(from, order_);
      case PlyType::kFloat32:
        return loadNumber<float>(from, order_);
      case PlyType::kFloat64:
        break;
    }
    return loadNumber<double>(from, order_);
  }
  void requireMore(double values, PlyType type) const {
    if (values * double(sizeOf(type)) > double(bytes_.size()))
      fail("the file is truncated; export it again");
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Place{file_}, "", message);
  }

 private:
  std::string_view bytes_;
  std::endian order_;
  const std::string& file_;
};

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

}  // namespace

RenderMesh parsePly(std::string_view bytes, const std::string& file) {
  TextReader text(bytes, file);
  const PlyHeader header = readPlyHeader(text);
  if (!header.byteOrder) return PlyBody(header, TextValues(text)).read();
  return PlyBody(header, BinaryValues(text.rest(), *header.byteOrder, file)).read();
}

std::string formatPly(const RenderMesh& mesh) {
  constexpr std::size_t kMostCorners = 255;  // of a polygon
  const SplitMesh split = splitAtSeams(mesh);
  if (split.source.size() > std::size_t(std::numeric_limits<std::int32_t>::max()))
    fail("a PLY file holds 2 billion vertices at most; make the mesh smaller");
  std::vector<PolygonRange> polygons;
  for (const PolygonRange& polygon : polygonsOf(mesh)) {
    if (polygon.corners() <= kMostCorners) {
      polygons.push_back(polygon);
      continue;
    }
    for (std::size_t t = polygon.first; t < polygon.end; ++t) polygons.push_back({t, t + 1});
  }
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty double x\n"
      "property double y\nproperty double z\n{}{}element face {}\n"
      "property list uchar int vertex_indices\nend_header\n",
      split.source.size(),
      split.normals.empty() ? "" : "property float nx\nproperty float ny\nproperty float nz\n",
      split.uvs.empty() ? "" : "property float s\nproperty float t\n", polygons.size());
  for (std::size_t v = 0; v < split.source.size(); ++v) {
    const Vec3d& p = mesh.vertices[split.source[v]];
    for (const double x : {p.x, p.y, p.z}) appendLittleEndian(bytes, x);
    if (!split.normals.empty())
      for (std::size_t axis = 0; axis < 3; ++axis)
        appendLittleEndian(bytes, static_cast<float>(split.normals[v][axis]));
    if (!split.uvs.empty())
      for (const double x : split.uvs[v]) appendLittleEndian(bytes, static_cast<float>(x));
  }
  std::vector<std::uint32_t> corners;
  for (const PolygonRange& polygon : polygons) {
    cornersOf(polygon, split.triangles, corners);
    appendLittleEndian(bytes, static_cast<std::uint8_t>(corners.size()));
    for (const std::uint32_t v : corners) appendLittleEndian(bytes, static_cast<std::int32_t>(v));
  }
  return bytes;
}

}  // namespace shoal
