// Reader of the CSV tables of a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace shoal {

class CsvTable {
 public:
  // Rows that are torn or hold anything but numbers are left out; a missing file has no rows.
  explicit CsvTable(const std::filesystem::path& path);

  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return rows_.size(); }
  // Throws an Error unless there is a column of this name.
  std::vector<double> column(const std::string& name) const;

 private:
  std::string file_;
  std::vector<std::string> names_;
  std::vector<std::vector<double>> rows_;
};

}  // namespace shoal
