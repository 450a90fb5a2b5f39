#include "shoal/output/pose_table.h"

#include <array>
#include <cmath>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parse_number.h"
#include "shoal/output/csv.h"

namespace shoal {

namespace {

constexpr std::array kParts{"x",  "y",  "z",  "qw", "qx", "qy", "qz", "cx", "cy", "cz", "vx",
                            "vy", "vz", "wx", "wy", "wz", "fx", "fy", "fz", "tx", "ty", "tz"};
constexpr std::size_t kPose = 7;   // the first of these: a pose
constexpr std::size_t kFirst = 2;  // column of a solid, after step and time

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

// Where each solid's pose begins among the columns; tables of earlier versions have poses alone.
std::map<std::string, std::size_t> posesIn(const std::vector<std::string>& columns,
                                           const std::filesystem::path& path) {
  std::map<std::string, std::size_t> first;
  for (std::size_t c = kFirst; c + kPose <= columns.size(); ++c) {
    if (!columns[c].ends_with(".x")) continue;
    const std::string solid = columns[c].substr(0, columns[c].size() - 2);
    bool whole = true;
    for (std::size_t k = 0; k < kPose; ++k)
      whole = whole && columns[c + k] == fmt::format("{}.{}", solid, kParts[k]);
    if (whole) first.emplace(solid, c);
  }
  if (columns.size() < kFirst || (columns.size() > kFirst && first.empty()))
    fail("{}: damaged: its columns are not those of poses", path.string());
  return first;
}

}  // namespace

BodyRecord BodyRecord::gone() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Vec3d none{nan, nan, nan};
  return {{none, {nan, nan, nan, nan}}, none, none, none, none, none};
}

std::vector<std::string> bodyColumns(const std::vector<std::string>& solids) {
  std::vector<std::string> columns{"step", "time"};
  for (const std::string& solid : solids)
    for (const char* part : kParts) columns.push_back(fmt::format("{}.{}", solid, part));
  return columns;
}

std::vector<double> bodyRow(long step, double time, const std::vector<BodyRecord>& bodies) {
  std::vector<double> row{static_cast<double>(step), time};
  for (const BodyRecord& body : bodies) {
    const Vec3d& x = body.pose.position;
    const Quaternion& q = body.pose.rotation;
    row.insert(row.end(), {x.x, x.y, x.z, q.w, q.x, q.y, q.z});
    for (const Vec3d& v : {body.centre, body.velocity, body.spin, body.force, body.torque})
      row.insert(row.end(), {v.x, v.y, v.z});
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
  const std::map<std::string, std::size_t> solids = posesIn(columns, path);
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
    for (const auto& [solid, first] : solids) table.poses[solid].push_back(poseFrom(row, first));
  }
  return table;
}

}  // namespace shoal
