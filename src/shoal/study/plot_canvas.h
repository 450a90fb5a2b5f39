// What plots are drawn on: SVG text or a picture of pixels.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shoal/study/svg_plot.h"
#include "shoal/view/picture/image.h"

namespace shoal {

enum class TextAlign { Left, Middle, Right };

// Lengths are in pixels, y runs down from the top.
class PlotCanvas {
 public:
  virtual ~PlotCanvas() = default;

  // Of capitals with their line spacing, and of a text.
  virtual double lineHeight() const = 0;
  virtual double textWidth(std::string_view text) const = 0;

  virtual void box(double left, double top, double width, double height, const Rgb& colour) = 0;
  virtual void line(const std::vector<PlotPoint>& points, double width, const Rgb& colour) = 0;
  virtual void dot(const PlotPoint& at, double radius, const Rgb& colour) = 0;
  // `baseline`: of the capitals.
  virtual void text(double x, double baseline, TextAlign align, const Rgb& colour,
                    std::string_view text) = 0;
};

class SvgCanvas final : public PlotCanvas {
 public:
  SvgCanvas(double width, double height) : width_(width), height_(height) {}

  double lineHeight() const override;
  double textWidth(std::string_view text) const override;
  void box(double left, double top, double width, double height, const Rgb& colour) override;
  void line(const std::vector<PlotPoint>& points, double width, const Rgb& colour) override;
  void dot(const PlotPoint& at, double radius, const Rgb& colour) override;
  void text(double x, double baseline, TextAlign align, const Rgb& colour,
            std::string_view text) override;

  // The whole file.
  std::string file() const;

 private:
  double width_, height_;
  std::string elements_;
};

// Lines have soft edges; letters grow with the picture.
class ImageCanvas final : public PlotCanvas {
 public:
  ImageCanvas(int width, int height, double scale);

  // Of letters and lines, for panels of this size.
  static double scaleFor(int width, int height);

  double lineHeight() const override;
  double textWidth(std::string_view text) const override;
  void box(double left, double top, double width, double height, const Rgb& colour) override;
  void line(const std::vector<PlotPoint>& points, double width, const Rgb& colour) override;
  void dot(const PlotPoint& at, double radius, const Rgb& colour) override;
  void text(double x, double baseline, TextAlign align, const Rgb& colour,
            std::string_view text) override;

  const Image& image() const { return image_; }

 private:
  void segment(const PlotPoint& a, const PlotPoint& b, double radius, const Rgb& colour);

  Image image_;
  double scale_;
};

}  // namespace shoal
