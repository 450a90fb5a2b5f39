// Pictures of fluids and solids as they look, by paths of light.
#pragma once

#include "shoal/view/light/denoiser.h"
#include "shoal/view/light/light_scene.h"
#include "shoal/view/picture/stage.h"

namespace shoal {

// The same picture for any number of threads.
Image renderLit(const Shot& shot, const ViewParams& params);

// Light of the pixels of a part of a picture, from so many paths each, a power of two; and the
// share of each pixel that something covers, if `covered` is given. `paper`: height of the picture
// in pixels, whose backdrop stands behind.
LightImage traceLight(const LightScene& scene, const Camera& camera, const PixelBox& box, int paper,
                      std::uint32_t paths, std::vector<float>* covered = nullptr);

// Of a quality.
std::uint32_t pathsOf(LightQuality quality);

}  // namespace shoal
