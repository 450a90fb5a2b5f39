#include "validation/framework/reference_table.h"

#include <algorithm>
#include <sstream>

#include <fmt/ranges.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parse_number.h"

namespace shoal::validation {

namespace {

std::vector<std::string> cellsOf(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  if (line.ends_with(',')) cells.emplace_back();  // getline sees no cell behind the last comma
  return cells;
}

}  // namespace

ReferenceTable::ReferenceTable(const std::filesystem::path& path) : file_(path.string()) {
  std::istringstream text(readFile(path));
  int at = 0;
  for (std::string line; std::getline(text, line);) {
    ++at;
    if (line.empty()) continue;
    if (line[0] == '#') {
      origin_ += line + "\n";
      continue;
    }
    std::vector<std::string> cells = cellsOf(line);
    if (names_.empty()) {
      names_ = std::move(cells);
      continue;
    }
    if (cells.size() != names_.size())
      throw Error({file_, at, 0}, "",
                  fmt::format("has {} cells for {} columns", cells.size(), names_.size()));
    cells_.push_back(std::move(cells));
  }
  if (cells_.empty()) throw Error({file_}, "", "has no rows");
}

std::size_t ReferenceTable::indexOf(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end())
    throw Error({file_}, "",
                fmt::format("has no column \"{}\"; it has {}", name, fmt::join(names_, ", ")));
  return static_cast<std::size_t>(found - names_.begin());
}

double ReferenceTable::number(std::size_t row, std::size_t column) const {
  const auto parsed = parseNumber<double>(cells_[row][column]);
  if (!parsed) throw Error({file_}, names_[column], "\"" + cells_[row][column] + "\" is no number");
  return *parsed;
}

std::vector<double> ReferenceTable::column(std::string_view name) const {
  const std::size_t index = indexOf(name);
  std::vector<double> values;
  for (std::size_t row = 0; row < rows(); ++row) values.push_back(number(row, index));
  return values;
}

Series ReferenceTable::series(std::string_view x, std::string_view y) const {
  const std::vector<double> xs = column(x), ys = column(y);
  Series points;
  for (std::size_t i = 0; i < rows(); ++i) points.push_back({xs[i], ys[i]});
  return points;
}

double ReferenceTable::value(std::string_view label, std::string_view columnName) const {
  const std::size_t index = indexOf(columnName);
  for (std::size_t row = 0; row < rows(); ++row)
    if (cells_[row][0] == label) return number(row, index);
  throw Error({file_}, "", fmt::format("has no row \"{}\"", label));
}

ReferenceTable referenceData(const std::string& name) {
  return ReferenceTable(std::filesystem::path(SHOAL_SOURCE_DIR) / "validation/data" /
                        (name + ".csv"));
}

}  // namespace shoal::validation
