#include "shoal/geometry/files/mesh_file.h"

#include <fstream>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/geometry/files/mesh_formats.h"
#include "shoal/geometry/files/tetra_file.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "support/temporary_folder.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

using Parse = std::function<TriangleMesh(std::string_view, const std::string&)>;

// A square, as text PLY with what else such files carry.
const std::string kTextPly =
    "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\n"
    "property float y\nproperty float z\nproperty uchar red\nelement face 1\n"
    "property list uchar int vertex_index\nelement edge 1\nproperty int vertex1\n"
    "property int vertex2\nend_header\n0 0 0 255\n1 0 0 255\n1 1 0 255\n0 1 0 255\n4 0 1 2 3\n0 "
    "1\n";

const std::string kTextStl =
    "solid thing\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
    "endloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\n"
    "endloop\nendfacet\nendsolid thing\n";

const std::string kObj =
    "# a square\nmtllib x.mtl\nv 0 0 0\nv 1.0e0 0 0\nv +1 1 0 1\nv 0 1 0\nvn 0 0 1\n"
    "g side\nf 1//1 2//1 \\\n 3//1 -1//1\n";

// The bytes of a PLY in the other byte order, written number by number.
std::string bigEndianPly() {
  std::string bytes =
      "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
      "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
  for (const unsigned high : {0x00u, 0x00u, 0x00u, 0x3fu, 0x00u, 0x00u, 0x00u, 0x3fu, 0x00u})
    bytes += {char(high), high ? char(0x80) : char(0), 0, 0};  // 0 or 1
  bytes += char(3);
  for (const char index : {'\0', '\1', '\2'}) bytes += {0, 0, 0, index};
  return bytes;
}

