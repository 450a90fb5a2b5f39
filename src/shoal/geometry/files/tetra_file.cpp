#include "shoal/geometry/files/tetra_file.h"

#include <algorithm>
#include <limits>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/files/tetra_formats.h"

namespace shoal {

Vec3d readPoint(TextReader& text) {
  const double x = text.coordinate("x"), y = text.coordinate("y"), z = text.coordinate("z");
  return {x, y, z};
}

void NamedVertices::add(std::int64_t name, const Vec3d& at, TextReader& text, TetraMesh& mesh) {
  const auto number = static_cast<std::uint32_t>(mesh.vertices.size());
  if (number == std::numeric_limits<std::uint32_t>::max())
    text.fail("the mesh has more than 4 billion vertices; make it smaller");
  if (!numberOf_.emplace(name, number).second)
    text.fail(fmt::format("vertex {} is there twice; number them differently", name));
  mesh.vertices.push_back(at);
}

Tetra NamedVertices::readTetra(TextReader& text) const {
  Tetra tet;
  for (std::uint32_t& v : tet) {
    const std::int64_t name = text.integer("the vertex of a tetrahedron");
    const auto found = numberOf_.find(name);
    if (found == numberOf_.end())
      text.fail(fmt::format("a tetrahedron names vertex {}, which there is not; repair it", name));
    v = found->second;
  }
  return tet;
}

void addTetrahedra(const VtkCells& cells, const std::string& file, TetraMesh& mesh) {
  constexpr std::int64_t kTetra = 10, kQuadraticTetra = 24;
  const auto bad = [&](const std::string& message) { throw Error(Place{file}, "", message); };
  if (cells.types.size() != cells.offsets.size())
    bad(fmt::format("{} cells have {} types; give one for each", cells.offsets.size(),
                    cells.types.size()));
  const auto most = static_cast<std::int64_t>(cells.connectivity.size());
  for (std::size_t c = 0; c < cells.types.size(); ++c) {
    const std::int64_t begin = c == 0 ? 0 : cells.offsets[c - 1], end = cells.offsets[c];
    if (begin < 0 || end < begin || end > most)
      bad(fmt::format("cell {} lies outside of the list of vertices; repair the offsets", c));
    if (cells.types[c] != kTetra && cells.types[c] != kQuadraticTetra) continue;
    if (end - begin != (cells.types[c] == kTetra ? 4 : 10))
      bad(fmt::format("cell {} is a tetrahedron of {} vertices; repair it", c, end - begin));
    Tetra tet;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::int64_t v = cells.connectivity[static_cast<std::size_t>(begin) + i];
      if (v < 0 || v >= static_cast<std::int64_t>(mesh.vertices.size()))
        bad(fmt::format("cell {} names vertex {} of {}; count from 0", c, v, mesh.vertices.size()));
      tet[i] = static_cast<std::uint32_t>(v);
    }
    mesh.tets.push_back(tet);
  }
}

namespace {

template <TetraMesh (*Parse)(std::string_view bytes, const std::string& file)>
TetraMesh readOne(const std::filesystem::path& path) {
  return Parse(readFile(path, kLargestMeshFile), path.string());
}

TetraMesh readTetgen(const std::filesystem::path& path) {
  std::filesystem::path nodes = path, elements = path;
  nodes.replace_extension(".node");
  elements.replace_extension(".ele");
  return parseTetgen(readFile(nodes, kLargestMeshFile), nodes.string(),
                     readFile(elements, kLargestMeshFile), elements.string());
}

struct Format {
  const char* extension;
  TetraMesh (*read)(const std::filesystem::path& path);
};

constexpr Format kFormats[] = {{".msh", readOne<parseMsh>},
                               {".vtk", readOne<parseTetraVtk>},
                               {".vtu", readOne<parseTetraVtu>},
                               {".node", readTetgen},
                               {".ele", readTetgen}};

const Format& formatOf(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const Format& format : kFormats)
    if (extension == format.extension) return format;
  throw Error(Place{path.string()}, "",
              "not a format of tetrahedra shoal knows; convert it to .msh, .vtk, .vtu or .node");
}

}  // namespace

TetraMesh readTetraMesh(const std::filesystem::path& path) {
  TetraMesh mesh = formatOf(path).read(path);
  if (mesh.tets.empty())
    throw Error(Place{path.string()}, "", "has no tetrahedra; mesh the volume, not its surface");
  return mesh;
}

}  // namespace shoal
