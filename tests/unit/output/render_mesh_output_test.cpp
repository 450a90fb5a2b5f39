// Vertex order, texture coordinates and normals of meshes from files, in what a run writes.
#include <fstream>

#include <gtest/gtest.h>

#include "shoal/bodies/cloth/cloth.h"
#include "shoal/formats/surface_vtp.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/output/run.h"
#include "shoal/output/run_folder.h"
#include "shoal/scene/read/scene_reader.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

// A mesh whose vertices are in an order that no repair would keep, with each triangle's corners
// at texture coordinates of its own, smooth normals and one vertex that no triangle uses.
RenderMesh shuffled(const TriangleMesh& mesh) {
  const auto n = static_cast<std::uint32_t>(mesh.vertices.size());
  RenderMesh made;
  for (std::uint32_t v = 0; v < n; ++v) made.vertices.push_back(mesh.vertices[n - 1 - v]);
  made.vertices.push_back({0.01, 0.02, 0.03});
  for (const auto& [a, b, c] : mesh.triangles) {
    made.triangles.push_back({n - 1 - a, n - 1 - b, n - 1 - c});
    const auto first = static_cast<std::uint32_t>(made.attributes.uvs.size());
    const double u = static_cast<double>(made.triangles.size() % 8) / 8;
    for (const TextureCoordinates& uv :
         {TextureCoordinates{u, 0}, TextureCoordinates{u + 0.125, 0}, TextureCoordinates{u, 0.5}})
      made.attributes.uvs.push_back(uv);
    made.attributes.uvOf.push_back({first, first + 1, first + 2});
  }
  made.attributes.normals.resize(made.vertices.size(), {0, 1, 0});
  made.attributes.normalOf = made.triangles;
  updateNormals(made);
  made.attributes.materials = {"skin"};
  made.attributes.materialOf.assign(made.triangles.size(), 0);
  return made;
}

class RenderMeshOutput : public testing::Test {
 protected:
  void SetUp() override {
    writeMesh(folder_ / "solid.obj", solid_);
    writeMesh(folder_ / "sheet.obj", sheet_);
    const Scene scene = parseScene(R"toml(
      format = 1
      run = { until = 0.1, fps = 10, write = ["vtp", "ply", "obj"] }
      [[solid]]
      name = "wall"
      mesh = { file = "solid.obj" }
      position = [5, 0, 0]
      rotation = [0, 0, 90]
      [[solid]]
      name = "stone"
      model = "rigid"
      mesh = { file = "solid.obj" }
      spin = [0, 1, 0]
      [[solid]]
      name = "flag"
      model = "cloth"
      mesh = { file = "sheet.obj" }
      position = [0, 3, 0]
    )toml",
                                   (folder_ / "s.toml").string());
    RunOptions options;
    options.folder = folder_.path() / "run";
    run(scene, options);
  }

  void expectLook(const RenderMesh& written, const RenderMesh& given) const {
    EXPECT_EQ(written.triangles, given.triangles);
    EXPECT_EQ(written.attributes.uvs, given.attributes.uvs);
    EXPECT_EQ(written.attributes.uvOf, given.attributes.uvOf);
    EXPECT_EQ(written.attributes.materials, given.attributes.materials);
    ASSERT_EQ(written.vertices.size(), given.vertices.size());
  }

  TemporaryFolder folder_;
  RenderMesh solid_ = shuffled(makeTorus({0.2, 0.5, 0}, {0, 1, 0}, 0.4, 0.15, {12, 8}));
  RenderMesh sheet_ = shuffled(makeSheet({0, 0, 0}, {0, 1, 0}, 1, 1, 0.25));
  RunFolder run_{folder_.path() / "run"};
};

TEST_F(RenderMeshOutput, WallsKeepAllAndTurnTheirNormals) {
  const RenderMesh wall = readRenderMesh(run_.walls() / "wall.obj");
  expectLook(wall, solid_);
  const Vec3d middle = solid_.bounds().centre();
  for (std::size_t v = 0; v < wall.vertices.size(); ++v) {
    const Vec3d arm = solid_.vertices[v] - middle;
    EXPECT_NEAR(length(wall.vertices[v] - Vec3d{5 - arm.y, arm.x, arm.z}), 0, 1e-12);
  }
  for (std::size_t i = 0; i < wall.attributes.normals.size(); ++i) {
    const Vec3d n = solid_.attributes.normals[i];
    EXPECT_NEAR(length(wall.attributes.normals[i] - Vec3d{-n.y, n.x, n.z}), 0, 1e-12);
  }
  const TriangleMesh ply = readMesh(run_.walls() / "wall.ply");
  for (std::size_t v = 0; v < wall.vertices.size(); ++v)
    EXPECT_EQ(ply.vertices[v], wall.vertices[v]);
}

