#include "shoal/formats/particle_vtk.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parse_number.h"
#include "shoal/geometry/files/bytes.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/files/text_reader.h"

namespace shoal {

namespace {

// A type of numbers: its name in files, its size in bytes, and how a big-endian one is read.
struct NumberType {
  std::string_view name;
  std::size_t size;
  double (*load)(const char*);
  bool whole;
};

template <class T>
double load(const char* from) {
  return static_cast<double>(loadNumber<T>(from, std::endian::big));
}

template <class T>
constexpr NumberType number(std::string_view name) {
  return {name, sizeof(T), load<T>, std::numeric_limits<T>::is_integer};
}

constexpr NumberType kTypes[] = {
    number<float>("float"),
    number<double>("double"),
    number<std::int32_t>("int"),
    number<std::uint32_t>("unsigned_int"),
    number<std::int64_t>("long"),
    number<std::uint64_t>("unsigned_long"),
    number<std::int64_t>("vtktypeint64"),
    number<std::int64_t>("vtkIdType"),
    number<std::int16_t>("short"),
    number<std::uint16_t>("unsigned_short"),
    number<std::int8_t>("char"),
    number<std::uint8_t>("unsigned_char"),
};

// Words of the text between arrays, and arrays.
class LegacyReader {
 public:
  LegacyReader(std::string_view bytes, const std::string& file) : bytes_(bytes), file_(file) {
    if (!line().starts_with("# vtk DataFile"))
      fail("does not begin with \"# vtk DataFile\"; is it a legacy VTK file?");
    line();  // its title
    const std::string_view kind = word();
    if (kind != "ASCII" && kind != "BINARY") fail("is neither ASCII nor BINARY");
    binary_ = kind == "BINARY";
  }

  bool binary() const { return binary_; }

  // The rest of a line.
  std::string_view line() {
    const std::size_t end = std::min(bytes_.find('\n'), bytes_.size());
    const std::string_view line = bytes_.substr(0, end);
    bytes_.remove_prefix(std::min(end + 1, bytes_.size()));
    return line;
  }
  // The next word; "" at the end.
  std::string_view word() {
    while (!bytes_.empty() && isBlank(bytes_.front())) bytes_.remove_prefix(1);
    std::size_t end = 0;
    while (end < bytes_.size() && !isBlank(bytes_[end])) ++end;
    const std::string_view word = bytes_.substr(0, end);
    bytes_.remove_prefix(end);
    return word;
  }
  std::string_view nextWord() {  // without taking it
    LegacyReader ahead = *this;
    return ahead.word();
  }
  std::size_t count(const char* what) {
    const std::string_view text = word();
    const auto value = parseNumber<std::size_t>(text);
    if (!value || *value > std::numeric_limits<std::uint32_t>::max())
      fail(fmt::format("{} is {}, no number up to 4 billion; is the file whole?", what,
                       quoted(text)));
    return *value;
  }
  const NumberType& type() {
    const std::string_view name = word();
    const auto found = std::find_if(std::begin(kTypes), std::end(kTypes),
                                    [&](const NumberType& t) { return t.name == name; });
    if (found == std::end(kTypes))
      fail(fmt::format("has numbers of type {}, which shoal does not read", quoted(name)));
    return *found;
  }

  // Calls take(k, value) for each number of an array.
  template <class Take>
  void array(std::size_t numbers, const NumberType& type, Take&& take) {
    requireBytes(numbers, binary_ ? type.size : 2);
    if (!binary_) {
      for (std::size_t k = 0; k < numbers; ++k) {
        const std::string_view text = word();
        const auto value = parseNumber<double>(text);
        if (!value) fail(fmt::format("{} is no number; is the file whole?", quoted(text)));
        take(k, *value);
      }
      return;
    }
    endLine();
    requireBytes(numbers, type.size);
    for (std::size_t k = 0; k < numbers; ++k) take(k, type.load(bytes_.data() + k * type.size));
    bytes_.remove_prefix(numbers * type.size);
  }
  void skipArray(std::size_t numbers, const NumberType& type) {
    array(numbers, type, [](std::size_t, double) {});
  }
  // Information about the array before, up to an empty line.
  void skipMetadata() {
    line();
    while (!bytes_.empty()) {
      const std::string_view text = line();
      if (std::all_of(text.begin(), text.end(), isBlank)) return;
    }
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Place{file_}, "", message);
  }

