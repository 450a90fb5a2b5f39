// Parsers behind readTetraMesh. Their results have valid indices and coordinates within bounds.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "shoal/geometry/files/text_reader.h"
#include "shoal/geometry/tetra/tetra_mesh.h"

namespace shoal {

TetraMesh parseMsh(std::string_view bytes, const std::string& file);
TetraMesh parseTetraVtk(std::string_view bytes, const std::string& file);
TetraMesh parseTetraVtu(std::string_view bytes, const std::string& file);
// `file`: of the points; `elementFile`: of the tetrahedra.
TetraMesh parseTetgen(std::string_view nodeBytes, const std::string& file,
                      std::string_view elementBytes, const std::string& elementFile);

Vec3d readPoint(TextReader& text);

// Vertices with arbitrary numbers in a file.
class NamedVertices {
 public:
  // Throws an Error at the position of the reader if the number is taken.
  void add(std::int64_t name, const Vec3d& at, TextReader& text, TetraMesh& mesh);
  // The next four words of the line; an Error for a number that is not known.
  Tetra readTetra(TextReader& text) const;

 private:
  std::unordered_map<std::int64_t, std::uint32_t> numberOf_;
};

// Cell lists of VTK files.
struct VtkCells {
  std::vector<std::int64_t> connectivity, offsets, types;  // offsets: where each cell ends
};
void addTetrahedra(const VtkCells& cells, const std::string& file, TetraMesh& mesh);

}  // namespace shoal
