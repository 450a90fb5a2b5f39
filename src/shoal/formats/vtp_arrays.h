// Shared by VTK files of particles and of surfaces: arrays of raw bytes behind the XML.
#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parse_number.h"
#include "shoal/core/vec.h"
#include "shoal/core/xml_tags.h"

namespace shoal {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie");

inline constexpr std::string_view kVtpEnd = "\n</AppendedData>\n</VTKFile>\n";

template <class T>
constexpr const char* vtpTypeName() {
  if constexpr (std::is_same_v<T, std::uint32_t>) return "UInt32";
  if constexpr (std::is_same_v<T, std::int32_t>) return "Int32";
  return "Float32";
}

template <class T>
constexpr int vtpComponents() {
  if constexpr (std::is_same_v<T, std::array<float, 2>>) return 2;
  return std::is_same_v<T, Vec3f> ? 3 : 1;
}

// Gathers the arrays of a file: their tags in `xml`, their bytes, each after its size, in `data`.
struct VtpArrays {
  std::string xml;
  std::string data;

  template <class T>
  void add(const std::string& name, std::span<const T> values) {
    xml += fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        vtpTypeName<T>(), xmlEscaped(name), vtpComponents<T>(), data.size());
    const std::uint64_t size = values.size_bytes();
    data.append(reinterpret_cast<const char*>(&size), sizeof size);
    data.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
};

// The arrays that follow <AppendedData>, each after its size in bytes.
class VtpAppendedData {
 public:
  VtpAppendedData(std::string_view bytes, std::string file)
      : bytes_(bytes), file_(std::move(file)) {}

  // An Error unless it has this many values.
  template <class T>
  std::vector<T> read(const XmlTag& tag, std::uint64_t count) const {
    std::vector<T> values = readAll<T>(tag);
    if (values.size() != count) miscounted(tag, count);
    return values;
  }
  template <class T>
  std::vector<T> readAll(const XmlTag& tag) const {
    const auto offset = parseNumber<std::uint64_t>(tag.at("offset", file_));
    std::uint64_t size = 0;
    if (!offset || bytes_.size() < sizeof size || *offset > bytes_.size() - sizeof size)
      truncated();
    std::memcpy(&size, bytes_.data() + *offset, sizeof size);
    const std::string_view rest = bytes_.substr(*offset + sizeof size);
    if (size > rest.size()) truncated();
    if (size % sizeof(T) != 0) miscounted(tag, size / sizeof(T));
    std::vector<T> values(size / sizeof(T));
    if (size > 0) std::memcpy(static_cast<void*>(values.data()), rest.data(), size);
    return values;
  }

 private:
  [[noreturn]] void miscounted(const XmlTag& tag, std::uint64_t count) const {
    fail("{}: damaged: array \"{}\" does not have {} values", file_, tag.at("Name", file_), count);
  }
  [[noreturn]] void truncated() const {
    fail("{}: truncated or damaged: an array lies beyond its end", file_);
  }

  std::string_view bytes_;
  std::string file_;
};

// The text of a .vtp file, split into its tags and its arrays.
struct VtpFile {
  explicit VtpFile(const std::filesystem::path& path);
  VtpFile(const VtpFile&) = delete;
  VtpFile& operator=(const VtpFile&) = delete;

  std::string name;
  std::string bytes;
  std::vector<XmlTag> tags;
  VtpAppendedData data;
};

// A whole file around one piece; `counts` are the attributes of the piece.
std::string vtpText(double time, const std::string& counts, const VtpArrays& arrays);

// Time in a tag of FieldData; none if it is another tag.
std::optional<double> vtpTime(const XmlTag& tag, const std::string& section,
                              const std::string& file);

}  // namespace shoal
