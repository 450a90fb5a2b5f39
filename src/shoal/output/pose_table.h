// Poses of rigid solids at each frame (bodies.csv): position and unit quaternion of their frames.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "shoal/geometry/rotation.h"

namespace shoal {

// The columns of a table for these solids: step, time, then seven per solid.
std::vector<std::string> poseColumns(const std::vector<std::string>& solids);

// A row for the solids in the order of the columns. The pose of a solid that was removed is nan.
std::vector<double> poseRow(long step, double time, const std::vector<Pose>& poses);

struct PoseTable {
  std::vector<double> times;                       // s, of the rows
  std::map<std::string, std::vector<Pose>> poses;  // of each solid, by row

  // The row of the time that is nearest; 0 in an empty table.
  std::size_t rowAt(double time) const;
};

// An Error if the table is not as poseRow writes it; a torn last line is passed over.
PoseTable readPoses(const std::filesystem::path& path);

}  // namespace shoal
