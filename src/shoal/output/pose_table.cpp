#include "shoal/output/pose_table.h"

#include <array>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parse_number.h"
#include "shoal/output/csv.h"

namespace shoal {

namespace {

constexpr std::array<const char*, 7> kParts{"x", "y", "z", "qw", "qx", "qy", "qz"};
constexpr std::size_t kFirst = 2;  // column of a pose, after step and time

// Whole lines only.
std::vector<std::vector<std::string>> readLines(const std::filesystem::path& path) {
  const std::string text = readFile(path);
  std::vector<std::vector<std::string>> lines;
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    const auto cells = csvCells(std::string_view(text).substr(start, end - start));
    lines.emplace_back(cells.begin(), cells.end());
    start = end + 1;
  }
  return lines;
}

Pose poseFrom(const std::vector<double>& row, std::size_t first) {
  const double* p = row.data() + first;
  return {{p[0], p[1], p[2]}, {p[3], p[4], p[5], p[6]}};
}

}  // namespace

std::vector<std::string> poseColumns(const std::vector<std::string>& solids) {
  std::vector<std::string> columns{"step", "time"};
  for (const std::string& solid : solids)
    for (const char* part : kParts) columns.push_back(fmt::format("{}.{}", solid, part));
  return columns;
}

std::vector<double> poseRow(long step, double time, const std::vector<Pose>& poses) {
  std::vector<double> row{static_cast<double>(step), time};
  for (const Pose& pose : poses) {
    const Vec3d& x = pose.position;
    const Quaternion& q = pose.rotation;
    row.insert(row.end(), {x.x, x.y, x.z, q.w, q.x, q.y, q.z});
  }
  return row;
}

std::size_t PoseTable::rowAt(double time) const {
  std::size_t nearest = 0;
  for (std::size_t row = 0; row < times.size(); ++row)
    if (std::abs(times[row] - time) < std::abs(times[nearest] - time)) nearest = row;
  return nearest;
}

PoseTable readPoses(const std::filesystem::path& path) {
  const auto lines = readLines(path);
  PoseTable table;
  if (lines.empty()) return table;
  const std::vector<std::string>& columns = lines[0];
  if (columns.size() < kFirst || (columns.size() - kFirst) % kParts.size() != 0)
    fail("{}: damaged: its columns are not those of poses", path.string());
  std::vector<std::string> solids;
  for (std::size_t c = kFirst; c < columns.size(); c += kParts.size())
    solids.push_back(columns[c].substr(0, columns[c].rfind('.')));

  for (std::size_t l = 1; l < lines.size(); ++l) {
    std::vector<double> row;
    for (const std::string& cell : lines[l]) {
      const auto number = parseNumber<double>(cell);
      const bool mayBeGone = row.size() >= kFirst;
      if (!number || !(std::isfinite(*number) || (mayBeGone && std::isnan(*number))))
        fail("{}: damaged: line {} holds something other than numbers", path.string(), l + 1);
      row.push_back(*number);
    }
    if (row.size() != columns.size())
      fail("{}: damaged: line {} has {} columns instead of {}", path.string(), l + 1, row.size(),
           columns.size());
    table.times.push_back(row[1]);
    for (std::size_t s = 0; s < solids.size(); ++s)
      table.poses[solids[s]].push_back(poseFrom(row, kFirst + s * kParts.size()));
  }
  return table;
}

}  // namespace shoal
