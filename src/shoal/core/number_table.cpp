#include "shoal/core/number_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/ranges.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parse_number.h"

namespace shoal {

namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string_view> cellsOf(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t comma = line.find(','); comma != std::string_view::npos;
       comma = line.find(',')) {
    cells.push_back(trimmed(line.substr(0, comma)));
    line.remove_prefix(comma + 1);
  }
  cells.push_back(trimmed(line));
  return cells;
}

// A cell as messages show it: short, without what a terminal would act on.
std::string shown(std::string_view cell) {
  constexpr std::size_t kLongest = 40;
  std::string text(cell.substr(0, kLongest));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}

std::vector<double> rowOf(const std::vector<std::string_view>& cells, const NumberTable& table,
                          int line) {
  if (cells.size() != table.names.size())
    throw Error({table.file, line, 0}, "",
                fmt::format("has {} values, but the first line names {} columns", cells.size(),
                            table.names.size()));
  std::vector<double> row;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const auto number = parseNumber<double>(cells[k]);
    if (!number || !std::isfinite(*number))
      throw Error({table.file, line, 0}, table.names[k],
                  fmt::format("\"{}\" is not a finite number", shown(cells[k])));
    row.push_back(*number);
  }
  return row;
}

}  // namespace

std::optional<std::size_t> NumberTable::find(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

NumberTable readNumberTable(const std::filesystem::path& file) {
  const std::string bytes = readFile(file);
  NumberTable table{file.string(), {}, {}, {}};
  std::string_view text = bytes;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view content = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (content.empty() || content.front() == '#') continue;
    const std::vector<std::string_view> cells = cellsOf(content);
    if (table.names.empty()) {
      for (const std::string_view cell : cells)
        table.names.push_back(shown(trimmed(cell.substr(0, cell.find('[')))));
      continue;
    }
    table.rows.push_back(rowOf(cells, table, line));
    table.lines.push_back(line);
  }
  if (table.rows.empty())
    throw Error({table.file}, "", "has no rows; it needs a line of names and lines of numbers");
  return table;
}

std::vector<double> columnOf(const NumberTable& table, const std::string& name) {
  const auto column = table.find(name);
  if (!column)
    throw Error({table.file, 1, 0}, "",
                fmt::format("has no column \"{}\"; it has {}", name, fmt::join(table.names, ", ")));
  std::vector<double> values;
  for (const std::vector<double>& row : table.rows) values.push_back(row[*column]);
  return values;
}

std::vector<double> timesOf(const NumberTable& table) {
  std::vector<double> times = columnOf(table, table.find("time") ? "time" : "t");
  for (std::size_t k = 1; k < times.size(); ++k)
    if (!(times[k] > times[k - 1]))
      throw Error({table.file, table.lines[k], 0}, "",
                  fmt::format("the time {} s is not after {} s; times must increase", times[k],
                              times[k - 1]));
  return times;
}

}  // namespace shoal
