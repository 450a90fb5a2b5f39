// Contact sheet: several pictures of one size on one page.
#pragma once

#include "shoal/view/picture/image.h"

namespace shoal {

class PictureSheet {
 public:
  // For so many pictures of that size, six beside each other at most. Throws an Error when they
  // make a sheet of more than kLargestImage pixels a side.
  PictureSheet(std::size_t pictures, int width, int height);

  // The next picture, in reading order. A sheet of transparent ones has no paper.
  void add(const Image& picture);

  const Image& image() const { return image_; }

 private:
  int width_, height_;  // of a picture
  std::size_t pictures_, columns_, added_ = 0;
  Image image_;
};

}  // namespace shoal
