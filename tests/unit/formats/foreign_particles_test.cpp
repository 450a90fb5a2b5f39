// Particles of other programs: .ply and .vtk as those write them, and what is wrong with others.
#include <bit>
#include <cmath>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/formats/particle_files.h"
#include "shoal/formats/particle_ply.h"
#include "shoal/geometry/files/bytes.h"
#include "support/mutate.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Numbers as legacy VTK files hold them.
template <class T>
std::string bigEndian(std::initializer_list<T> values) {
  std::string bytes;
  for (const T value : values) {
    std::string one;
    appendLittleEndian(one, value);
    bytes.append(one.rbegin(), one.rend());
  }
  return bytes;
}

class ForeignParticles : public testing::Test {
 protected:
  OwnedParticleTable read(const std::string& name, const std::string& bytes) const {
    writeFileAtomically(folder / name, bytes);
    return readParticleFile(folder / name);
  }
  std::string errorOf(const std::string& name, const std::string& bytes) const {
    try {
      read(name, bytes);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  TemporaryFolder folder;
};

// As SPlisHSPlasH writes it: an unstructured grid of vertices, and fields of points.
std::string splishsplash() {
  return "# vtk DataFile Version 4.1\nSPlisHSPlasH particle data\nBINARY\n"
         "DATASET UNSTRUCTURED_GRID\nPOINTS 2 float\n" +
         bigEndian<float>({1, 2, 3, 4, 5, 6}) + "\nCELLS 2 4\n" +
         bigEndian<std::int32_t>({1, 0, 1, 1}) + "\nCELL_TYPES 2\n" +
         bigEndian<std::int32_t>({1, 1}) + "\nPOINT_DATA 2\nSCALARS id unsigned_int 1\n" +
         "LOOKUP_TABLE id_table\n" + bigEndian<std::uint32_t>({10, 3'000'000'000u}) +
         "\nFIELD FieldData 2\ndensity 1 2 float\n" + bigEndian<float>({1000, 999}) +
         "\nvelocity 3 2 float\n" + bigEndian<float>({0, 0, -1, 7, 8, 9}) + "\n";
}

TEST_F(ForeignParticles, OfSplishsplash) {
  const OwnedParticleTable table = read("a.vtk", splishsplash());
  EXPECT_THAT(table.positions, ElementsAre(Vec3f{1, 2, 3}, Vec3f{4, 5, 6}));
  EXPECT_THAT(*table.column<std::uint32_t>("id"), ElementsAre(10, 3'000'000'000u));
  EXPECT_THAT(*table.column<float>("density"), ElementsAre(1000, 999));
  EXPECT_THAT(*table.column<Vec3f>("velocity"), ElementsAre(Vec3f{0, 0, -1}, Vec3f{7, 8, 9}));
}

// Polygonal data, whose first byte of numbers may look like white space.
TEST_F(ForeignParticles, OfDualsphysics) {
  const float blank = std::bit_cast<float>(0x0a0a0a0au);
  const OwnedParticleTable table =
      read("a.vtk",
           "# vtk DataFile Version 3.0\nvtk output\nBINARY\nDATASET POLYDATA\n"
           "POINTS 2 double\n" +
               bigEndian<double>({1, 2, 3, 4, 5, 6}) + "\nVERTICES 2 4\n" +
               bigEndian<std::int32_t>({1, 0, 1, 1}) + "\nPOINT_DATA 2\n" +
               "SCALARS Idp unsigned_int\nLOOKUP_TABLE default\n" +
               bigEndian<std::uint32_t>({0x0a0d2020u, 1}) + "\nVECTORS Vel float\n" +
               bigEndian<float>({blank, 0, 0, 1, 1, 1}) + "\nSCALARS Rhop float\n" +
               "LOOKUP_TABLE default\n" + bigEndian<float>({blank, 1001}) + "\n");
  EXPECT_THAT(table.positions, ElementsAre(Vec3f{1, 2, 3}, Vec3f{4, 5, 6}));
  EXPECT_THAT(*table.column<std::uint32_t>("Idp"), ElementsAre(0x0a0d2020u, 1));
  EXPECT_THAT(*table.column<Vec3f>("velocity"), ElementsAre(Vec3f{blank, 0, 0}, Vec3f{1, 1, 1}));
  EXPECT_THAT(*table.column<float>("Rhop"), ElementsAre(blank, 1001));
}

// Version 5 has cells as two arrays, metadata behind arrays, and a time.
TEST_F(ForeignParticles, OfParaviewAsText) {
  const OwnedParticleTable table = read("a.vtk", R"(# vtk DataFile Version 5.1
vtk output
ASCII
DATASET POLYDATA
FIELD FieldData 1
TimeValue 1 1 double
0.25
POINTS 3 float
0 0 0 1 0 0 0.5
1 -2e-3
METADATA
INFORMATION 0

VERTICES 4 3
OFFSETS vtktypeint64
0 1 2 3
CONNECTIVITY vtktypeint64
0 1 2
CELL_DATA 3
SCALARS rank int 1
LOOKUP_TABLE default
7 7 7
POINT_DATA 3
NORMALS N float
0 0 1 0 0 1 0 0 1
METADATA
COMPONENT_NAMES
X%20 Y Z

TENSORS stress float
1 0 0 0 1 0 0 0 1 1 0 0 0 1 0 0 0 1 1 0 0 0 1 0 0 0 1
FIELD FieldData 2
rank 1 3 int
1 -2 3
uv 2 3 float
0 0 0 0 0 0)");
  EXPECT_EQ(table.time, 0.25);
  EXPECT_THAT(table.positions, ElementsAre(Vec3f{0, 0, 0}, Vec3f{1, 0, 0}, Vec3f{0.5f, 1, -2e-3f}));
  ASSERT_EQ(table.columns.size(), 2u);
  EXPECT_EQ(table.columns[0].name, "N");
  EXPECT_THAT(*table.column<std::uint32_t>("rank"), ElementsAre(1, 0, 3));
}

TEST_F(ForeignParticles, OfPlyFiles) {
  const OwnedParticleTable text = read("a.ply", R"(ply
format ascii 1.0
comment of some other program
element camera 1
property float view
property list uchar int seen
element vertex 2
property double x
property double y
property double z
property float vx
property float vy
property float vz
property list uchar float weights
property float density
property uchar red
property int label
end_header
1 3 0 1 2
1 2 3 4 5 6 2 0.5 0.5 1000 255 -1
7 8 9 1e60 0 0 0 999 0 5
)");
  EXPECT_THAT(text.positions, ElementsAre(Vec3f{1, 2, 3}, Vec3f{7, 8, 9}));
  EXPECT_THAT(*text.column<float>("density"), ElementsAre(1000, 999));
  EXPECT_THAT(*text.column<std::uint32_t>("red"), ElementsAre(255, 0));
  EXPECT_THAT(*text.column<std::uint32_t>("label"), ElementsAre(0, 5));
  const std::vector<Vec3f>& v = *text.column<Vec3f>("velocity");
  EXPECT_EQ(v[0], (Vec3f{4, 5, 6}));
  EXPECT_TRUE(std::isfinite(v[1].x));
}

TEST_F(ForeignParticles, PlyReadsBackWhatWasWritten) {
  const std::vector<Vec3f> x{{1, 2, 3}, {-4, 5e-6f, 7}}, v{{0, 1, 2}, {3, 4, 5}},
      n{{1, 0, 0}, {0, 1, 0}};
  const std::vector<float> density{1000, 998};
  const std::vector<std::uint32_t> id{4'000'000'000u, 2};
  const ParticleTable table{x,
                            {{"velocity", std::span(v)},
                             {"density", std::span(density)},
                             {"id", std::span(id)},
                             {"N", std::span(n)}},
                            0};
  writeParticlePly(folder / "a.ply", table);
  const OwnedParticleTable back = readParticleFile(folder / "a.ply");
  EXPECT_EQ(back.positions, x);
  EXPECT_EQ(*back.column<Vec3f>("velocity"), v);
  EXPECT_EQ(*back.column<float>("density"), density);
  EXPECT_EQ(*back.column<std::uint32_t>("id"), id);
  EXPECT_EQ(*back.column<float>("N_y"), (std::vector<float>{0, 1}));
}

TEST_F(ForeignParticles, ErrorsSayWhatIsWrong) {
  const std::string vtk = "# vtk DataFile Version 3.0\nt\nASCII\n";
  EXPECT_THAT(errorOf("a.abc", ""), HasSubstr("there are .vtp, .bgeo, .ply, .vtk, .xyz"));
  EXPECT_THAT(errorOf("a.vtk", "hello"), HasSubstr("is it a legacy VTK file?"));
  EXPECT_THAT(errorOf("a.vtk", vtk + "DATASET POLYDATA\n"), HasSubstr("has no POINTS"));
  EXPECT_THAT(errorOf("a.vtk", vtk + "POINTS 2 float\n1 2 x 4 5 6"), HasSubstr("is no number"));
  EXPECT_THAT(errorOf("a.vtk", vtk + "POINTS 2 float\n1 2 3 4 5"), HasSubstr("truncated"));
  EXPECT_THAT(errorOf("a.vtk", vtk + "POINTS 1 float\n1 2 nan"), HasSubstr("coordinate nan"));
  EXPECT_THAT(errorOf("a.vtk", vtk + "POINTS 4000000000 float\n1 2 3"), HasSubstr("truncated"));
  EXPECT_THAT(errorOf("a.vtk", vtk + "POINTS 1 float\n1 2 3\nPOINT_DATA 2\n"),
              HasSubstr("values of 2 points for 1"));
  EXPECT_THAT(errorOf("a.vtk", vtk + "DATASET STRUCTURED_POINTS\nDIMENSIONS 1 1 1\n"),
              HasSubstr("\"DIMENSIONS\" is nothing that files of particles hold"));
  EXPECT_THAT(errorOf("a.ply",
                      "ply\nformat ascii 1.0\nelement face 0\nproperty list uchar int "
                      "vertex_indices\nend_header\n"),
              HasSubstr("has no vertices"));
  EXPECT_THAT(errorOf("a.ply",
                      "ply\nformat ascii 1.0\nelement vertex 9\nproperty float x\n"
                      "property float y\nproperty float z\nend_header\n1 2 3\n"),
              HasSubstr("does not fit in the file"));
}

TEST_F(ForeignParticles, DamagedFilesAreReadOrErrors) {
  const std::vector<Vec3f> x{{1, 2, 3}, {4, 5, 6}};
  writeParticlePly(folder / "good.ply", {x, {{"velocity", std::span(x)}}, 0});
  const std::string good[] = {readFile(folder / "good.ply"), splishsplash()};
  const char* names[] = {"a.ply", "a.vtk"};
  support::Mutator mutator(5);
  int refused = 0;
  for (int k = 0; k < 600; ++k) {
    const std::string error = errorOf(names[k % 2], mutator.mutate(good[k % 2]));
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    if (error != "no error") ++refused;
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace shoal
