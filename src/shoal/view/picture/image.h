// Pictures of eight bits per channel, opaque or not, and PNG files of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace shoal {

using Rgb = std::array<std::uint8_t, 3>;

inline constexpr int kLargestImage = 8192;  // pixels a side

// Rows from the top, pixels from the left.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;
  std::vector<std::uint8_t> alpha{};  // of each pixel, not multiplied into rgb; empty: opaque

  Image() = default;
  Image(int w, int h)
      : width(w),
        height(h),
        rgb(std::size_t{3} * static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}

  std::size_t index(int x, int y) const {
    return 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                static_cast<std::size_t>(x));
  }
  Rgb pixel(int x, int y) const {
    const std::size_t i = index(x, y);
    return {rgb[i], rgb[i + 1], rgb[i + 2]};
  }
  void set(int x, int y, const Rgb& colour) {
    std::copy(colour.begin(), colour.end(), rgb.begin() + static_cast<std::ptrdiff_t>(index(x, y)));
  }
};

// Lays a colour over a pixel, if there is one, that covers a share of it.
void blend(Image& image, int x, int y, double share, const Rgb& colour);

// Fills the part of a rectangle that lies inside the picture.
void fillRectangle(Image& image, int left, int top, int width, int height, const Rgb& colour);

// Writes the file as a whole or not at all.
void writePng(const std::filesystem::path& path, const Image& image);

Image readPng(const std::filesystem::path& path);

}  // namespace shoal
