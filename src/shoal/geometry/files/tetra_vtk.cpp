// VTK's unstructured grids as text: the legacy format and the one in XML.
#include "shoal/core/error.h"
#include "shoal/core/xml_tags.h"
#include "shoal/geometry/files/tetra_formats.h"

namespace shoal {

namespace {

std::int64_t nextInteger(TextReader& text, const char* what) {
  if (!text.findWord()) text.fail(fmt::format("{} is missing; is the file whole?", what));
  return text.integer(what);
}

void readNumbers(TextReader& text, std::int64_t count, const char* what,
                 std::vector<std::int64_t>& numbers) {
  for (std::int64_t n = 0; n < count; ++n) numbers.push_back(nextInteger(text, what));
}

double nextCoordinate(TextReader& text) {
  if (!text.findWord()) text.fail("points are cut off; is the file whole?");
  return text.coordinate("a coordinate");
}

// "POINTS 8 double": how many, past the type of number.
std::int64_t pointsAhead(TextReader& text) {
  const std::int64_t count = text.integer("the number of points");
  text.word();
  return count;
}

void readPoints(TextReader& text, std::int64_t count, TetraMesh& mesh) {
  for (std::int64_t n = 0; n < count; ++n) {
    const double x = nextCoordinate(text), y = nextCoordinate(text), z = nextCoordinate(text);
    mesh.vertices.push_back({x, y, z});
  }
}

// Each cell begins with the number of its vertices.
void readCountedCells(TextReader& text, std::int64_t count, VtkCells& cells) {
  for (std::int64_t n = 0; n < count; ++n) {
    readNumbers(text, nextInteger(text, "the size of a cell"), "the vertex of a cell",
                cells.connectivity);
    cells.offsets.push_back(static_cast<std::int64_t>(cells.connectivity.size()));
  }
}

// Since version 5: where cells begin, with one more for the end, then all their vertices.
void readListedCells(TextReader& text, std::int64_t offsets, std::int64_t vertices,
                     VtkCells& cells) {
  text.nextLine();
  readNumbers(text, offsets, "an offset", cells.offsets);
  if (!cells.offsets.empty()) cells.offsets.erase(cells.offsets.begin());
  if (!text.findWord() || text.word() != "CONNECTIVITY")
    text.fail("the offsets of cells are not followed by CONNECTIVITY; is the file whole?");
  text.nextLine();
  readNumbers(text, vertices, "the vertex of a cell", cells.connectivity);
}

void readCells(TextReader& text, VtkCells& cells) {
  const std::int64_t count = text.integer("the number of cells");
  const std::int64_t size = text.integer("the size of the list of cells");
  TextReader ahead = text;
  if (ahead.nextLine() && ahead.word() == "OFFSETS") {
    text.nextLine();
    readListedCells(text, count, size, cells);
  } else {
    readCountedCells(text, count, cells);
  }
}

// The numbers of a DataArray, read in place.
class DataArray {
 public:
  DataArray(const XmlTag& tag, const std::string& file, const std::string& name)
      : text_(tag.text, fmt::format("{} ({})", file, name)) {
    if (tag.at("format", file) != "ascii")
      throw Error(Place{file}, "", "its arrays are binary; save them as ascii");
  }
  void readInto(std::vector<std::int64_t>& numbers) {
    while (text_.findWord()) numbers.push_back(text_.integer("an entry"));
  }
  void readInto(TetraMesh& mesh) {
    while (text_.findWord()) readPoints(text_, 1, mesh);
  }

 private:
  TextReader text_;
};

}  // namespace

TetraMesh parseTetraVtk(std::string_view bytes, const std::string& file) {
  TextReader text(bytes, file);
  TetraMesh mesh;
  VtkCells cells;
  bool isGrid = false;
  while (text.nextLine()) {
    const std::string_view keyword = text.word();
    if (keyword == "BINARY") text.fail("is binary; save it as text (ASCII)");
    if (keyword == "DATASET") {
      isGrid = text.word() == "UNSTRUCTURED_GRID";
      if (!isGrid) text.fail("is not an UNSTRUCTURED_GRID; save the cells of the volume");
    }
    if (!isGrid) continue;
    if (keyword == "POINTS") readPoints(text, pointsAhead(text), mesh);
    if (keyword == "CELLS") readCells(text, cells);
    if (keyword == "CELL_TYPES")
      readNumbers(text, text.integer("the number of types"), "the type of a cell", cells.types);
    if (keyword == "CELL_DATA" || keyword == "POINT_DATA") break;
  }
  addTetrahedra(cells, file, mesh);
  return mesh;
}

TetraMesh parseTetraVtu(std::string_view bytes, const std::string& file) {
  TetraMesh mesh;
  VtkCells cells;
  std::string within;
  for (const XmlTag& tag : xmlTags(bytes, file)) {
    if (tag.name.ends_with("Points") || tag.name.ends_with("Cells")) within = tag.name;
    if (tag.name != "DataArray") continue;
    if (within == "Points") DataArray(tag, file, within).readInto(mesh);
    if (within != "Cells") continue;
    const std::string& name = tag.at("Name", file);
    if (name == "connectivity") DataArray(tag, file, name).readInto(cells.connectivity);
    if (name == "offsets") DataArray(tag, file, name).readInto(cells.offsets);
    if (name == "types") DataArray(tag, file, name).readInto(cells.types);
  }
  addTetrahedra(cells, file, mesh);
  return mesh;
}

}  // namespace shoal
