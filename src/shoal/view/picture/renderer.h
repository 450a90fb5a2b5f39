// Offscreen renderer of particles and surfaces.
#pragma once

#include <string>
#include <vector>

#include "shoal/core/box.h"
#include "shoal/formats/particle_table.h"
#include "shoal/view/picture/image.h"
#include "shoal/view/picture/picture_mesh.h"
#include "shoal/view/view_params.h"

namespace shoal {

struct Shot {
  ParticleTable particles;
  std::vector<PictureMesh> walls;
  std::vector<PictureMesh> fluids{};  // surfaces, which are drawn in place of the particles
  double radius = 0.01;               // m, of a particle
  int dimensions = 3;
  Vec3d up{0, 1, 0};
  bool grounded = false;  // whether a ground below the frame takes shadows, where light is traced
  std::string title;
  Box3d frame;  // region to show; empty: all particles and walls
};

// The same picture for any number of threads.
Image render(const Shot& shot, const ViewParams& params);

}  // namespace shoal
