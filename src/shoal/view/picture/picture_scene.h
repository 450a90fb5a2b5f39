// Geometry for ray tracing, made from a shot.
#pragma once

#include <optional>

#include "shoal/view/picture/camera.h"
#include "shoal/view/picture/ray_scene.h"
#include "shoal/view/picture/renderer.h"
#include "shoal/view/picture/sections.h"

namespace shoal {

// In coordinates around `origin`, so that floats are fine enough.
struct PictureScene {
  Vec3d origin;
  RaySceneParts parts;
  std::vector<std::uint32_t> wallSurfaces;  // of each triangle: fluids, then walls of the shot
  std::vector<std::uint32_t> containers;    // walls of glass around the fluid, which are whole
  std::vector<Rgb> wallColours;             // of each triangle
  std::vector<std::array<Vec3f, 3>> wallNormals;  // of the corners of each triangle
  std::vector<float> wallValues;                  // of each vertex; nan where colours show none
  // At the cut: of solids, and of fluids, which may reach into those.
  std::optional<Sections> sections, fluidSections;
};

// `showsValues`: whether colours show the values of solids.
PictureScene makePictureScene(const Shot& shot, const ViewParams& params, const Camera& camera,
                              const Vec3d& origin, bool showsValues);

}  // namespace shoal
