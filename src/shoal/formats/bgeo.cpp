#include "shoal/formats/bgeo.h"

#include <bit>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/formats/gzip.h"

namespace shoal {

namespace {

constexpr std::string_view kMagic = "BgeoV";
constexpr std::uint32_t kVersion = 5;
constexpr std::uint32_t kFloat = 0, kInteger = 1, kVector = 5;  // attribute types

struct Attribute {
  std::string name;
  std::uint32_t type = kFloat;
  std::uint16_t components = 1;
};

const char* fileName(const std::string& column) {
  return column == "velocity" ? "v" : column.c_str();
}
std::string columnName(const std::string& inFile) { return inFile == "v" ? "velocity" : inFile; }

void put16(std::string& out, std::uint32_t v) {
  out += static_cast<char>(v >> 8 & 0xff);
  out += static_cast<char>(v & 0xff);
}
void put(std::string& out, std::uint32_t v) {
  put16(out, v >> 16);
  put16(out, v);
}
void put(std::string& out, float v) { put(out, std::bit_cast<std::uint32_t>(v)); }
void put(std::string& out, const Vec3f& v) {
  put(out, v.x);
  put(out, v.y);
  put(out, v.z);
}

// Reads consecutive numbers from bytes whose length was checked.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : bytes_(bytes) {}
  std::uint32_t take16() {
    const std::uint32_t high = take8();
    return high << 8 | take8();
  }
  std::uint32_t take32() {
    const std::uint32_t high = take16();
    return high << 16 | take16();
  }
  void take(std::uint32_t& v) { v = take32(); }
  void take(float& v) { v = std::bit_cast<float>(take32()); }
  void take(Vec3f& v) {
    take(v.x);
    take(v.y);
    take(v.z);
  }

 private:
  std::uint32_t take8() {
    const auto byte = static_cast<unsigned char>(bytes_[next_]);
    ++next_;
    return byte;
  }
  std::string_view bytes_;
  std::size_t next_ = 0;
};

Attribute attributeOf(const ParticleColumn& column) {
  Attribute a{fileName(column.name)};
  if (std::holds_alternative<std::span<const std::uint32_t>>(column.values)) a.type = kInteger;
  if (std::holds_alternative<std::span<const Vec3f>>(column.values)) {
    a.type = kVector;
    a.components = 3;
  }
  return a;
}

std::string header(const ParticleTable& table) {
  std::string out(kMagic);
  put(out, kVersion);
  put(out, static_cast<std::uint32_t>(table.positions.size()));
  for (int none = 0; none < 3; ++none) put(out, 0u);  // primitives and groups
  put(out, static_cast<std::uint32_t>(table.columns.size()));
  for (int none = 0; none < 3; ++none) put(out, 0u);  // vertex, primitive and detail attributes
  for (const ParticleColumn& column : table.columns) {
    const Attribute a = attributeOf(column);
    put16(out, static_cast<std::uint32_t>(a.name.size()));
    out += a.name;
    put16(out, a.components);
    put(out, a.type);
    for (int component = 0; component < a.components; ++component) put(out, 0u);
  }
  return out;
}

Attribute readAttribute(GzipReader& in, const std::string& file) {
  Attribute a;
  const std::string length = in.read(2);
  a.name = in.read(Cursor(length).take16());
  const std::string rest = in.read(6);
  Cursor cursor(rest);
  a.components = static_cast<std::uint16_t>(cursor.take16());
  a.type = cursor.take32();
  const bool scalar = a.components == 1 && (a.type == kFloat || a.type == kInteger);
  const bool vector = a.components == 3 && (a.type == kFloat || a.type == kVector);
  if (!scalar && !vector)
    fail(
        "{}: attribute \"{}\" has type {} with {} components; shoal reads floats, integers and "
        "vectors of three",
        file, a.name, a.type, a.components);
  in.read(std::size_t{4} * a.components);  // its default
  return a;
}

OwnedParticleColumn emptyColumn(const Attribute& a) {
  if (a.components == 3) return {columnName(a.name), std::vector<Vec3f>{}};
  if (a.type == kInteger) return {columnName(a.name), std::vector<std::uint32_t>{}};
  return {columnName(a.name), std::vector<float>{}};
}

struct Counts {
  std::uint32_t points = 0;
  std::uint32_t attributes = 0;
};

Counts readCounts(GzipReader& in, const std::string& file) {
  if (in.read(kMagic.size()) != kMagic) fail("{}: not a classic .bgeo file", file);
  const std::string numbers = in.read(std::size_t{4} * 9);
  Cursor cursor(numbers);
  if (const std::uint32_t version = cursor.take32(); version != kVersion)
    fail("{}: is .bgeo version {}; shoal reads version {}", file, version, kVersion);
  Counts counts;
  counts.points = cursor.take32();
  for (int ignored = 0; ignored < 3; ++ignored) cursor.take32();
  counts.attributes = cursor.take32();
  // More attributes than any known file has; a point takes at least sixteen bytes.
  constexpr std::uint32_t kMostAttributes = 1024;
  if (counts.attributes > kMostAttributes || counts.points > in.mostBytes() / 16)
    fail("{}: damaged: it claims {} points with {} attributes, more than it can hold", file,
         counts.points, counts.attributes);
  return counts;
}

}  // namespace

void writeBgeo(const std::filesystem::path& path, const ParticleTable& table) {
  checkTable(table);
  const std::size_t count = table.positions.size();
  if (count > std::size_t{std::numeric_limits<std::int32_t>::max()})
    fail("cannot write {}: {} particles are more than the format can count", path.string(), count);
  std::string out = header(table);
  std::size_t pointBytes = 16;
  for (const ParticleColumn& c : table.columns)
    pointBytes += std::size_t{4} * attributeOf(c).components;
  out.reserve(out.size() + count * pointBytes + 2);
  for (std::size_t i = 0; i < count; ++i) {
    put(out, table.positions[i]);
    put(out, 1.f);
    for (const ParticleColumn& c : table.columns)
      std::visit([&](const auto& values) { put(out, values[i]); }, c.values);
  }
  out += '\x00';
  out += '\xff';
  writeFileAtomically(path, gzipped(out));
}

OwnedParticleTable readBgeo(const std::filesystem::path& path) {
  const std::string file = path.string();
  GzipReader in(path);
  const Counts counts = readCounts(in, file);
  OwnedParticleTable table;
  std::size_t pointBytes = 16;
  for (std::uint32_t a = 0; a < counts.attributes; ++a) {
    const Attribute attribute = readAttribute(in, file);
    pointBytes += std::size_t{4} * attribute.components;
    table.columns.push_back(emptyColumn(attribute));
  }
  constexpr std::uint32_t kBlock = 4096;  // points; storage grows as they arrive
  for (std::uint32_t first = 0; first < counts.points; first += kBlock) {
    const std::uint32_t size = std::min(kBlock, counts.points - first);
    const std::string bytes = in.read(size * pointBytes);
    Cursor cursor(bytes);
    for (std::uint32_t i = 0; i < size; ++i) {
      cursor.take(table.positions.emplace_back());
      cursor.take32();  // the homogeneous coordinate
      for (OwnedParticleColumn& c : table.columns)
        std::visit([&](auto& values) { cursor.take(values.emplace_back()); }, c.values);
    }
  }
  in.finish();
  checkTable(table.view());
  checkPositions(table.positions, file);
  return table;
}

}  // namespace shoal
