// Tables of numbers in CSV files that users write.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace shoal {

// The first line names the columns; units in brackets behind a name, blanks, empty lines and lines
// that begin with # are passed over.
struct NumberTable {
  std::string file;
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;
  std::vector<int> lines;  // of the file, of each row

  // The number of a column; none if there is none of this name.
  std::optional<std::size_t> find(const std::string& name) const;
};

// An Error with file and line where a cell is no finite number, or a row has other columns than the
// first line.
NumberTable readNumberTable(const std::filesystem::path& file);

// The numbers of the column of times, which must increase: "t" or "time", in s. An Error with file
// and line otherwise.
std::vector<double> timesOf(const NumberTable& table);

// The numbers of a column; an Error that lists the columns if it is not there.
std::vector<double> columnOf(const NumberTable& table, const std::string& name);

}  // namespace shoal
