// Open surfaces that are closed, and what solids and fluids make of them.
#include "shoal/geometry/repair/hole_filling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/repair/mesh_repair.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/geometry/tetra/tetra_mesher.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

// Without the triangles whose middle is in the box.
TriangleMesh without(TriangleMesh mesh, const Box3d& box) {
  std::vector<Triangle> kept;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t);
    if (!box.contains((a + b + c) / 3.0)) kept.push_back(mesh.triangles[t]);
  }
  mesh.triangles = kept;
  return mesh;
}

TEST(HoleFilling, ABoxWithoutLidIsClosedExactly) {
  TriangleMesh box =
      repaired(without(makeBox({{0, 0, 0}, {1, 2, 3}}), {{-1, 1.9, -1}, {2, 3, 4}})).mesh;
  EXPECT_FALSE(checkMesh(box).closed());
  EXPECT_EQ(fillHoles(box), 1u);
  EXPECT_TRUE(checkMesh(box).closed());
  EXPECT_NEAR(box.signedVolume(), 6, 1e-12);
  EXPECT_EQ(fillHoles(box), 0u);
}

TEST(HoleFilling, TwoEyesOfABallAreClosedWithoutANewVertex) {
  const TriangleMesh whole = makeSphere({0, 0, 0}, 1, 4);
  TriangleMesh ball =
      without(without(whole, {{0.75, 0.1, -1}, {2, 1, 1}}), {{0.75, -1, -1}, {2, -0.1, 1}});
  const std::vector<Vec3d> vertices = ball.vertices;
  EXPECT_EQ(fillHoles(ball), 2u);
  EXPECT_EQ(ball.vertices, vertices);
  EXPECT_TRUE(checkMesh(ball).closed());
  EXPECT_NO_THROW(requireVolume(repaired(ball)));
  EXPECT_LT(ball.signedVolume(), whole.signedVolume());
  EXPECT_GT(ball.signedVolume(), 0.9 * whole.signedVolume());
}

// Two missing triangles that touch at a vertex make two holes, not one that crosses itself.
TEST(HoleFilling, HolesThatShareAVertexAreFilledEach) {
  TriangleMesh ball = makeSphere({0, 0, 0}, 1, 2);
  const Triangle first = ball.triangles[0];
  std::erase_if(ball.triangles, [&](const Triangle& t) {
    const auto shared =
        std::ranges::count_if(t, [&](auto v) { return std::ranges::count(first, v) > 0; });
    return t == first || (shared == 1 && std::ranges::count(t, first[0]) > 0 && t < first);
  });
  const std::size_t missing = makeSphere({0, 0, 0}, 1, 2).triangles.size() - ball.triangles.size();
  EXPECT_GE(missing, 1u);
  fillHoles(ball);
  EXPECT_TRUE(checkMesh(ball).closed());
}

TEST(HoleFilling, AVeryLongLoopIsRefused) {
  TriangleMesh fan;
  fan.vertices.push_back({0, 0, 0});
  for (int i = 0; i < 2000; ++i)
    fan.vertices.push_back({std::cos(i * 0.003), std::sin(i * 0.003), 0});
  for (std::uint32_t i = 1; i < 2000; ++i) fan.triangles.push_back({0, i, i + 1});
  EXPECT_THROW(fillHoles(fan), Error);
}

TEST(HoleFilling, AnOpenFileBecomesARigidAndAFemSolid) {
  const TemporaryFolder folder;
  writeMesh(folder / "open.obj",
            without(makeSphere({0, 0, 0}, 0.5, 3), {{0.35, -1, -1}, {2, 1, 1}}));
  const auto scene = [&](const std::string& model, const std::string& repair) {
    const std::string file =
        fmt::format("{{ path = \"{}\"{} }}", (folder / "open.obj").string(), repair);
    return fmt::format(
        "format = 1\n[[solid]]\nname = \"s\"\nmodel = \"{}\"\nmesh = {{ {} }}\n", model,
        model == "fem" ? "surface = { file = " + file + " }, size = 0.15" : "file = " + file);
  };
  for (const char* model : {"rigid", "fem"}) {
    EXPECT_NO_THROW(makeWorld(parseScene(scene(model, ", repair = \"fill-holes\""), "s.toml")))
        << model;
    try {
      makeWorld(parseScene(scene(model, ""), "s.toml"));
      ADD_FAILURE() << model;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("fill-holes"));
    }
  }
}

TEST(TetraMesher, ASizeThatIsTooCoarseIsAnsweredWithOneThatWorks) {
  const TriangleMesh plate = makeBox({{0, 0, 0}, {1, 0.05, 1}});
  try {
    meshInside(plate, 0.2, 1);
    FAIL();
  } catch (const Error& error) {
    const std::string message = error.what();
    const std::size_t at = message.find("lower size to ");
    ASSERT_NE(at, std::string::npos) << message;
    const double works = std::stod(message.substr(at + 14));
    EXPECT_GT(works, 0.03);
    EXPECT_NO_THROW(meshInside(plate, works, 1));
  }
}

}  // namespace
}  // namespace shoal
