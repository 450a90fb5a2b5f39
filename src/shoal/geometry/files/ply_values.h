// The values of PLY files behind their headers, as text or binary, one after the other.
#pragma once

#include "shoal/core/error.h"
#include "shoal/geometry/files/bytes.h"
#include "shoal/geometry/files/ply_header.h"

namespace shoal {

// The values of a text file; every record is a line.
class PlyTextValues {
 public:
  explicit PlyTextValues(TextReader& text) : text_(text) {}

  std::size_t mostRecords(const PlyElement& element) const {
    // A value and what separates it from the next take two bytes, the last value one.
    return (text_.rest().size() + 1) / (2 * element.properties.size());
  }
  void nextRecord() {
    if (!text_.nextLine()) fail("the file is truncated; export it again");
  }
  double next(PlyType) { return text_.number("a value"); }
  void requireMore(double, PlyType) const {}
  [[noreturn]] void fail(const std::string& message) const { text_.fail(message); }

 private:
  TextReader& text_;
};

class PlyBinaryValues {
 public:
  PlyBinaryValues(std::string_view bytes, std::endian order, const std::string& file)
      : bytes_(bytes), order_(order), file_(file) {}

  std::size_t mostRecords(const PlyElement& element) const {
    std::size_t least = 0;
    for (const PlyProperty& p : element.properties) least += sizeOf(p.countType.value_or(p.type));
    return bytes_.size() / least;
  }
  void nextRecord() {}
  double next(PlyType type) {
    requireMore(1, type);
    const char* from = bytes_.data();
    bytes_.remove_prefix(sizeOf(type));
    switch (type) {
      case PlyType::kInt8:
        return loadNumber<std::int8_t>(from, order_);
      case PlyType::kUint8:
        return loadNumber<std::uint8_t>(from, order_);
      case PlyType::kInt16:
        return loadNumber<std::int16_t>(from, order_);
      case PlyType::kUint16:
        return loadNumber<std::uint16_t>(from, order_);
      case PlyType::kInt32:
        return loadNumber<std::int32_t>(from, order_);
      case PlyType::kUint32:
        return loadNumber<std::uint32_t>(from, order_);
      case PlyType::kFloat32:
        return loadNumber<float>(from, order_);
      case PlyType::kFloat64:
        break;
    }
    return loadNumber<double>(from, order_);
  }
  void requireMore(double values, PlyType type) const {
    if (values * double(sizeOf(type)) > double(bytes_.size()))
      fail("the file is truncated; export it again");
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Place{file_}, "", message);
  }

 private:
  std::string_view bytes_;
  std::endian order_;
  const std::string& file_;
};

}  // namespace shoal