 private:
  static bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

  // Binary numbers begin behind the line that announces them.
  void endLine() {
    if (bytes_.starts_with('\r')) bytes_.remove_prefix(1);
    if (bytes_.starts_with('\n')) bytes_.remove_prefix(1);
  }
  void requireBytes(std::size_t numbers, std::size_t size) const {
    // The last number of a text needs no blank behind it.
    if (numbers > (bytes_.size() + 1) / size)
      fail("an array is longer than the file; is it truncated?");
  }

  std::string_view bytes_;
  const std::string& file_;
  bool binary_ = false;
};

std::string columnName(std::string_view inFile) {
  if (inFile == "Vel" || inFile == "velocities") return "velocity";
  return std::string(inFile);
}

float asFloat(double value) {
  constexpr double kMost = std::numeric_limits<float>::max();
  return static_cast<float>(std::abs(value) > kMost ? std::copysign(kMost, value) : value);
}

class ParticleVtk {
 public:
  ParticleVtk(std::string_view bytes, const std::string& file) : in_(bytes, file) {}

  OwnedParticleTable read() {
    for (std::string_view keyword = in_.word(); !keyword.empty(); keyword = in_.word())
      section(keyword);
    if (!hasPoints_) in_.fail("has no POINTS; save particles as PolyData or UnstructuredGrid");
    return std::move(table_);
  }

 private:
  // What the arrays that come next belong to.
  enum class Owner { kFile, kPoints, kCells };

  void section(std::string_view keyword) {
    if (keyword == "DATASET") {
      in_.word();
    } else if (keyword == "POINTS") {
      points();
    } else if (keyword == "VERTICES" || keyword == "LINES" || keyword == "POLYGONS" ||
               keyword == "TRIANGLE_STRIPS" || keyword == "CELLS") {
      cells();
    } else if (keyword == "CELL_TYPES") {
      in_.skipArray(in_.count("the number of cells"), number<std::int32_t>(""));
    } else if (keyword == "POINT_DATA" || keyword == "CELL_DATA") {
      owner_ = keyword == "POINT_DATA" ? Owner::kPoints : Owner::kCells;
      tuples_ = in_.count("the number of values");
      if (owner_ == Owner::kPoints && tuples_ != table_.positions.size())
        in_.fail(
            fmt::format("has values of {} points for {} points", tuples_, table_.positions.size()));
    } else if (keyword == "SCALARS") {
      scalars();
    } else if (keyword == "VECTORS" || keyword == "NORMALS") {
      const std::string name = columnName(in_.word());
      column(name, 3, tuples_, in_.type());
    } else if (keyword == "TENSORS") {
      in_.word();
      in_.skipArray(9 * tuples_, in_.type());
    } else if (keyword == "TEXTURE_COORDINATES") {
      in_.word();
      const std::size_t components = few("the number of components");
      in_.skipArray(components * tuples_, in_.type());
    } else if (keyword == "COLOR_SCALARS") {
      in_.word();
      skipColours(few("the number of components") * tuples_);
    } else if (keyword == "LOOKUP_TABLE") {
      in_.word();
      skipColours(4 * in_.count("the size of a table"));
    } else if (keyword == "FIELD") {
      field();
    } else if (keyword == "METADATA") {
      in_.skipMetadata();
    } else {
      in_.fail(fmt::format("{} is nothing that files of particles hold", quoted(keyword)));
    }
  }

  std::size_t few(const char* what) {
    const std::size_t count = in_.count(what);
    if (count > 1024) in_.fail(fmt::format("{} is {}; is the file whole?", what, count));
    return count;
  }

