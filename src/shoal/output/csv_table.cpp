#include "shoal/output/csv_table.h"

#include <algorithm>
#include <fstream>

#include "shoal/core/error.h"
#include "shoal/output/parse_number.h"

namespace shoal {

namespace {

std::vector<std::string> cellsOf(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t start = 0;
  for (std::size_t comma = 0; comma != std::string::npos; start = comma + 1) {
    comma = line.find(',', start);
    cells.push_back(line.substr(start, comma - start));
  }
  return cells;
}

}  // namespace

CsvTable::CsvTable(const std::filesystem::path& path) : file_(path.string()) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return;
  names_ = cellsOf(line);
  while (std::getline(file, line)) {
    std::vector<double> row;
    for (const std::string& cell : cellsOf(line))
      if (const auto number = parseNumber<double>(cell)) row.push_back(*number);
    if (row.size() == names_.size()) rows_.push_back(std::move(row));
  }
}

std::vector<double> CsvTable::column(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) fail("{}: has no column \"{}\"", file_, name);
  const auto at = static_cast<std::size_t>(found - names_.begin());
  std::vector<double> values;
  for (const std::vector<double>& row : rows_) values.push_back(row[at]);
  return values;
}

}  // namespace shoal
