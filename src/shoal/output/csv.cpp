#include "shoal/output/csv.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/ranges.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parse_number.h"

namespace shoal {

namespace {

std::string headerOf(const std::vector<std::string>& columns) {
  if (columns.empty()) fail("a table needs a column");
  for (const std::string& c : columns)
    if (c.empty() || c.find_first_of(",\"\r\n") != std::string::npos)
      fail("\"{}\" cannot name a column: it is empty or has a comma, a quote or a line end", c);
  return fmt::format("{}\n", fmt::join(columns, ","));
}

// The step of a row whose cells are all numbers.
std::optional<double> stepOf(std::string_view line, std::size_t stepColumn, std::size_t columns) {
  const std::vector<std::string_view> cells = csvCells(line);
  if (cells.size() != columns) return std::nullopt;
  for (const std::string_view cell : cells)
    if (!parseNumber<double>(cell)) return std::nullopt;
  return parseNumber<double>(cells[stepColumn]);
}

// The header and the whole rows of `text` up to `lastStep`.
std::string rowsUpTo(std::string_view text, const std::vector<std::string>& columns, long lastStep,
                     const std::string& name) {
  std::string kept = headerOf(columns);
  const auto step = std::find(columns.begin(), columns.end(), "step");
  if (step == columns.end()) fail("{}: a table without a column \"step\" cannot be resumed", name);
  const auto stepColumn = static_cast<std::size_t>(step - columns.begin());
  if (kept.starts_with(text)) return kept;  // killed before the first row
  if (!text.starts_with(kept))
    fail("{}: has other columns than this run writes; move it away or start the run anew", name);
  text.remove_prefix(kept.size());
  for (int line = 2; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;  // torn
    const std::string_view row = text.substr(0, end + 1);
    text.remove_prefix(row.size());
    const auto at = stepOf(row, stepColumn, columns.size());
    if (!at && text.empty()) break;  // torn, and its line end was already on the disk
    if (!at) throw Error({name, line, 0}, "", "damaged row; repair or remove it");
    if (*at <= static_cast<double>(lastStep)) kept += row;
  }
  return kept;
}

}  // namespace

std::vector<std::string_view> csvCells(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t comma = line.find(','); comma != std::string_view::npos;
       comma = line.find(',')) {
    cells.push_back(line.substr(0, comma));
    line.remove_prefix(comma + 1);
  }
  cells.push_back(line);
  return cells;
}

CsvWriter::CsvWriter(const std::filesystem::path& path, const std::vector<std::string>& columns)
    : CsvWriter(path, columns, headerOf(columns)) {}

CsvWriter::CsvWriter(const std::filesystem::path& path, const std::vector<std::string>& columns,
                     const std::string& start)
    : name_(path.string()), columns_(columns) {
  writeFileAtomically(path, start);
  file_.open(path, std::ios::binary | std::ios::app);
  if (!file_) fail("cannot write {}: check its permissions", name_);
}

CsvWriter CsvWriter::resume(const std::filesystem::path& path,
                            const std::vector<std::string>& columns, long lastStep) {
  if (!std::filesystem::exists(path)) return CsvWriter(path, columns);
  const std::string kept = rowsUpTo(readFile(path), columns, lastStep, path.string());
  return CsvWriter(path, columns, kept);
}

void CsvWriter::row(std::span<const double> values) {
  if (values.size() != columns_.size())
    fail("{}: a row has {} values for {} columns", name_, values.size(), columns_.size());
  file_ << fmt::format("{}\n", fmt::join(values, ","));
  file_.flush();
  if (!file_) fail("cannot write {}: {}", name_, std::strerror(errno));
}

}  // namespace shoal