  void points() {
    if (hasPoints_) in_.fail("has POINTS twice");
    hasPoints_ = true;
    const std::size_t count = in_.count("the number of points");
    in_.array(3 * count, in_.type(), [&](std::size_t k, double value) {
      if (!(std::abs(value) <= kLargestCoordinate))
        in_.fail(fmt::format("point {} has the coordinate {}; keep within {} m", k / 3, value,
                             kLargestCoordinate));
      if (k % 3 == 0) table_.positions.emplace_back();
      table_.positions.back()[k % 3] = static_cast<float>(value);
    });
  }

  // Since version 5 two arrays of types of their own, before that one list of whole numbers.
  void cells() {
    const std::size_t count = in_.count("the number of cells");
    const std::size_t size = in_.count("the size of the list of cells");
    if (in_.nextWord() != "OFFSETS") return in_.skipArray(size, number<std::int32_t>(""));
    in_.word();
    in_.skipArray(count, in_.type());
    if (in_.word() != "CONNECTIVITY") in_.fail("OFFSETS are not followed by CONNECTIVITY");
    in_.skipArray(size, in_.type());
  }

  void scalars() {
    const std::string name = columnName(in_.word());
    const NumberType& type = in_.type();
    const std::string_view text = in_.line();
    const std::size_t components = parseNumber<std::size_t>(text).value_or(1);
    if (components == 0 || components > 4 || in_.word() != "LOOKUP_TABLE")
      in_.fail(
          fmt::format("SCALARS {} need 1 to 4 components and a LOOKUP_TABLE", shoal::quoted(name)));
    in_.word();
    column(name, components, tuples_, type);
  }

  void field() {
    in_.word();
    const std::size_t arrays = few("the number of arrays");
    for (std::size_t k = 0; k < arrays; ++k) {
      if (in_.nextWord() == "METADATA") {
        in_.word();
        in_.skipMetadata();
      }
      const std::string name = columnName(in_.word());
      const std::size_t components = few("the number of components");
      const std::size_t tuples = in_.count("the number of values");
      const NumberType& type = in_.type();
      if (owner_ == Owner::kFile && components * tuples == 1 &&
          (name == "TIME" || name == "TimeValue"))
        in_.array(1, type, [&](std::size_t, double value) {
          if (std::isfinite(value)) table_.time = value;
        });
      else
        column(name, components, tuples, type);
    }
  }

  void skipColours(std::size_t numbers) {
    in_.skipArray(numbers, in_.binary() ? number<std::uint8_t>("") : number<float>(""));
  }

  // An array with these components; of points it becomes a column, unless there is one of its name.
  void column(const std::string& name, std::size_t components, std::size_t tuples,
              const NumberType& type) {
    const bool taken =
        std::ranges::any_of(table_.columns, [&](const auto& other) { return other.name == name; });
    if (owner_ != Owner::kPoints || taken || tuples != table_.positions.size() ||
        (components != 1 && components != 3))
      return in_.skipArray(components * tuples, type);
    if (components == 3) {
      std::vector<Vec3f> values(tuples);
      in_.array(3 * tuples, type,
                [&](std::size_t k, double value) { values[k / 3][k % 3] = asFloat(value); });
      table_.columns.push_back({name, std::move(values)});
    } else if (type.whole) {
      std::vector<std::uint32_t> values(tuples);
      in_.array(tuples, type, [&](std::size_t k, double value) {
        constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
        values[k] = static_cast<std::uint32_t>(std::min(kMost, std::max(0.0, value)));
      });
      table_.columns.push_back({name, std::move(values)});
    } else {
      std::vector<float> values(tuples);
      in_.array(tuples, type, [&](std::size_t k, double value) { values[k] = asFloat(value); });
      table_.columns.push_back({name, std::move(values)});
    }
  }

  LegacyReader in_;
  OwnedParticleTable table_;
  Owner owner_ = Owner::kFile;
  std::size_t tuples_ = 0;  // of arrays of the owner
  bool hasPoints_ = false;
};

}  // namespace

OwnedParticleTable readParticleVtk(const std::filesystem::path& path) {
  const std::string file = path.string();
  const std::string bytes = readFile(path, kLargestMeshFile);
  OwnedParticleTable table = ParticleVtk(bytes, file).read();
  checkTable(table.view());
  return table;
}

}  // namespace shoal
