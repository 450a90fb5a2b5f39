#include "shoal/formats/particle_vtp.h"

#include <limits>
#include <numeric>

#include "shoal/formats/vtp_arrays.h"

namespace shoal {

namespace {

OwnedParticleColumn readColumn(const VtpAppendedData& data, const XmlTag& tag, std::uint64_t count,
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

OwnedParticleTable readTable(const VtpFile& vtp) {
  const std::string& file = vtp.name;
  OwnedParticleTable table;
  std::optional<std::uint64_t> count;
  bool hasPositions = false;
  std::string section;
  for (const XmlTag& tag : vtp.tags) {
    if (tag.name == "Piece") count = parseNumber<std::uint64_t>(tag.at("NumberOfPoints", file));
    if (tag.name != "DataArray") {
      section = tag.name;
    } else if (const auto time = vtpTime(tag, section, file)) {
      table.time = *time;
    } else if (section == "PointData" && count) {
      table.columns.push_back(readColumn(vtp.data, tag, *count, file));
    } else if (section == "Points" && count) {
      table.positions = vtp.data.read<Vec3f>(tag, *count);
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

  VtpArrays arrays;
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

  const std::string counts = fmt::format(
      "NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"0\"",
      count, count);
  writeFileAtomically(path, vtpText(table.time, counts, arrays));
}

OwnedParticleTable readVtp(const std::filesystem::path& path) {
  const VtpFile file(path);
  OwnedParticleTable table = readTable(file);
  checkTable(table.view());
  checkPositions(table.positions, file.name);
  return table;
}

}  // namespace shoal
