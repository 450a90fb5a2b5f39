// Labels of a picture: title, time, colour bar and scale, in margins of their own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shoal/view/picture/colouring.h"
#include "shoal/view/picture/image.h"

namespace shoal {

struct PixelBox {
  int left = 0, top = 0, width = 0, height = 0;

  bool contains(int x, int y) const {
    return x >= left && x < left + width && y >= top && y < top + height;
  }
};

// The scene is drawn in scene(), labels are drawn beside it. What has no room is left out: the
// title where not even one line fits into a quarter of the height, the colour bar where it would
// take more than a quarter of the width.
class Labels {
 public:
  // `bar`: whether to keep room for a colour bar. Frames of one run have the same room.
  Labels(int width, int height, const std::string& title, const Colouring& colouring, bool bar);
  // None: the scene has the whole picture.
  Labels(int width, int height) : scene_{0, 0, width, height} {}

  const PixelBox& scene() const { return scene_; }

  // `pixelsPerMetre`: in the middle of the scene, if there is a scale. The colour bar is drawn if
  // something is coloured.
  void draw(Image& image, const Colouring& colouring, double time,
            std::optional<double> pixelsPerMetre) const;

 private:
  double barEnd() const;  // px from the left of the bar to that of its numbers
  void drawBar(Image& image, const Colouring& colouring) const;
  void drawScale(Image& image, double from, double pixelsPerMetre) const;

  double size_ = 0;  // px, of letters; 0 without labels
  double pad_ = 0;   // px, around labels
  std::vector<std::string> title_;
  bool footer_ = false, bar_ = false;
  PixelBox scene_;
};

}  // namespace shoal