std::string messageOf(const Parse& parse, std::string_view bytes) {
  try {
    parse(bytes, "m");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(MeshFile, EveryFormatRoundTrips) {
  const TemporaryFolder folder;
  const TriangleMesh torus = makeTorus(1, 0.3, 16, 8);
  for (const char* name : {"torus.obj", "torus.ply", "torus.STL"}) {
    writeMesh(folder / name, torus);
    const TriangleMesh back = readMesh(folder / name);
    EXPECT_EQ(back.triangles.size(), torus.triangles.size()) << name;
    EXPECT_TRUE(checkMesh(back).closed()) << name;
    const bool isExact = std::string_view(name) != "torus.STL";
    EXPECT_EQ(back.vertices == torus.vertices && back.triangles == torus.triangles, isExact);
    EXPECT_NEAR(back.signedVolume(), torus.signedVolume(), 1e-6) << name;
    EXPECT_EQ(back.vertices.size(), torus.vertices.size()) << name;
  }
}

TEST(MeshFile, PolygonsTextAndByteOrdersAreRead) {
  for (const TriangleMesh& mesh :
       {parseObj(kObj, "m"), parsePly(kTextPly, "m"), parseStl(kTextStl, "m")}) {
    EXPECT_EQ(mesh.vertices.size(), 4u);
    EXPECT_EQ(mesh.triangles.size(), 2u);
    EXPECT_EQ(mesh.bounds(), Box3d({0, 0, 0}, {1, 1, 0}));
    EXPECT_EQ(checkMesh(mesh).openEdges, 4u);
  }
  const TriangleMesh big = parsePly(bigEndianPly(), "m");
  EXPECT_EQ(big.vertices[1], Vec3d(1, 0, 0));
  EXPECT_EQ(big.vertices[2], Vec3d(0, 1, 0));
  EXPECT_EQ(big.triangles[0], (Triangle{0, 1, 2}));
}

TEST(MeshFile, WindowsLineEndsAreRead) {
  std::string text;
  for (const char c : kTextPly) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(parsePly(text, "m").triangles.size(), 2u);
}

TEST(MeshFile, BrokenObjSaysWhatToChange) {
  const std::pair<std::string, std::string> cases[] = {
      {"v 0 0\n", "m:1: z is missing; add it"},
      {"v 0 zero 0\n", "m:1: y is \"zero\"; give a number"},
      {"\n\nv 0 0 nan\n", "m:3: z is nan; keep within 1000000000000 m"},
      {"v 0 0 -inf\n", "m:1: z is -inf; keep within 1000000000000 m"},
      {"v 1e999 0 0\n", "m:1: x is \"1e999\", too large for a number; repair it"},
      {"v 0 0 0\nf 1 1\n", "m:2: a face has 2 vertices; give it at least 3"},
      {"v 0 0 0\nf 1 1 2\n", "m:2: a face names vertex 2, but 1 are defined before it; repair it"},
      {"v 0 0 0\nf 1 1 -2\n",
       "m:2: a face names vertex -2, but 1 are defined before it; repair it"},
      {"v 0 0 0\nf 1 1 0\n", "m:2: a face names vertex 0, but 1 are defined before it; repair it"},
      {"f 99999999999999999999 1 1\n",
       "m:1: a face names \"99999999999999999999\"; give the number of a vertex"},
      {"v 0 \\", "m:1: the last line ends in \"\\\"; is the file truncated?"}};
  for (const auto& [text, message] : cases) EXPECT_EQ(messageOf(parseObj, text), message);
}

TEST(MeshFile, BrokenPlySaysWhatToChange) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "m: does not begin with \"ply\"; is it a PLY file?"},
      {replaced(kTextPly, "ascii", "utf"),
       "m:2: format \"utf\" is unknown; use ascii, binary_little_endian or binary_big_endian"},
      {replaced(kTextPly, "vertex 4", "vertex -4"),
       "m:4: -4 elements \"vertex\"; give a number from 0 to 4 billion"},
      {replaced(kTextPly, "vertex 4", "vertex 4000000000"),
       "m:14: \"element vertex 4000000000\" does not fit in the file; is it truncated?"},
      {replaced(kTextPly, "float z", "float w"),
       "m:14: vertices need one property z; export positions"},
      {replaced(kTextPly, "float z", "real z"),
       "m:7: \"real\" is no PLY type; use one like float or int"},
      {replaced(kTextPly, "list uchar", "list float"),
       "m:10: the length of a list must be of a whole type; use uchar or int"},
      {replaced(kTextPly, "vertex_index", "strips"),
       "m:14: faces need the property list vertex_indices; export polygons"},
      {replaced(kTextPly, "4 0 1 2 3", "4 0 1 2 4"),
       "m:19: a face names vertex 4 of 4; count vertices from 0"},
      {replaced(kTextPly, "4 0 1 2 3", "4 0 1 2 -1"),
       "m:19: a face names vertex -1 of 4; count vertices from 0"},
      {replaced(kTextPly, "4 0 1 2 3", "-4 0 1 2"), "m:19: a list of -4 values; repair its length"},
      {replaced(kTextPly, "4 0 1 2 3", "2 0 1"), "m:19: a face has 2 vertices; give it at least 3"},
      {replaced(kTextPly, "4 0 1 2 3", "4 0 1 2"), "m:19: a value is missing; add it"},
      {replaced(kTextPly, "1 1 0 255", "1 inf 0 255"),
       "m:17: vertex 2 has y = inf; keep within 1000000000000 m"},
      {kTextPly.substr(0, kTextPly.size() - 14),
       "m:18: \"element face 1\" does not fit in the file; is it truncated?"},
      {replaced(kTextPly.substr(0, kTextPly.size() - 25), "0 0 0 255", "0.0000000000 0 0 255"),
       "m:17: the file is truncated; export it again"},
      {kTextPly.substr(0, kTextPly.find("property float z")),
       "m:6: the header does not end with \"end_header\"; is the file truncated?"},
      {bigEndianPly().substr(0, bigEndianPly().size() - 1),
       "m: the file is truncated; export it again"},
      {replaced(bigEndianPly(), "vertex 3", "vertex 99"),
       "m: \"element vertex 99\" does not fit in the file; is it truncated?"}};
  for (const auto& [text, message] : cases) EXPECT_EQ(messageOf(parsePly, text), message);
}

