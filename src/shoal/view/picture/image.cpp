#include "shoal/view/picture/image.h"

#include <cmath>
#include <string>

#include <png.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"

namespace shoal {

namespace {

// libpng's description of an image, released whatever happens.
struct PngImage : png_image {
  PngImage() : png_image{} { version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(this); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;
};

// Pixels of four bytes; none of an opaque picture.
std::vector<std::uint8_t> interleaved(const Image& image) {
  std::vector<std::uint8_t> rgba(4 * image.alpha.size());
  for (std::size_t i = 0; i < image.alpha.size(); ++i) {
    std::copy_n(&image.rgb[3 * i], 3, &rgba[4 * i]);
    rgba[4 * i + 3] = image.alpha[i];
  }
  return rgba;
}

}  // namespace

void blend(Image& image, int x, int y, double share, const Rgb& colour) {
  if (!(share > 0) || x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  const double over = std::min(1.0, share);
  double ofColour = over;  // in the mixed colour
  if (!image.alpha.empty()) {
    std::uint8_t& alpha = image.alpha[image.index(x, y) / 3];
    const double covered = over + (1 - over) * alpha / 255;
    ofColour = over / covered;
    alpha = static_cast<std::uint8_t>(std::lround(255 * covered));
  }
  Rgb mixed = image.pixel(x, y);
  for (std::size_t k = 0; k < mixed.size(); ++k)
    mixed[k] = static_cast<std::uint8_t>(
        std::lround(mixed[k] + ofColour * (double(colour[k]) - double(mixed[k]))));
  image.set(x, y, mixed);
}

void fillRectangle(Image& image, int left, int top, int width, int height, const Rgb& colour) {
  for (int y = std::max(0, top); y < std::min(image.height, top + height); ++y)
    for (int x = std::max(0, left); x < std::min(image.width, left + width); ++x)
      blend(image, x, y, 1, colour);
}

void writePng(const std::filesystem::path& path, const Image& image) {
  if (image.width < 1 || image.height < 1 || image.width > kLargestImage ||
      image.height > kLargestImage ||
      image.rgb.size() != Image(image.width, image.height).rgb.size() ||
      (!image.alpha.empty() && 3 * image.alpha.size() != image.rgb.size()))
    fail("cannot write {}: a picture has 1 to {} pixels a side", path.string(), kLargestImage);
  PngImage png;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  const std::vector<std::uint8_t> rgba = interleaved(image);
  png.format = rgba.empty() ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::string bytes(size, '\0');
  if (!png_image_write_to_memory(&png, bytes.data(), &size, 0,
                                 rgba.empty() ? image.rgb.data() : rgba.data(), 0, nullptr))
    fail("cannot write {}: {}", path.string(), png.message);
  bytes.resize(size);
  writeFileAtomically(path, bytes);
}

Image readPng(const std::filesystem::path& path) {
  const std::string bytes = readFile(path);
  PngImage png;
  if (!png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()))
    fail("{}: not a PNG picture: {}", path.string(), png.message);
  if (png.width > kLargestImage || png.height > kLargestImage)
    fail("{}: has more than {} pixels a side", path.string(), kLargestImage);
  const bool opaque = (png.format & PNG_FORMAT_FLAG_ALPHA) == 0;
  png.format = PNG_FORMAT_RGBA;
  Image image(static_cast<int>(png.width), static_cast<int>(png.height));
  std::vector<std::uint8_t> rgba(image.rgb.size() / 3 * 4);
  if (!png_image_finish_read(&png, nullptr, rgba.data(), 0, nullptr))
    fail("{}: damaged: {}", path.string(), png.message);
  if (!opaque) image.alpha.resize(rgba.size() / 4);
  for (std::size_t i = 0; i < rgba.size() / 4; ++i) {
    std::copy_n(&rgba[4 * i], 3, &image.rgb[3 * i]);
    if (!opaque) image.alpha[i] = rgba[4 * i + 3];
  }
  return image;
}

}  // namespace shoal
