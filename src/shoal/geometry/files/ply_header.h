// Header of PLY files.
#pragma once

#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "shoal/geometry/files/text_reader.h"

namespace shoal {

enum class PlyType { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat32, kFloat64 };

std::size_t sizeOf(PlyType type);  // bytes in a binary file

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::kFloat32;
  std::optional<PlyType> countType;  // of lists

  bool isCoordinate() const { return name == "x" || name == "y" || name == "z"; }
  // The axis of a normal or of texture coordinates that it is, if any.
  std::optional<std::size_t> normalAxis() const;
  std::optional<std::size_t> textureAxis() const;
  bool isVertexList() const { return name == "vertex_indices" || name == "vertex_index"; }
};

struct PlyElement {
  std::string name;
  std::size_t count = 0;
  std::vector<PlyProperty> properties;  // at least one
};

struct PlyHeader {
  std::optional<std::endian> byteOrder;  // none in text files
  std::vector<PlyElement> elements;
  std::size_t vertices = 0;
};

// What a file must hold: vertices with x, y and z; of a surface faces with a list of vertices, too.
enum class PlyContent { kPoints, kSurface };

// Leaves the reader at the "end_header" line.
PlyHeader readPlyHeader(TextReader& text, PlyContent content);

}  // namespace shoal
