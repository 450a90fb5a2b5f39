#include "shoal/geometry/mesh/render_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/formats/surface_vtp.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/files/mesh_formats.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Two quads that share an edge, vertices in an order of their own; the edge is a seam of the
// texture and a fold of the normals, and the quads have different materials.
const std::string kFolded =
    "mtllib looks.mtl\n"
    "v 1 0 0\nv 0 0 0\nv 1 1 0\nv 0 1 0\nv 1 0 1\nv 1 1 1\n"
    "vt 0 0\nvt 0.25 0\nvt 0.25 1\nvt 0 1\nvt 0.5 0\nvt 0.75 0\nvt 0.75 1\nvt 0.5 1\n"
    "vn 0 0 1\nvn 1 0 0\n"
    "usemtl red paint\nf 2/1/1 1/2/1 3/3/1 4/4/1\n"
    "usemtl blue\nf 1/5/2 3/8/2 6/7/2 5/6/2\n";

RenderMesh folded() { return parseObj(kFolded, "/art/folded.obj"); }

// Texture coordinates of each corner of each triangle, whatever their numbers.
std::vector<TextureCoordinates> uvsAtCorners(const RenderMesh& mesh) {
  std::vector<TextureCoordinates> uvs;
  for (const Triangle& triangle : mesh.attributes.uvOf)
    for (const std::uint32_t i : triangle) uvs.push_back(mesh.attributes.uvs.at(i));
  return uvs;
}

std::vector<Vec3d> placesAtCorners(const RenderMesh& mesh) {
  std::vector<Vec3d> places;
  for (const Triangle& triangle : mesh.triangles)
    for (const std::uint32_t v : triangle) places.push_back(mesh.vertices.at(v));
  return places;
}

std::vector<Vec3d> normalsAtCorners(const RenderMesh& mesh) {
  std::vector<Vec3d> normals;
  for (const Triangle& triangle : mesh.attributes.normalOf)
    for (const std::uint32_t i : triangle) normals.push_back(mesh.attributes.normals.at(i));
  return normals;
}

TEST(RenderMesh, ObjFilesKeepAllThatTheirAuthorGave) {
  const RenderMesh mesh = folded();
  EXPECT_EQ(mesh.vertices[0], (Vec3d{1, 0, 0}));
  EXPECT_THAT(mesh.attributes.polygonOf, ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(mesh.attributes.materials, ElementsAre("red paint", "blue"));
  const RenderMesh back = parseObj(formatObj(mesh), "/elsewhere/copy.obj");
  EXPECT_EQ(back.vertices, mesh.vertices);
  EXPECT_EQ(back.triangles, mesh.triangles);
  EXPECT_EQ(back.attributes.uvs, mesh.attributes.uvs);
  EXPECT_EQ(back.attributes.uvOf, mesh.attributes.uvOf);
  EXPECT_EQ(back.attributes.normalOf, mesh.attributes.normalOf);
  EXPECT_EQ(back.attributes.polygonOf, mesh.attributes.polygonOf);
  EXPECT_EQ(back.attributes.materialOf, mesh.attributes.materialOf);
  EXPECT_EQ(back.attributes.materialFile, "/art/looks.mtl");
  EXPECT_THAT(formatObj(mesh), HasSubstr("\nf 2/1/1 1/2/1 3/3/1 4/4/1\n"));
}

TEST(RenderMesh, SeamsSurviveInPlyAndVtpFilesAndVerticesKeepTheirNumbers) {
  const TemporaryFolder folder;
  const RenderMesh mesh = folded();
  writeMesh(folder / "a.ply", mesh);
  writeSurfaceVtp(folder / "a.vtp", {.mesh = mesh, .time = 0.5});
  for (const RenderMesh& back :
       {readRenderMesh(folder / "a.ply"), readSurfaceVtp(folder / "a.vtp").mesh}) {
    ASSERT_EQ(back.vertices.size(), 8u) << "two vertices of the seam are split";
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
      EXPECT_EQ(back.vertices[v], mesh.vertices[v]);
    EXPECT_EQ(placesAtCorners(back), placesAtCorners(mesh));
    EXPECT_EQ(uvsAtCorners(back), uvsAtCorners(mesh));
    EXPECT_EQ(normalsAtCorners(back), normalsAtCorners(mesh));
    EXPECT_EQ(back.attributes.polygonOf, mesh.attributes.polygonOf);
  }
}

TEST(RenderMesh, FilesWithoutAttributesStayAsTheyWere) {
  const RenderMesh plain = parseObj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "m");
  EXPECT_TRUE(plain.attributes.empty());
  EXPECT_EQ(formatObj(plain), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_EQ(splitAtSeams(plain).source.size(), 3u);
}

TEST(RenderMesh, NormalsFollowADeformationAndFoldsStaySharp) {
  RenderMesh mesh = folded();
  const Pose turn{{}, rotationBy({0.3, -0.8, 0.5})};
  for (Vec3d& v : mesh.vertices) v = turn(v);
  updateNormals(mesh);
  const std::vector<Vec3d> before = normalsAtCorners(folded()), after = normalsAtCorners(mesh);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i)
    EXPECT_NEAR(length(after[i] - rotate(turn.rotation, before[i])), 0, 1e-12);

  // Without the fold, the normal at the shared edge is between those of the quads.
  for (Triangle& t : mesh.attributes.normalOf) t = {0, 0, 0};
  updateNormals(mesh);
  const Vec3d mean = rotate(turn.rotation, normalised(Vec3d{1, 0, 1}));
  EXPECT_NEAR(length(mesh.attributes.normals[mesh.attributes.normalOf[0][1]] - mean), 0, 1e-12);
}

TEST(RenderMesh, FacesThatNameWhatIsNotThereAreErrors) {
  const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n";
  const auto faultOf = [&](const std::string& face) {
    try {
      parseObj(vertices + face, "m");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(faultOf("f 1/1 2/1 3/-1\n"), "");
  EXPECT_THAT(faultOf("f 1/1 2/2 3/1\n"), HasSubstr("texture coordinate 2, but 1"));
  EXPECT_THAT(faultOf("f 1//1 2//1 3//1\n"), HasSubstr("normal 1, but 0"));
  EXPECT_THAT(faultOf("f 1/x 2/1 3/1\n"), HasSubstr("give the number of a texture coordinate"));
  EXPECT_THAT(faultOf("vt u\nf 1 2 3\n"), HasSubstr("give a number"));
  EXPECT_EQ(faultOf("vt +0.5 +1\nvn nan nan nan\nf 1/2/1 2/2/1 3/2/1\n"), "");
}

}  // namespace
}  // namespace shoal
