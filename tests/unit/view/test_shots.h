// Things to take pictures of.
#pragma once

#include "shoal/view/picture/renderer.h"

namespace shoal {

inline PictureMesh boxWall(const Vec3d& low, const Vec3d& high) {
  PictureMesh wall;
  for (int i = 0; i < 8; ++i)
    wall.vertices.push_back(
        {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  wall.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return wall;
}

// Particles with a velocity, and the views of them that a Shot needs.
struct Cloud {
  std::vector<Vec3f> positions, velocities;

  void add(const Vec3f& p, float speed = 1) {
    positions.push_back(p);
    velocities.push_back({speed, 0, 0});
  }
  Shot shot(double radius) const {
    Shot s;
    s.particles.positions = positions;
    s.particles.columns = {{"velocity", std::span<const Vec3f>(velocities)}};
    s.radius = radius;
    return s;
  }
};

// Of the scene alone.
inline ViewParams smallPicture(int width = 160, int height = 120) {
  ViewParams params;
  params.labels = false;
  params.width = width;
  params.height = height;
  return params;
}

inline int pixelsThatDiffer(const Image& a, const Image& b) {
  int count = 0;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x) count += a.pixel(x, y) != b.pixel(x, y);
  return count;
}

}  // namespace shoal
