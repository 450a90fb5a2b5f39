#include "shoal/geometry/files/ply_header.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

namespace shoal {

namespace {

PlyType typeNamed(std::string_view name, const TextReader& text) {
  struct Name {
    std::string_view old, sized;
    PlyType type;
  };
  static constexpr Name kNames[] = {
      {"char", "int8", PlyType::kInt8},        {"uchar", "uint8", PlyType::kUint8},
      {"short", "int16", PlyType::kInt16},     {"ushort", "uint16", PlyType::kUint16},
      {"int", "int32", PlyType::kInt32},       {"uint", "uint32", PlyType::kUint32},
      {"float", "float32", PlyType::kFloat32}, {"double", "float64", PlyType::kFloat64}};
  for (const Name& n : kNames)
    if (name == n.old || name == n.sized) return n.type;
  text.fail(fmt::format("{} is no PLY type; use one like float or int", quoted(name)));
}

std::optional<std::endian> readFormat(TextReader& text) {
  const std::string_view format = text.word();
  if (format == "ascii") return std::nullopt;
  if (format == "binary_little_endian") return std::endian::little;
  if (format == "binary_big_endian") return std::endian::big;
  text.fail(
      fmt::format("format {} is unknown; use ascii, binary_little_endian or "
                  "binary_big_endian",
                  quoted(format)));
}

PlyElement readElement(TextReader& text) {
  PlyElement element;
  element.name = text.word();
  const std::int64_t count = text.integer("the number of elements");
  if (count < 0 || count > std::numeric_limits<std::uint32_t>::max())
    text.fail(fmt::format("{} elements {}; give a number from 0 to 4 billion", count,
                          quoted(element.name)));
  element.count = static_cast<std::size_t>(count);
  return element;
}

PlyProperty readProperty(TextReader& text) {
  PlyProperty property;
  std::string_view type = text.word();
  if (type == "list") {
    property.countType = typeNamed(text.word(), text);
    if (*property.countType == PlyType::kFloat32 || *property.countType == PlyType::kFloat64)
      text.fail("the length of a list must be of a whole type; use uchar or int");
    type = text.word();
  }
  property.type = typeNamed(type, text);
  property.name = text.word();
  return property;
}

void requireContent(PlyHeader& header, PlyContent content, const TextReader& text) {
  const auto find = [&](std::string_view name) {
    return std::ranges::find(header.elements, name, &PlyElement::name);
  };
  const bool surface = content == PlyContent::kSurface;
  for (const PlyElement& element : header.elements) {
    if (element.properties.empty())
      text.fail(fmt::format("element {} has no properties; remove it", quoted(element.name)));
    if (std::ranges::count(header.elements, element.name, &PlyElement::name) > 1)
      text.fail(fmt::format("element {} comes twice; remove one", quoted(element.name)));
  }
  const auto vertex = find("vertex");
  const auto face = find("face");
  if (surface && (vertex == header.elements.end() || face == header.elements.end()))
    text.fail("the file has no vertices or no faces; export a surface");
  if (vertex == header.elements.end()) text.fail("the file has no vertices; export points");
  for (const char* axis : {"x", "y", "z"}) {
    const auto isAxis = [&](const PlyProperty& p) { return p.name == axis && !p.countType; };
    if (std::ranges::count_if(vertex->properties, isAxis) != 1)
      text.fail(fmt::format("vertices need one property {}; export positions", axis));
  }
  header.vertices = vertex->count;
  if (!surface) return;
  const auto isFace = [](const PlyProperty& p) { return p.isVertexList() && p.countType; };
  if (std::ranges::count_if(face->properties, isFace) != 1)
    text.fail("faces need the property list vertex_indices; export polygons");
}

// The place of a name in a list.
template <std::size_t N>
std::optional<std::size_t> placeIn(const std::array<const char*, N>& names,
                                   const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

std::optional<std::size_t> PlyProperty::normalAxis() const {
  return placeIn(std::array{"nx", "ny", "nz"}, name);
}

// As Blender, MeshLab and others call them.
std::optional<std::size_t> PlyProperty::textureAxis() const {
  for (const auto& names :
       {std::array{"s", "t"}, std::array{"u", "v"}, std::array{"texture_u", "texture_v"}})
    if (const auto axis = placeIn(names, name)) return axis;
  return std::nullopt;
}

std::size_t sizeOf(PlyType type) {
  switch (type) {
    case PlyType::kInt8:
    case PlyType::kUint8:
      return 1;
    case PlyType::kInt16:
    case PlyType::kUint16:
      return 2;
    case PlyType::kInt32:
    case PlyType::kUint32:
    case PlyType::kFloat32:
      return 4;
    case PlyType::kFloat64:
      break;
  }
  return 8;
}

PlyHeader readPlyHeader(TextReader& text, PlyContent content) {
  if (!text.nextLine() || text.word() != "ply")
    text.fail("does not begin with \"ply\"; is it a PLY file?");
  PlyHeader header;
  bool hasFormat = false;
  while (text.nextLine()) {
    const std::string_view keyword = text.word();
    if (keyword == "end_header") {
      if (!hasFormat) text.fail("the header has no format line; add one");
      requireContent(header, content, text);
      return header;
    }
    if (keyword == "comment" || keyword == "obj_info") continue;
    if (keyword == "format") {
      header.byteOrder = readFormat(text);
      hasFormat = true;
    } else if (keyword == "element") {
      header.elements.push_back(readElement(text));
    } else if (keyword == "property") {
      if (header.elements.empty())
        text.fail("a property comes before any element; repair the order");
      header.elements.back().properties.push_back(readProperty(text));
    } else {
      text.fail(fmt::format("{} is no word of a PLY header; repair it", quoted(keyword)));
    }
  }
  text.fail("the header does not end with \"end_header\"; is the file truncated?");
}

}  // namespace shoal
