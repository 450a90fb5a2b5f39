#include "shoal/view/picture/image.h"

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

}  // namespace

void fillRectangle(Image& image, int left, int top, int width, int height, const Rgb& colour) {
  for (int y = std::max(0, top); y < std::min(image.height, top + height); ++y)
    for (int x = std::max(0, left); x < std::min(image.width, left + width); ++x)
      image.set(x, y, colour);
}

void writePng(const std::filesystem::path& path, const Image& image) {
  if (image.width < 1 || image.height < 1 || image.width > kLargestImage ||
      image.height > kLargestImage ||
      image.rgb.size() != Image(image.width, image.height).rgb.size())
    fail("cannot write {}: a picture has 1 to {} pixels a side", path.string(), kLargestImage);
  PngImage png;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::string bytes(size, '\0');
  if (!png_image_write_to_memory(&png, bytes.data(), &size, 0, image.rgb.data(), 0, nullptr))
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
  png.format = PNG_FORMAT_RGB;
  Image image(static_cast<int>(png.width), static_cast<int>(png.height));
  if (!png_image_finish_read(&png, nullptr, image.rgb.data(), 0, nullptr))
    fail("{}: damaged: {}", path.string(), png.message);
  return image;
}

}  // namespace shoal
