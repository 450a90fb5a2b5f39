// Title, time and colour bar of a picture.
#pragma once

#include "shoal/view/picture/camera.h"
#include "shoal/view/picture/colouring.h"
#include "shoal/view/picture/image.h"

namespace shoal {

// The part of a picture of this size without text.
Window freeWindow(int width, int height);

// The bar is left out on pictures too narrow for it, and when nothing is coloured.
void drawOverlay(Image& image, const Colouring& colouring, const std::string& title, double time);

// Round numbers in [low, high], about five of them, each with its text.
struct Tick {
  double value = 0;
  std::string text;
};
std::vector<Tick> ticks(double low, double high);

}  // namespace shoal
