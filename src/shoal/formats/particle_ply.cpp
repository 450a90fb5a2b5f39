#include "shoal/formats/particle_ply.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "shoal/core/file.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/files/ply_values.h"

namespace shoal {

namespace {

using Names = std::array<std::string, 3>;

// What the components of a column are called, its own name first.
std::vector<Names> componentNames(const std::string& column) {
  std::vector<Names> names{{column + "_x", column + "_y", column + "_z"}};
  if (column == "velocity") names.insert(names.begin(), {"vx", "vy", "vz"});
  return names;
}

bool isWhole(PlyType type) { return type != PlyType::kFloat32 && type != PlyType::kFloat64; }

// Where the values of a property go.
struct Target {
  enum class Kind { kNowhere, kPosition, kColumn } kind = Kind::kNowhere;
  std::size_t column = 0, component = 0;
};

class PlyPoints {
 public:
  explicit PlyPoints(const PlyElement& vertex) : targets_(vertex.properties.size()) {
    for (std::size_t k = 0; k < vertex.properties.size(); ++k) {
      const PlyProperty& property = vertex.properties[k];
      if (property.countType) continue;
      if (property.isCoordinate())
        targets_[k] = {Target::Kind::kPosition, 0, std::size_t(property.name[0] - 'x')};
    }
    placeVector("velocity", vertex);
    for (std::size_t k = 0; k < vertex.properties.size(); ++k) placeScalar(vertex, k);
  }

  // The next vertex.
  template <class Values>
  void read(const PlyElement& vertex, Values& values) {
    Vec3f& position = table_.positions.emplace_back();
    for (OwnedParticleColumn& column : table_.columns)
      std::visit([](auto& numbers) { numbers.emplace_back(); }, column.values);
    for (std::size_t k = 0; k < vertex.properties.size(); ++k) {
      const PlyProperty& property = vertex.properties[k];
      if (property.countType) {
        skipList(property, values);
        continue;
      }
      const double value = values.next(property.type);
      if (targets_[k].kind == Target::Kind::kPosition) {
        if (!(std::abs(value) <= kLargestCoordinate))
          values.fail(fmt::format("point {} has {} = {}; keep within {} m",
                                  table_.positions.size() - 1, property.name, value,
                                  kLargestCoordinate));
        position[targets_[k].component] = static_cast<float>(value);
      } else if (targets_[k].kind == Target::Kind::kColumn) {
        store(targets_[k], value);
      }
    }
  }
  template <class Values>
  static void skipList(const PlyProperty& property, Values& values) {
    const double count = values.next(*property.countType);
    if (!(count >= 0)) values.fail(fmt::format("a list of {} values; repair its length", count));
    values.requireMore(count, property.type);
    for (double i = 0; i < count; ++i) values.next(property.type);
  }

  OwnedParticleTable take() { return std::move(table_); }

 private:
  void placeVector(const std::string& column, const PlyElement& vertex) {
    for (const Names& names : componentNames(column)) {
      std::array<std::size_t, 3> at{};
      bool whole = true;
      for (std::size_t c = 0; c < 3; ++c) {
        const auto found = std::ranges::find(vertex.properties, names[c], &PlyProperty::name);
        whole = whole && found != vertex.properties.end() && !found->countType;
        at[c] = static_cast<std::size_t>(found - vertex.properties.begin());
      }
      if (!whole) continue;
      for (std::size_t c = 0; c < 3; ++c)
        targets_[at[c]] = {Target::Kind::kColumn, table_.columns.size(), c};
      table_.columns.push_back({column, std::vector<Vec3f>{}});
      return;
    }
  }

  // A name that comes twice has the values of the first.
  void placeScalar(const PlyElement& vertex, std::size_t k) {
    const PlyProperty& property = vertex.properties[k];
    const bool taken = std::ranges::any_of(
        table_.columns, [&](const auto& column) { return column.name == property.name; });
    if (property.countType || taken || targets_[k].kind != Target::Kind::kNowhere) return;
    targets_[k] = {Target::Kind::kColumn, table_.columns.size(), 0};
    if (isWhole(property.type))
      table_.columns.push_back({property.name, std::vector<std::uint32_t>{}});
    else
      table_.columns.push_back({property.name, std::vector<float>{}});
  }

  void store(const Target& target, double value) {
    auto& values = table_.columns[target.column].values;
    if (auto* vectors = std::get_if<std::vector<Vec3f>>(&values))
      vectors->back()[target.component] = asFloat(value);
    else if (auto* numbers = std::get_if<std::vector<float>>(&values))
      numbers->back() = asFloat(value);
    else  // negative numbers, which mark what has none in some programs, are 0
      std::get<std::vector<std::uint32_t>>(values).back() =
          static_cast<std::uint32_t>(std::max(0.0, value));
  }
  static float asFloat(double value) {
    constexpr double kMost = std::numeric_limits<float>::max();
    return static_cast<float>(std::abs(value) > kMost ? std::copysign(kMost, value) : value);
  }

  std::vector<Target> targets_;
  OwnedParticleTable table_;
};

template <class Values>
OwnedParticleTable readPoints(const PlyHeader& header, Values values) {
  for (const PlyElement& element : header.elements) {
    if (element.count > values.mostRecords(element))
      values.fail(fmt::format("\"element {} {}\" does not fit in the file; is it truncated?",
                              element.name, element.count));
    if (element.name == "vertex") {
      PlyPoints points(element);
      for (std::size_t i = 0; i < element.count; ++i) {
        values.nextRecord();
        points.read(element, values);
      }
      return points.take();
    }
    for (std::size_t i = 0; i < element.count; ++i) {
      values.nextRecord();
      for (const PlyProperty& property : element.properties) {
        if (property.countType)
          PlyPoints::skipList(property, values);
        else
          values.next(property.type);
      }
    }
  }
  return {};
}

}  // namespace

void writeParticlePly(const std::filesystem::path& path, const ParticleTable& table) {
  checkTable(table);
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty float x\n"
      "property float y\nproperty float z\n",
      table.positions.size());
  for (const ParticleColumn& column : table.columns) {
    if (std::holds_alternative<std::span<const Vec3f>>(column.values)) {
      const Names names = componentNames(column.name).front();
      for (const std::string& name : names) bytes += fmt::format("property float {}\n", name);
    } else {
      const bool whole = std::holds_alternative<std::span<const std::uint32_t>>(column.values);
      bytes += fmt::format("property {} {}\n", whole ? "uint" : "float", column.name);
    }
  }
  bytes += "end_header\n";
  const auto put = [&](const auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Vec3f>)
      for (const float x : {value.x, value.y, value.z}) appendLittleEndian(bytes, x);
    else
      appendLittleEndian(bytes, value);
  };
  for (std::size_t i = 0; i < table.positions.size(); ++i) {
    put(table.positions[i]);
    for (const ParticleColumn& column : table.columns)
      std::visit([&](const auto& values) { put(values[i]); }, column.values);
  }
  writeFileAtomically(path, bytes);
}

OwnedParticleTable readParticlePly(const std::filesystem::path& path) {
  const std::string file = path.string();
  const std::string bytes = readFile(path, kLargestMeshFile);
  TextReader text(bytes, file);
  const PlyHeader header = readPlyHeader(text, PlyContent::kPoints);
  OwnedParticleTable table =
      header.byteOrder ? readPoints(header, PlyBinaryValues(text.rest(), *header.byteOrder, file))
                       : readPoints(header, PlyTextValues(text));
  checkTable(table.view());
  return table;
}

}  // namespace shoal