TEST(MeshFile, BrokenStlSaysWhatToChange) {
  const std::string binary = formatStl({makeOctahedron(1), {}});
  std::string nan = binary;
  nan.replace(84 + 12, 4, "\xff\xff\xff\xff");
  const std::pair<std::string, std::string> cases[] = {
      {"", "m: too short for an STL file; export it again"},
      {binary.substr(0, binary.size() - 1),
       "m: 8 triangles need 484 bytes, but the file has 483; export it again"},
      {nan, "m: triangle 0 has the coordinate -nan; keep within 1000000000000 m"},
      {kTextStl.substr(0, kTextStl.find("op\nendfacet")),
       "m:7: \"endlo\" is no word of an STL file; repair it"},
      {replaced(kTextStl, "endsolid thing\n", ""),
       "m:15: the file ends before \"endsolid\"; it is truncated, export it again"},
      {replaced(kTextStl, "vertex 1 1 0\n", ""), "m:13: a facet has 2 vertices; give it 3"},
      {replaced(kTextStl, "vertex 1 1 0", "vertex 1 1"), "m:12: z is missing; add it"}};
  for (const auto& [text, message] : cases) EXPECT_EQ(messageOf(parseStl, text), message);
}

TEST(MeshFile, FilesThatAreNoMeshesAreErrors) {
  const TemporaryFolder folder;
  EXPECT_THROW(readMesh(folder / "missing.obj"), Error);
  EXPECT_THROW(readMesh(folder / "mesh.fbx"), Error);
  EXPECT_THROW(readMesh(folder.path()), Error);
  std::filesystem::create_directories(folder / "folder.ply");
  EXPECT_THROW(readMesh(folder / "folder.ply"), Error);
  std::ofstream(folder / "empty.obj") << "v 0 0 0\n";
  EXPECT_THROW(readMesh(folder / "empty.obj"), Error);
  EXPECT_THROW(writeMesh(folder / "no" / "such" / "folder.obj", makeOctahedron(1)), Error);
  EXPECT_THROW(writeMesh(folder / "empty.ply", TriangleMesh{}), Error);
}

// Whatever a byte is changed to, the result is an Error or a mesh that can be used.
TEST(MeshFile, MutatedFilesNeverDoHarm) {
  const TriangleMesh torus = makeTorus(1, 0.3, 6, 4);
  const std::pair<Parse, std::string> originals[] = {{parseObj, formatObj({torus, {}})},
                                                     {parseObj, kObj},
                                                     {parsePly, formatPly({torus, {}})},
                                                     {parsePly, kTextPly},
                                                     {parsePly, bigEndianPly()},
                                                     {parseStl, formatStl({torus, {}})},
                                                     {parseStl, kTextStl}};
  std::mt19937 random(11);
  int refused = 0;
  for (const auto& [parse, original] : originals)
    for (int i = 0; i < 500; ++i) {
      std::string bytes = original;
      for (unsigned flips = random() % 4; flips > 0; --flips)
        bytes[random() % bytes.size()] = char(random() % 256);
      if (random() % 3 == 0) bytes.resize(random() % bytes.size());
      try {
        const TriangleMesh mesh = parse(bytes, "m");
        if (!mesh.triangles.empty()) requireUsable(mesh);
      } catch (const Error& error) {
        ++refused;
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      }
    }
  EXPECT_GT(refused, 500);
}

TEST(MeshFile, FilesBeyondTheLimitAreRefusedBeforeTheyAreRead) {
  const TemporaryFolder folder;
  for (const char* name : {"huge.obj", "huge.ply", "huge.stl", "huge.msh", "huge.vtu"}) {
    const std::filesystem::path path = folder / name;
    std::ofstream(path).put('v');
    std::filesystem::resize_file(path, std::uintmax_t{100} << 30);  // sparse: takes no room
    const bool surface = path.extension() != ".msh" && path.extension() != ".vtu";
    try {
      surface ? void(readMesh(path)) : void(readTetraMesh(path));
      ADD_FAILURE() << name << " was read";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("more than the limit of 2 GB"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace shoal
