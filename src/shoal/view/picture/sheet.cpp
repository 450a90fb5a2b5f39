#include "shoal/view/picture/sheet.h"

#include "shoal/core/error.h"

namespace shoal {

namespace {

constexpr std::size_t kMostColumns = 6;

std::size_t dividedUp(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

// As few rows as fit, and those as even as can be.
std::size_t columnsFor(std::size_t pictures, int width) {
  const auto fitting = static_cast<std::size_t>(kLargestImage / width);
  const std::size_t most = std::clamp<std::size_t>(fitting, 1, kMostColumns);
  const std::size_t rows = std::max<std::size_t>(1, dividedUp(pictures, most));
  return std::max<std::size_t>(1, dividedUp(pictures, rows));
}

}  // namespace

PictureSheet::PictureSheet(std::size_t pictures, int width, int height)
    : width_(width), height_(height), pictures_(pictures) {
  if (pictures < 1 || width < 1 || height < 1) fail("a sheet needs a picture of some pixels");
  columns_ = columnsFor(pictures, width);
  const std::size_t rows = dividedUp(pictures, columns_);
  if (width > kLargestImage || rows > static_cast<std::size_t>(kLargestImage / height))
    fail(
        "{} pictures of {} x {} pixels make a sheet of more than {} pixels a side; choose fewer or "
        "smaller ones",
        pictures, width, height, kLargestImage);
  image_ = Image(static_cast<int>(columns_) * width, static_cast<int>(rows) * height);
  std::fill(image_.rgb.begin(), image_.rgb.end(), std::uint8_t{255});
}

void PictureSheet::add(const Image& picture) {
  if (picture.width != width_ || picture.height != height_ || added_ == pictures_)
    fail("a sheet for {} pictures of {} x {} pixels cannot take one of {} x {}", pictures_, width_,
         height_, picture.width, picture.height);
  const int left = static_cast<int>(added_ % columns_) * width_;
  const int top = static_cast<int>(added_ / columns_) * height_;
  ++added_;
  if (!picture.alpha.empty() && image_.alpha.empty()) image_.alpha.resize(image_.rgb.size() / 3);
  for (int y = 0; y < height_; ++y) {
    const auto row = picture.rgb.begin() + static_cast<std::ptrdiff_t>(picture.index(0, y));
    std::copy_n(row, 3 * static_cast<std::ptrdiff_t>(width_),
                image_.rgb.begin() + static_cast<std::ptrdiff_t>(image_.index(left, top + y)));
    if (image_.alpha.empty()) continue;
    for (int x = 0; x < width_; ++x)
      image_.alpha[image_.index(left + x, top + y) / 3] =
          picture.alpha.empty() ? 255 : picture.alpha[picture.index(x, y) / 3];
  }
}

}  // namespace shoal
