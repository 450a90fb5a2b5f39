#include "shoal/output/vtp.h"

#include <bit>
#include <cstring>
#include <limits>
#include <numeric>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/output/parse_number.h"
#include "shoal/core/xml_tags.h"

namespace shoal {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie");

namespace {

constexpr std::string_view kEnd = "\n</AppendedData>\n</VTKFile>\n";

template <class T>
constexpr const char* typeName() {
  if constexpr (std::is_same_v<T, std::uint32_t>) return "UInt32";
  if constexpr (std::is_same_v<T, std::int32_t>) return "Int32";
  return "Float32";
}

template <class T>
constexpr int components() {
  return std::is_same_v<T, Vec3f> ? 3 : 1;
}

// Gathers the arrays of a file: their tags in `xml`, their bytes, each after its size, in `data`.
struct Arrays {
  std::string xml;
  std::string data;

  template <class T>
  void add(const std::string& name, std::span<const T> values) {
    xml += fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        typeName<T>(), xmlEscaped(name), components<T>(), data.size());
    const std::uint64_t size = values.size_bytes();
    data.append(reinterpret_cast<const char*>(&size), sizeof size);
    data.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
};

// The arrays that follow <AppendedData>, each after its size in bytes.
class AppendedData {
 public:
  AppendedData(std::string_view bytes, std::string file) : bytes_(bytes), file_(std::move(file)) {}

  template <class T>
  std::vector<T> read(const XmlTag& tag, std::uint64_t count) const {
    const auto offset = parseNumber<std::uint64_t>(tag.at("offset", file_));
    std::uint64_t size = 0;
    if (!offset || bytes_.size() < sizeof size || *offset > bytes_.size() - sizeof size)
      truncated();
    std::memcpy(&size, bytes_.data() + *offset, sizeof size);
    const std::string_view rest = bytes_.substr(*offset + sizeof size);
    if (size > rest.size()) truncated();
    if (size % sizeof(T) != 0 || size / sizeof(T) != count)
      fail("{}: damaged: array \"{}\" does not have {} values", file_, tag.at("Name", file_),
           count);
    std::vector<T> values(count);
    if (size > 0) std::memcpy(static_cast<void*>(values.data()), rest.data(), size);
    return values;
  }

 private:
  [[noreturn]] void truncated() const {
    fail("{}: truncated or damaged: an array lies beyond its end", file_);
  }

  std::string_view bytes_;
  std::string file_;
};

OwnedParticleColumn readColumn(const AppendedData& data, const XmlTag& tag, std::uint64_t count,
                               const std::string& file) {
  const std::string& name = tag.at("Name", file);
  const std::string& type = tag.at("type", file);
  const auto found = tag.attributes.find("NumberOfComponents");
  const std::string size = found == tag.attributes.end() ? "1" : found->second;
  if (type == "Float32" && size == "1") return {name, data.read<float>(tag, count)};
  if (type == "Float32" && size == "3") return {name, data.read<Vec3f>(tag, count)};
  if (type == "UInt32" && size == "1") return {name, data.read<std::uint32_t>(tag, count)};
  fail("{}: array \"{}\" is {} with {} components; shoal reads Float32 (1 or 3) and UInt32 (1)",
       file, name, type, size);
}

void checkEncoding(const XmlTag& tag, const std::string& file) {
  if (tag.at("type", file) != "PolyData" || tag.at("byte_order", file) != "LittleEndian" ||
      tag.at("header_type", file) != "UInt64")
    fail("{}: not a little-endian PolyData file with UInt64 headers as shoal writes it", file);
}

OwnedParticleTable readTable(const std::vector<XmlTag>& tags, const AppendedData& data,
                             const std::string& file) {
  OwnedParticleTable table;
  std::optional<std::uint64_t> count;
  bool hasPositions = false;
  std::string section;
  for (const XmlTag& tag : tags) {
    if (tag.name == "VTKFile") checkEncoding(tag, file);
    if (tag.name == "Piece") count = parseNumber<std::uint64_t>(tag.at("NumberOfPoints", file));
    if (tag.name != "DataArray") {
      section = tag.name;
    } else if (section == "FieldData" && tag.at("Name", file) == "TimeValue") {
      const auto time = parseNumber<double>(tag.text);
      if (!time) fail("{}: damaged: its time is not a number", file);
      table.time = *time;
    } else if (section == "PointData" && count) {
      table.columns.push_back(readColumn(data, tag, *count, file));
    } else if (section == "Points" && count) {
      table.positions = data.read<Vec3f>(tag, *count);
      hasPositions = true;
    }
  }
  if (!hasPositions) fail("{}: damaged: it has no points", file);
  return table;
}

}  // namespace

void writeVtp(const std::filesystem::path& path, const ParticleTable& table) {
  checkTable(table);
  const std::size_t count = table.positions.size();
  if (count > std::size_t{std::numeric_limits<std::int32_t>::max()})
    fail("cannot write {}: {} particles are more than its indices can count", path.string(), count);

  Arrays arrays;
  arrays.xml = "<PointData>\n";
  for (const ParticleColumn& c : table.columns)
    std::visit([&](const auto& values) { arrays.add(c.name, values); }, c.values);
  arrays.xml += "</PointData>\n<Points>\n";
  arrays.add("Points", table.positions);
  arrays.xml += "</Points>\n<Verts>\n";
  std::vector<std::int32_t> cells(count);
  std::iota(cells.begin(), cells.end(), 0);
  arrays.add("connectivity", std::span<const std::int32_t>(cells));
  std::iota(cells.begin(), cells.end(), 1);
  arrays.add("offsets", std::span<const std::int32_t>(cells));
  arrays.xml += "</Verts>\n";

  std::string file = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<PolyData>\n"
      "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
      "format=\"ascii\">{}</DataArray>\n</FieldData>\n"
      "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" "
      "NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n",
      table.time, count, count);
  file += arrays.xml;
  file += "</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
  file += arrays.data;
  file += kEnd;
  writeFileAtomically(path, file);
}

OwnedParticleTable readVtp(const std::filesystem::path& path) {
  const std::string bytes = readFile(path);
  const std::string file = path.string();
  const std::size_t appended = bytes.find("<AppendedData encoding=\"raw\">");
  const std::size_t start = bytes.find('_', appended);
  if (appended == std::string::npos || start == std::string::npos || !bytes.starts_with("<?xml"))
    fail("{}: not a .vtp file with raw appended data as shoal writes it", file);
  if (!bytes.ends_with(kEnd)) fail("{}: truncated", file);
  const std::string_view all = bytes;
  OwnedParticleTable table = readTable(xmlTags(all.substr(0, appended), file),
                                       AppendedData(all.substr(start + 1), file), file);
  checkTable(table.view());
  checkPositions(table.positions, file);
  return table;
}

}  // namespace shoal
