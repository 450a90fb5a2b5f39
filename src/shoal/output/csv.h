// CSV tables with one row per step.
#pragma once

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shoal {

// Cells of a line.
std::vector<std::string_view> csvCells(std::string_view line);

// The first column is by custom "step"; a resumed run needs it.
class CsvWriter {
 public:
  // Starts a new file that holds the header.
  CsvWriter(const std::filesystem::path& path, const std::vector<std::string>& columns);

  // Continues a file as it was after `lastStep`: later rows and a torn last line are dropped. A
  // missing file is started anew.
  static CsvWriter resume(const std::filesystem::path& path,
                          const std::vector<std::string>& columns, long lastStep);

  // Appends a row and flushes it. Numbers are written so that they read back the same.
  void row(std::span<const double> values);

 private:
  CsvWriter(const std::filesystem::path& path, const std::vector<std::string>& columns,
            const std::string& start);

  std::string name_;
  std::vector<std::string> columns_;
  std::ofstream file_;
};

}  // namespace shoal
