// Poses, motion and loads of rigid solids (bodies.csv).
//
// Of each solid:
//   x, y, z          m, origin of its frame: the middle of the box around its mesh at the start
//   qw, qx, qy, qz   unit quaternion of its frame; bodies/<solid>.ply is given in it
//   cx, cy, cz       m, centre of mass; of a kinematic solid the origin of its frame
//   vx, vy, vz       m/s, velocity of that point
//   wx, wy, wz       rad/s, angular velocity
//   fx, fy, fz       N (in the plane N/m), force of the fluid in the last step
//   tx, ty, tz       N m (in the plane N), its torque about the centre of mass; of a kinematic
//                    solid about the middle of the box around its boundary samples
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "shoal/geometry/rotation.h"

namespace shoal {

struct BodyRecord {
  Pose pose;
  Vec3d centre, velocity, spin, force, torque;

  // That of a solid which was removed: all is nan.
  static BodyRecord gone();
};

// The columns of a table for these solids: step, time, then those above of each solid.
std::vector<std::string> bodyColumns(const std::vector<std::string>& solids);

// A row for the solids in the order of the columns.
std::vector<double> bodyRow(long step, double time, const std::vector<BodyRecord>& bodies);

struct PoseTable {
  std::vector<double> times;                       // s, of the rows
  std::map<std::string, std::vector<Pose>> poses;  // of each solid, by row

  // The row of the time that is nearest; 0 in an empty table.
  std::size_t rowAt(double time) const;
};

// The poses of a table; an Error if it is not as bodyRow writes it. A torn last line is passed
// over.
PoseTable readPoses(const std::filesystem::path& path);

}  // namespace shoal
