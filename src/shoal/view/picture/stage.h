// What all pictures of a shot have in common: what they frame, the camera, background and labels.
#pragma once

#include <functional>

#include "shoal/view/picture/camera.h"
#include "shoal/view/picture/colouring.h"
#include "shoal/view/picture/labels.h"
#include "shoal/view/picture/renderer.h"
#include "shoal/view/picture/sample_rows.h"

namespace shoal {

class Stage {
 public:
  // Throws an Error for a shot that cannot be drawn.
  Stage(const Shot& shot, const ViewParams& params);

  const Box3d& frame() const { return frame_; }
  const Camera& camera() const { return camera_; }
  const Colouring& colouring() const { return colouring_; }
  bool plainFluid() const { return plainFluid_; }  // colours do not show a quantity of it
  const PixelBox& scene() const { return labels_.scene(); }

  // A picture of nothing.
  Image background() const;
  // Lays labels over a picture that is done.
  void label(Image& image) const;

 private:
  const Shot& shot_;
  const ViewParams& params_;
  bool ofSolids_, plainFluid_;
  Colouring colouring_;
  Box3d frame_;
  Labels labels_;
  Camera camera_;
};

// The sky behind a row of a picture, which is also the paper of its labels.
Vec3f backdropAt(int row, int height);

// Lays what covers a pixel over the backdrop; without one, it becomes as opaque as it is covered.
void setPixel(Image& image, int x, int y, const CoveredLight& seen);

// Calls work(x, y) for the pixels of some rows, in parallel by tiles.
void forPixels(int firstRow, int lastRow, int width, const std::function<void(int, int)>& work);

}  // namespace shoal
