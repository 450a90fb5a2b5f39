#include "shoal/geometry/files/tetra_file.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/geometry/files/tetra_formats.h"
#include "support/mutate.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using testing::HasSubstr;

// Two tetrahedra on a common face, in every format, with a triangle that is passed over.
const std::string kMsh22 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
5
1 0 0 0
2 1 0 0
30 0 1 0
4 0 0 1
5 1 1 1
$EndNodes
$Elements
3
1 2 2 0 1 1 2 30
2 4 2 0 1 1 2 30 4
3 4 2 0 1 2 30 4 5
$EndElements
)";

const std::string kMsh41 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Entities
0 0 0 1
1 0 0 0 1 1 1 0 0
$EndEntities
$Nodes
2 5 1 30
2 1 0 2
1
2
0 0 0
1 0 0
3 1 0 3
30
4
5
0 1 0
0 0 1
1 1 1
$EndNodes
$Elements
2 3 1 3
2 1 2 1
1 1 2 30
3 1 4 2
2 1 2 30 4
3 2 30 4 5
$EndElements
)";

const std::string kVtk = R"(# vtk DataFile Version 3.0
two tetrahedra
ASCII
DATASET UNSTRUCTURED_GRID
POINTS 5 double
0 0 0 1 0 0
0 1 0 0 0 1 1 1 1
CELLS 3 14
3 0 1 2
4 0 1 2 3
4 1 2 3 4
CELL_TYPES 3
5
10
10
CELL_DATA 3
SCALARS stress double 1
)";

const std::string kVtk5 = R"(# vtk DataFile Version 5.1
two tetrahedra
ASCII
DATASET UNSTRUCTURED_GRID
POINTS 5 float
0 0 0 1 0 0 0 1 0
0 0 1 1 1 1
METADATA
INFORMATION 0

CELLS 4 11
OFFSETS vtktypeint64
0 3 7 11
CONNECTIVITY vtktypeint64
0 1 2 0 1 2 3 1 2
3 4
CELL_TYPES 3
5 10 10
)";

const std::string kVtu = R"(<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian">
<UnstructuredGrid><Piece NumberOfPoints="5" NumberOfCells="3">
<PointData><DataArray type="Float64" Name="u" format="ascii">1 2 3 4 5</DataArray></PointData>
<Points><DataArray type="Float64" NumberOfComponents="3" format="ascii">
0 0 0 1 0 0 0 1 0 0 0 1 1 1 1
</DataArray></Points>
<Cells>
<DataArray type="Int64" Name="connectivity" format="ascii">0 1 2 0 1 2 3 1 2 3 4</DataArray>
<DataArray type="Int64" Name="offsets" format="ascii">3 7 11</DataArray>
<DataArray type="UInt8" Name="types" format="ascii">5 10 10</DataArray>
</Cells></Piece></UnstructuredGrid></VTKFile>
)";

const std::string kNode = "5 3 0 0\n# points\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n";
const std::string kEle = "2 4 0\n1 1 2 3 4\n2 2 3 4 5 # the other\n";

class TetraFile : public testing::Test {
 protected:
  TetraMesh read(const std::string& name, const std::string& text) {
    writeFileAtomically(folder / name, text);
    return readTetraMesh(folder / name);
  }
  std::string errorOf(const std::string& name, const std::string& text) {
    try {
      read(name, text);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }
  void expectBoth(const TetraMesh& mesh) {
    EXPECT_EQ(mesh.vertices,
              (std::vector<Vec3d>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}));
    EXPECT_EQ(mesh.tets, (std::vector<Tetra>{{0, 1, 2, 3}, {1, 2, 3, 4}}));
  }
  TemporaryFolder folder;
};

TEST_F(TetraFile, EveryFormatGivesTheSameMesh) {
  expectBoth(read("a.msh", kMsh22));
  expectBoth(read("b.MSH", kMsh41));
  expectBoth(read("a.vtk", kVtk));
  expectBoth(read("b.vtk", kVtk5));
  expectBoth(read("a.vtu", kVtu));
  writeFileAtomically(folder / "a.ele", kEle);
  expectBoth(read("a.node", kNode));
  expectBoth(readTetraMesh(folder / "a.ele"));
}

TEST_F(TetraFile, BrokenOnesAreErrorsWithTheirPlace) {
  const auto with = [](std::string text, const std::string& part, const std::string& other) {
    return text.replace(text.find(part), part.size(), other);
  };
  EXPECT_THAT(errorOf("a.msh", with(kMsh22, "2.2 0", "2.2 1")), HasSubstr("a.msh:2: is binary"));
  EXPECT_THAT(errorOf("a.msh", with(kMsh22, "2.2 0", "4.0 0")), HasSubstr("save it as 4.1"));
  EXPECT_THAT(errorOf("a.msh", with(kMsh22, "30 4\n", "31 4\n")), HasSubstr("names vertex 31"));
  EXPECT_THAT(errorOf("a.msh", with(kMsh22, "\n5\n", "\n999999999999\n")), HasSubstr("a.msh:11"));
  EXPECT_THAT(errorOf("a.msh", with(kMsh41, "2 1 0 2", "2 1 0 -2")), HasSubstr("-2; give a count"));
  EXPECT_THAT(errorOf("a.msh", "solid"), HasSubstr("is it a file of Gmsh?"));
  EXPECT_THAT(errorOf("a.vtk", with(kVtk, "ASCII", "BINARY")), HasSubstr("a.vtk:3: is binary"));
  EXPECT_THAT(errorOf("a.vtk", with(kVtk, "4 1 2 3 4", "4 1 2 3 5")), HasSubstr("vertex 5 of 5"));
  EXPECT_THAT(errorOf("a.vtk", with(kVtk, "UNSTRUCTURED_GRID", "POLYDATA")), HasSubstr("not an"));
  EXPECT_THAT(errorOf("a.vtu", with(kVtu, "3 7 11", "3 7 99")), HasSubstr("repair the offsets"));
  EXPECT_THAT(errorOf("a.vtu", with(kVtu, "5 10 10", "5 5 5")), HasSubstr("has no tetrahedra"));
  EXPECT_THAT(errorOf("a.vtu", with(kVtu, "types\" format=\"ascii", "types\" format=\"binary")),
              HasSubstr("save them as ascii"));
  EXPECT_THAT(errorOf("alone.node", kNode), HasSubstr("alone.ele: no such file"));
  EXPECT_THAT(errorOf("a.obj", kNode), HasSubstr("convert it"));
}

TEST(TetraFormats, NoDamageDoesMoreThanAnError) {
  support::Mutator mutator(11);
  int errors = 0, meshes = 0;
  const std::vector<std::function<TetraMesh()>> parsers{
      [&] { return parseMsh(mutator.mutate(kMsh22), "m"); },
      [&] { return parseMsh(mutator.mutate(kMsh41), "m"); },
      [&] { return parseTetraVtk(mutator.mutate(kVtk), "m"); },
      [&] { return parseTetraVtk(mutator.mutate(kVtk5), "m"); },
      [&] { return parseTetraVtu(mutator.mutate(kVtu), "m"); },
      [&] { return parseTetgen(mutator.mutate(kNode), "m", mutator.mutate(kEle), "n"); }};
  for (std::size_t n = 0; n < 3000; ++n) {
    try {
      TetraMesh mesh = parsers[n % parsers.size()]();
      repair(mesh);
      ++meshes;
    } catch (const Error&) {
      ++errors;
    }
  }
  EXPECT_GT(errors, 1000);
  EXPECT_GT(meshes, 300);
}

}  // namespace
}  // namespace shoal
