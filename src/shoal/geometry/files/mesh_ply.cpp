// PLY, as text or binary: vertices and faces; other elements and properties are ignored.
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

  TriangleMesh read() {
    for (const PlyElement& element : header_.elements) {
      if (element.count > values_.mostRecords(element))
        values_.fail(fmt::format("\"element {} {}\" does not fit in the file; is it truncated?",
                                 element.name, element.count));
      if (element.name == "vertex") mesh_.vertices.reserve(element.count);
      if (element.name == "face") mesh_.triangles.reserve(element.count);
      for (std::size_t i = 0; i < element.count; ++i) readRecord(element);
    }
    return std::move(mesh_);
  }

 private:
  void readRecord(const PlyElement& element) {
    values_.nextRecord();
    Vec3d position;
    for (const PlyProperty& property : element.properties) {
      if (property.countType) {
        readList(property);
        if (element.name == "face" && property.isVertexList()) addFace();
      } else {
        const double value = values_.next(property.type);
        if (element.name == "vertex" && property.isCoordinate())
          position[std::size_t(property.name[0] - 'x')] = coordinate(property, value);
      }
    }
    if (element.name == "vertex") mesh_.vertices.push_back(position);
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
    addFan(mesh_.triangles, polygon_);
  }

  const PlyHeader& header_;
  Values values_;
  TriangleMesh mesh_;
  std::vector<double> list_;
  std::vector<std::uint32_t> polygon_;
};

}  // namespace

TriangleMesh parsePly(std::string_view bytes, const std::string& file) {
  TextReader text(bytes, file);
  const PlyHeader header = readPlyHeader(text);
  if (!header.byteOrder) return PlyBody(header, TextValues(text)).read();
  return PlyBody(header, BinaryValues(text.rest(), *header.byteOrder, file)).read();
}

std::string formatPly(const TriangleMesh& mesh) {
  if (mesh.vertices.size() > std::size_t(std::numeric_limits<std::int32_t>::max()))
    fail("a PLY file holds 2 billion vertices at most; make the mesh smaller");
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty double x\n"
      "property double y\nproperty double z\nelement face {}\n"
      "property list uchar int vertex_indices\nend_header\n",
      mesh.vertices.size(), mesh.triangles.size());
  for (const Vec3d& v : mesh.vertices)
    for (const double x : {v.x, v.y, v.z}) appendLittleEndian(bytes, x);
  for (const Triangle& triangle : mesh.triangles) {
    appendLittleEndian(bytes, std::uint8_t{3});
    for (const std::uint32_t v : triangle) appendLittleEndian(bytes, static_cast<std::int32_t>(v));
  }
  return bytes;
}

}  // namespace shoal
