#include "shoal/formats/vtp_arrays.h"

namespace shoal {

namespace {

constexpr std::string_view kAppended = "<AppendedData encoding=\"raw\">";

void checkEncoding(const XmlTag& tag, const std::string& file) {
  if (tag.at("type", file) != "PolyData" || tag.at("byte_order", file) != "LittleEndian" ||
      tag.at("header_type", file) != "UInt64")
    fail("{}: not a little-endian PolyData file with UInt64 headers as shoal writes it", file);
}

// Offset of the appended arrays.
std::size_t startOfArrays(const std::string& bytes, const std::string& file) {
  const std::size_t appended = bytes.find(kAppended);
  const std::size_t start = bytes.find('_', appended);
  if (appended == std::string::npos || start == std::string::npos || !bytes.starts_with("<?xml"))
    fail("{}: not a .vtp file with raw appended data as shoal writes it", file);
  if (!bytes.ends_with(kVtpEnd)) fail("{}: truncated", file);
  return start + 1;
}

}  // namespace

VtpFile::VtpFile(const std::filesystem::path& path)
    : name(path.string()),
      bytes(readFile(path)),
      data(std::string_view(bytes).substr(startOfArrays(bytes, name)), name) {
  tags = xmlTags(std::string_view(bytes).substr(0, bytes.find(kAppended)), name);
  for (const XmlTag& tag : tags)
    if (tag.name == "VTKFile") checkEncoding(tag, name);
}

std::string vtpText(double time, const std::string& counts, const VtpArrays& arrays) {
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<PolyData>\n"
      "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
      "format=\"ascii\">{}</DataArray>\n</FieldData>\n<Piece {}>\n",
      time, counts);
  text += arrays.xml;
  text += "</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
  text += arrays.data;
  return text.append(kVtpEnd);
}

std::optional<double> vtpTime(const XmlTag& tag, const std::string& section,
                              const std::string& file) {
  if (section != "FieldData" || tag.at("Name", file) != "TimeValue") return std::nullopt;
  const auto time = parseNumber<double>(tag.text);
  if (!time) fail("{}: damaged: its time is not a number", file);
  return time;
}

}  // namespace shoal
