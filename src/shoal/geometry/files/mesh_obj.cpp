// Wavefront OBJ: vertices, polygons, texture coordinates, normals and materials; groups and lines
// are ignored.
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "shoal/geometry/files/mesh_formats.h"
#include "shoal/geometry/files/text_reader.h"

namespace shoal {

namespace {

constexpr std::uint32_t kNone = MeshAttributes::kNone;

// What a part of "7/1/3" names, counted from 0; negative numbers count from the end.
std::uint32_t indexOf(std::string_view digits, std::size_t defined, const char* what,
                      std::string_view word, const TextReader& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size())
    text.fail(fmt::format("a face names {}; give the number of a {}", quoted(word), what));
  const auto count = static_cast<std::int64_t>(defined);
  if (number == 0 || number > count || number < -count)
    text.fail(fmt::format("a face names {} {}, but {} are defined before it; repair it", what,
                          number, count));
  return static_cast<std::uint32_t>(number > 0 ? number - 1 : count + number);
}

// Numbers that the simulation does not need: missing and infinite ones are 0.
double looseNumber(TextReader& text, const char* what) {
  std::string_view word = text.word();
  if (word.size() > 1 && word[0] == '+') word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc::invalid_argument && !word.empty())
    text.fail(fmt::format("{} is {}; give a number", what, quoted(word)));
  return std::abs(value) <= kLargestCoordinate ? value : 0;
}

std::string restOfLine(TextReader& text) {
  std::string rest;
  for (auto word = text.word(); !word.empty(); word = text.word())
    fmt::format_to(std::back_inserter(rest), "{}{}", rest.empty() ? "" : " ", word);
  return rest;
}

class ObjReader {
 public:
  ObjReader(std::string_view bytes, const std::string& file)
      : text_(bytes, file), folder_(std::filesystem::path(file).parent_path()) {}

  RenderMesh read() {
    while (text_.nextLine()) readLine(text_.word());
    MeshAttributes& attributes = mesh_.attributes;
    if (attributes.uvs.empty()) attributes.uvOf.clear();
    if (attributes.normals.empty()) attributes.normalOf.clear();
    if (attributes.materials.empty()) attributes.materialOf.clear();
    dropTrivialPolygons(mesh_);
    return std::move(mesh_);
  }

 private:
  void readLine(std::string_view keyword) {
    MeshAttributes& attributes = mesh_.attributes;
    if (keyword == "v") {
      const double x = text_.coordinate("x"), y = text_.coordinate("y"), z = text_.coordinate("z");
      mesh_.vertices.push_back({x, y, z});
      requireCountable(mesh_.vertices.size());
    } else if (keyword == "vt") {
      const double u = looseNumber(text_, "u"), v = looseNumber(text_, "v");
      attributes.uvs.push_back({u, v});
      requireCountable(attributes.uvs.size());
    } else if (keyword == "vn") {
      const double x = looseNumber(text_, "x"), y = looseNumber(text_, "y"),
                   z = looseNumber(text_, "z");
      attributes.normals.push_back(unitNormal({x, y, z}));
      requireCountable(attributes.normals.size());
    } else if (keyword == "f") {
      readFace();
    } else if (keyword == "usemtl") {
      useMaterial(restOfLine(text_));
    } else if (keyword == "mtllib" && attributes.materialFile.empty()) {
      attributes.materialFile = (folder_ / restOfLine(text_)).string();
    }
  }

  void requireCountable(std::size_t count) const {
    if (count == std::numeric_limits<std::uint32_t>::max())
      text_.fail("the mesh has more than 4 billion vertices; make it smaller");
  }

  void useMaterial(const std::string& name) {
    const auto next = static_cast<std::uint32_t>(materials_.size());
    const auto [found, isNew] = materials_.try_emplace(name, next);
    if (isNew) mesh_.attributes.materials.push_back(name);
    material_ = found->second;
  }

