#include "shoal/bodies/kinematic/motion_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "shoal/core/error.h"
#include "shoal/core/number_table.h"
#include "shoal/geometry/rotation.h"

namespace shoal {

namespace {

constexpr std::array kDisplacement{"x", "y", "z"}, kTurn{"rx", "ry", "rz"};
constexpr std::array kQuaternion{"qw", "qx", "qy", "qz"};
constexpr const char* kAngle = "angle";

template <std::size_t N>
bool hasAny(const NumberTable& table, const std::array<const char*, N>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const char* name) { return table.find(name).has_value(); });
}

double valueOf(const NumberTable& table, std::size_t row, const char* name) {
  const auto column = table.find(name);
  return column ? table.rows[row][*column] : 0;
}

Vec3d vectorOf(const NumberTable& table, std::size_t row, const std::array<const char*, 3>& names) {
  return {valueOf(table, row, names[0]), valueOf(table, row, names[1]),
          valueOf(table, row, names[2])};
}

void checkColumns(const NumberTable& table) {
  std::vector<std::string> known{"t", "time", kAngle};
  for (const char* name : kDisplacement) known.emplace_back(name);
  for (const char* name : kTurn) known.emplace_back(name);
  for (const char* name : kQuaternion) known.emplace_back(name);
  for (const std::string& name : table.names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error({table.file, 1, 0}, "",
                  fmt::format("column \"{}\" is unknown; a motion has t, x, y, z and angle, or rx, "
                              "ry, rz, or qw, qx, qy, qz",
                              name));
  const int rotations = int{table.find(kAngle).has_value()} + int{hasAny(table, kTurn)} +
                        int{hasAny(table, kQuaternion)};
  if (rotations > 1)
    throw Error({table.file, 1, 0}, "", "has several kinds of rotation; give one of them");
}

// In degrees, as keyframes have it.
Vec3d rotationOf(const NumberTable& table, std::size_t row, const Vec3d& axis) {
  if (hasAny(table, kQuaternion)) {
    const Quaternion q{valueOf(table, row, "qw"), valueOf(table, row, "qx"),
                       valueOf(table, row, "qy"), valueOf(table, row, "qz")};
    constexpr double kOff = 1e-3;  // from a length of 1
    if (std::abs(std::sqrt(sq(q.w) + dot(q.vector(), q.vector())) - 1) > kOff)
      throw Error({table.file, table.lines[row], 0}, "", "its quaternion has not the length 1");
    return (180 / std::numbers::pi) * turnOf(normalised(q));
  }
  if (table.find(kAngle)) return valueOf(table, row, kAngle) * normalised(axis);
  return vectorOf(table, row, kTurn);
}

}  // namespace

std::vector<KeyframeParams> readMotion(const MotionParams& params) {
  const NumberTable table = readNumberTable(params.file);
  checkColumns(table);
  const std::vector<double> times = timesOf(table);
  std::vector<KeyframeParams> keys;
  for (std::size_t row = 0; row < times.size(); ++row)
    keys.push_back({times[row], params.centre + vectorOf(table, row, kDisplacement),
                    rotationOf(table, row, params.axis)});
  return keys;
}

}  // namespace shoal
