// Wavefront OBJ: vertices and faces; normals, textures, groups and lines are ignored.
#include <charconv>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "shoal/geometry/files/mesh_formats.h"
#include "shoal/geometry/files/text_reader.h"

namespace shoal {

namespace {

// The vertex of "7", "7/1", "7//3" or "7/1/3", counted from 0; negative ones count from the end.
std::uint32_t vertexOf(std::string_view word, std::size_t vertices, const TextReader& text) {
  const std::string_view digits = word.substr(0, word.find('/'));
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size())
    text.fail(fmt::format("a face names {}; give the number of a vertex", quoted(word)));
  const auto count = static_cast<std::int64_t>(vertices);
  if (number == 0 || number > count || number < -count)
    text.fail(fmt::format("a face names vertex {}, but {} are defined before it; repair it", number,
                          count));
  return static_cast<std::uint32_t>(number > 0 ? number - 1 : count + number);
}

void readFace(TextReader& text, std::vector<std::uint32_t>& polygon, TriangleMesh& mesh) {
  polygon.clear();
  for (auto word = text.word(); !word.empty(); word = text.word())
    polygon.push_back(vertexOf(word, mesh.vertices.size(), text));
  if (polygon.size() < 3)
    text.fail(fmt::format("a face has {} vertices; give it at least 3", polygon.size()));
  addFan(mesh.triangles, polygon);
}

}  // namespace

TriangleMesh parseObj(std::string_view bytes, const std::string& file) {
  TextReader text(bytes, file);
  TriangleMesh mesh;
  std::vector<std::uint32_t> polygon;
  while (text.nextLine()) {
    const std::string_view keyword = text.word();
    if (keyword == "v") {
      const double x = text.coordinate("x"), y = text.coordinate("y"), z = text.coordinate("z");
      mesh.vertices.push_back({x, y, z});
      if (mesh.vertices.size() == std::numeric_limits<std::uint32_t>::max())
        text.fail("the mesh has more than 4 billion vertices; make it smaller");
    } else if (keyword == "f") {
      readFace(text, polygon, mesh);
    }
  }
  return mesh;
}

std::string formatObj(const TriangleMesh& mesh) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const Vec3d& v : mesh.vertices) fmt::format_to(out, "v {} {} {}\n", v.x, v.y, v.z);
  for (const auto& [a, b, c] : mesh.triangles)
    fmt::format_to(out, "f {} {} {}\n", std::uint64_t{a} + 1, std::uint64_t{b} + 1,
                   std::uint64_t{c} + 1);
  return text;
}

}  // namespace shoal