  // "7", "7/1", "7//3" or "7/1/3".
  void readCorner(std::string_view word) {
    std::array<std::string_view, 3> part;
    std::size_t begin = 0;
    for (std::string_view& one : part) {
      const std::size_t end = std::min(word.find('/', begin), word.size());
      one = word.substr(begin, end - begin);
      begin = std::min(end + 1, word.size());
    }
    const MeshAttributes& known = mesh_.attributes;
    polygon_.push_back(indexOf(part[0], mesh_.vertices.size(), "vertex", word, text_));
    uvs_.push_back(part[1].empty()
                       ? kNone
                       : indexOf(part[1], known.uvs.size(), "texture coordinate", word, text_));
    normals_.push_back(
        part[2].empty() ? kNone : indexOf(part[2], known.normals.size(), "normal", word, text_));
  }

  void readFace() {
    for (auto* list : {&polygon_, &uvs_, &normals_}) list->clear();
    for (auto word = text_.word(); !word.empty(); word = text_.word()) readCorner(word);
    if (polygon_.size() < 3)
      text_.fail(fmt::format("a face has {} vertices; give it at least 3", polygon_.size()));
    addPolygon(mesh_, polygon_);
    addFan(mesh_.attributes.uvOf, uvs_);
    addFan(mesh_.attributes.normalOf, normals_);
    mesh_.attributes.materialOf.resize(mesh_.triangles.size(), material_);
  }

  TextReader text_;
  std::filesystem::path folder_;
  RenderMesh mesh_;
  std::map<std::string, std::uint32_t> materials_;
  std::uint32_t material_ = kNone;
  std::vector<std::uint32_t> polygon_, uvs_, normals_;  // of the face that is read
};

void appendCorner(std::string& text, std::uint32_t vertex, std::uint32_t uv, std::uint32_t normal) {
  const auto out = std::back_inserter(text);
  const auto number = [](std::uint32_t index) { return std::uint64_t{index} + 1; };
  fmt::format_to(out, " {}", number(vertex));
  if (uv != kNone)
    fmt::format_to(out, "/{}", number(uv));
  else if (normal != kNone)
    text += '/';
  if (normal != kNone) fmt::format_to(out, "/{}", number(normal));
}

}  // namespace

RenderMesh parseObj(std::string_view bytes, const std::string& file) {
  return ObjReader(bytes, file).read();
}

std::string formatObj(const RenderMesh& mesh) {
  const MeshAttributes& attributes = mesh.attributes;
  std::string text;
  const auto out = std::back_inserter(text);
  if (!attributes.materialFile.empty()) fmt::format_to(out, "mtllib {}\n", attributes.materialFile);
  for (const Vec3d& v : mesh.vertices) fmt::format_to(out, "v {} {} {}\n", v.x, v.y, v.z);
  if (!attributes.uvOf.empty())
    for (const auto& [u, v] : attributes.uvs) fmt::format_to(out, "vt {} {}\n", u, v);
  if (!attributes.normalOf.empty())
    for (const Vec3d& n : attributes.normals) fmt::format_to(out, "vn {} {} {}\n", n.x, n.y, n.z);
  std::vector<std::uint32_t> vertices, uvs, normals;
  std::uint32_t material = kNone;
  for (const PolygonRange& polygon : polygonsOf(mesh)) {
    const std::uint32_t next =
        attributes.materialOf.empty() ? kNone : attributes.materialOf[polygon.first];
    if (next != material && next != kNone)
      fmt::format_to(out, "usemtl {}\n", attributes.materials[next]);
    material = next;
    cornersOf(polygon, mesh.triangles, vertices);
    uvs.assign(vertices.size(), kNone);
    normals.assign(vertices.size(), kNone);
    if (!attributes.uvOf.empty()) cornersOf(polygon, attributes.uvOf, uvs);
    if (!attributes.normalOf.empty()) cornersOf(polygon, attributes.normalOf, normals);
    text += 'f';
    for (std::size_t i = 0; i < vertices.size(); ++i)
      appendCorner(text, vertices[i], uvs[i], normals[i]);
    text += '\n';
  }
  return text;
}

}  // namespace shoal
