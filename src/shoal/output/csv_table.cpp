#include "shoal/output/csv_table.h"

#include <algorithm>
#include <fstream>

#include "shoal/core/error.h"
#include "shoal/core/parse_number.h"
#include "shoal/output/csv.h"

namespace shoal {

CsvTable::CsvTable(const std::filesystem::path& path) : file_(path.string()) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return;
  for (const std::string_view name : csvCells(line)) names_.emplace_back(name);
  while (std::getline(file, line)) {
    std::vector<double> row;
    for (const std::string_view cell : csvCells(line))
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
