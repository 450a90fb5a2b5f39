// TetGen's pair of files: .node has the points, .ele the tetrahedra.
#include "shoal/core/error.h"
#include "shoal/geometry/files/tetra_formats.h"

namespace shoal {

namespace {

void line(TextReader& text) {
  if (!text.nextLine()) text.fail("is cut off; is the file whole?");
}

}  // namespace

TetraMesh parseTetgen(std::string_view nodeBytes, const std::string& file,
                      std::string_view elementBytes, const std::string& elementFile) {
  TetraMesh mesh;
  NamedVertices vertices;
  TextReader nodes(nodeBytes, file);
  line(nodes);
  const std::int64_t nodeCount = nodes.integer("the number of points");
  if (nodes.integer("the dimension") != 3) nodes.fail("its points are not in space; give three");
  for (std::int64_t n = 0; n < nodeCount; ++n) {
    line(nodes);
    const std::int64_t name = nodes.integer("the number of a point");
    vertices.add(name, readPoint(nodes), nodes, mesh);
  }
  TextReader elements(elementBytes, elementFile);
  line(elements);
  const std::int64_t elementCount = elements.integer("the number of tetrahedra");
  for (std::int64_t n = 0; n < elementCount; ++n) {
    line(elements);
    elements.integer("the number of a tetrahedron");
    mesh.tets.push_back(vertices.readTetra(elements));
  }
  return mesh;
}

}  // namespace shoal