TEST_F(RenderMeshOutput, RigidBodiesKeepAllInTheirFrame) {
  const RenderMesh stone = readRenderMesh(run_.bodies() / "stone.obj");
  expectLook(stone, solid_);
  EXPECT_EQ(stone.attributes.normals, solid_.attributes.normals);
  TriangleMesh used = solid_;
  used.vertices.pop_back();  // the frame is the middle of what triangles use
  for (std::size_t v = 0; v < stone.vertices.size(); ++v)
    EXPECT_EQ(stone.vertices[v], solid_.vertices[v] - used.bounds().centre());
}

TEST_F(RenderMeshOutput, ClothKeepsOrderAndTextureAndGetsNewNormals) {
  const std::filesystem::path frames = run_.frames();
  for (const long frame : {0L, 1L}) {
    const RenderMesh flag = readRenderMesh(frames / RunFolder::frameName(frame, "obj", "flag"));
    expectLook(flag, sheet_);
    const double fallen = frame == 0 ? 0 : 9.81 / 2 * 0.01;
    for (std::size_t v = 0; v + 1 < flag.vertices.size(); ++v) {
      EXPECT_NEAR(flag.vertices[v].x, sheet_.vertices[v].x, 1e-3);
      EXPECT_NEAR(flag.vertices[v].z, sheet_.vertices[v].z, 1e-3);
      EXPECT_NEAR(flag.vertices[v].y, 3 - fallen, 5e-3);
    }
    const SurfaceFrame vtp = readSurfaceVtp(frames / RunFolder::frameName(frame, "vtp", "flag"));
    EXPECT_GT(vtp.mesh.vertices.size(), flag.vertices.size()) << "split at seams";
    EXPECT_EQ(vtp.velocities.size(), vtp.mesh.vertices.size());
    for (std::size_t v = 0; v < flag.vertices.size(); ++v)
      EXPECT_NEAR(length(vtp.mesh.vertices[v] - flag.vertices[v]), 0, 1e-6);
    for (const Vec3d& n : flag.attributes.normals) EXPECT_NEAR(std::abs(n.y), 1, 1e-3);
  }
}

// Corners without a common vertex number, as some exporters write them, are simulated as one.
TEST(ClothSkin, VerticesThatRepairMergesAreWrittenApart) {
  RenderMesh apart;
  const TriangleMesh sheet = makeSheet({0, 0, 0}, {0, 1, 0}, 1, 1, 0.5);
  for (std::size_t t = 0; t < sheet.triangles.size(); ++t) {
    const auto n = static_cast<std::uint32_t>(apart.vertices.size());
    for (const Vec3d& p : corners(sheet, t)) apart.vertices.push_back(p);
    apart.triangles.push_back({n, n + 2, n + 1});  // facing the other way, too
  }
  Cloth cloth("c", sheet, {});
  cloth.setSkin(apart);
  std::vector<Vec3d> x = cloth.surface().x;
  for (Vec3d& p : x) p = {p.x, p.x * p.z, 2 * p.z};
  cloth.setMotion(x, std::vector<Vec3d>(x.size()));
  const RenderMesh shown = cloth.rendered().mesh;
  EXPECT_EQ(shown.triangles, apart.triangles);
  for (std::size_t v = 0; v < apart.vertices.size(); ++v) {
    const Vec3d& p = apart.vertices[v];
    EXPECT_EQ(shown.vertices[v], (Vec3d{p.x, p.x * p.z, 2 * p.z}));
  }
}

TEST(ClothSkin, TornVerticesBecomeSeveralAndOthersKeepTheirNumbers) {
  ClothParams params;
  params.tearStrain = 0.05;
  const TriangleMesh sheet = makeSheet({0, 0, 0}, {0, 1, 0}, 1, 1, 0.25);
  Cloth cloth("c", sheet, params);
  const RenderMesh skin = shuffled(sheet);
  cloth.setSkin(skin);
  std::vector<Vec3d> x = cloth.surface().x;
  for (Vec3d& p : x) p.x *= p.x > 0 ? 1.6 : 1;
  cloth.setMotion(x, std::vector<Vec3d>(x.size()));
  cloth.beginAdvance(0, 1e-4);
  cloth.accelerate(1e-4, {});
  cloth.move(1e-4);
  cloth.endAdvance();
  ASSERT_GT(cloth.surface().revision, 0u) << "it tore";
  const RenderedSurface shown = cloth.rendered();
  EXPECT_GT(shown.mesh.vertices.size(), skin.vertices.size());
  EXPECT_EQ(shown.mesh.triangles.size(), skin.triangles.size());
  EXPECT_EQ(shown.mesh.attributes.uvOf, skin.attributes.uvOf);
  EXPECT_EQ(shown.v.size(), shown.mesh.vertices.size());
  // Each triangle is where that of the cloth is.
  double area = 0, ofCloth = 0;
  const TriangleMesh& surface = {cloth.surface().x, cloth.surface().triangles};
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const auto [a, b, c] = corners(shown.mesh, t);
    const auto [p, q, r] = corners(surface, t);
    area += length(cross(b - a, c - a));
    ofCloth += length(cross(q - p, r - p));
  }
  EXPECT_NEAR(area, ofCloth, 1e-9);
}

}  // namespace
}  // namespace shoal
