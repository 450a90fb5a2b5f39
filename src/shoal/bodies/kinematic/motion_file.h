// Motion of a kinematic solid from a CSV file.
#pragma once

#include "shoal/bodies/kinematic/motion_params.h"

namespace shoal {

// The rows of params.file as keyframes. Columns: t or time, in s; x, y, z, the displacement in m;
// and the rotation about the centre: an angle about the axis, or rx, ry, rz, a vector along its
// axis with the angle as its length, both in degrees, or qw, qx, qy, qz, a quaternion. What is left
// out is zero. An Error with file and line for other columns and what is no number.
std::vector<KeyframeParams> readMotion(const MotionParams& params);

}  // namespace shoal
