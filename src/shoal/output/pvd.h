// ParaView collections (.pvd): the time of each frame file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace shoal {

class PvdSeries {
 public:
  struct Entry {
    double time = 0;   // s
    std::string file;  // relative to the folder of the .pvd
  };

  // Writes a series as a whole. A file may be that of several times.
  static void write(const std::filesystem::path& path, const std::vector<Entry>& entries);

  // A new series; the file appears with its first entry.
  explicit PvdSeries(std::filesystem::path path);

  // Continues the series at `path` as it was at `time`: later entries are dropped. A missing file
  // is an empty series.
  static PvdSeries resume(const std::filesystem::path& path, double time);

  // Adds a frame, or replaces the one of the same file, and rewrites the .pvd atomically.
  void add(double time, const std::string& file);

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::filesystem::path path_;
  std::vector<Entry> entries_;
};

}  // namespace shoal
