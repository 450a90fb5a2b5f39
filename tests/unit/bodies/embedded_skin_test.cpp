// Surfaces that are embedded in fem solids, as scenes say it.
#include <cmath>
#include <fstream>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/bodies/fem/fem_body.h"
#include "shoal/bodies/fem/fem_model.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/geometry/shapes/tetra_shapes.h"
#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

using testing::HasSubstr;

// A sphere of radius 0.1 m without its lowest part.
TriangleMesh openBall() {
  TriangleMesh mesh = makeSphere({0, 0.3, 0}, 0.1, 3);
  std::erase_if(mesh.triangles, [&](const Triangle& t) {
    return mesh.vertices[t[0]].y + mesh.vertices[t[1]].y + mesh.vertices[t[2]].y < 3 * 0.21;
  });
  return mesh;
}

class EmbeddedSkin : public testing::Test {
 protected:
  void SetUp() override { writeMesh(folder_ / "ball.obj", openBall()); }

  Scene scene(const std::string& mesh, const std::string& more = "",
              const std::string& model = "fem") const {
    return parseScene(fmt::format("format = 1\n[[solid]]\nname = \"a\"\nmodel = \"{}\"\n"
                                  "mesh = {{ {} }}\n{}\n",
                                  model, mesh, more),
                      (folder_ / "s.toml").string());
  }
  std::string faultOf(const std::string& mesh, const std::string& more = "",
                      const std::string& model = "fem") const {
    try {
      makeWorld(scene(mesh, more, model));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  TemporaryFolder folder_;
};

const std::string kCells = "file = \"ball.obj\", cells = 0.04";

TEST_F(EmbeddedSkin, ShowsTheMeshOfTheFileAndWeighsWhatItEncloses) {
  const auto world = makeWorld(scene(kCells, "density = 1200"));
  const Body& body = *world->solids()->deforming().front();
  const RenderedSurface shown = body.rendered();
  const TriangleMesh given = openBall();
  ASSERT_EQ(shown.mesh.vertices.size(), given.vertices.size());
  EXPECT_EQ(shown.mesh.triangles, given.triangles);
  for (std::size_t v = 0; v < given.vertices.size(); ++v)
    EXPECT_NEAR(length(shown.mesh.vertices[v] - given.vertices[v]), 0, 1e-12);
  EXPECT_NE(body.surface().x.size(), given.vertices.size()) << "elements are what is simulated";
  const double cap = std::numbers::pi * sq(0.01) * (0.3 - 0.01) / 3;
  const double volume = 4 * std::numbers::pi / 3 * cube(0.1) - cap;
  EXPECT_NEAR(world->solids()->totals().mass, 1200 * volume, 0.02 * 1200 * volume);
}

TEST_F(EmbeddedSkin, PositionAndRotationAreOfTheMesh) {
  const auto world = makeWorld(scene(kCells, "position = [1, 2, 3]\nrotation = [0, 0, 90]"));
  const TriangleMesh shown = world->solids()->deforming().front()->rendered().mesh;
  const TriangleMesh given = openBall();
  for (std::size_t v = 0; v < given.vertices.size(); ++v) {
    const Vec3d arm = given.vertices[v] - given.bounds().centre();
    EXPECT_NEAR(length(shown.vertices[v] - Vec3d{1 - arm.y, 2 + arm.x, 3 + arm.z}), 0, 1e-9);
  }
}

// Vertices inside, on and outside of the elements alike, of linear and of quadratic elements.
TEST(EmbeddedVertices, FollowEveryAffineDeformationExactly) {
  for (const FemElements elements : {FemElements::Linear, FemElements::Quadratic}) {
    FemParams params;
    params.elements = elements;
    FemBody body("cube", makeTetraBox({{0, 0, 0}, {1, 1, 1}}, {3, 3, 3}), params);
    const TriangleMesh skin = makeSphere({0.5, 0.5, 0.5}, 0.6, 2);
    body.embed({skin, {}});
    const auto deformed = [](const Vec3d& p) {
      return Vec3d{0.3 + 1.5 * p.x + 0.4 * p.y, -p.z + 0.2 * p.x, 0.7 * p.y + 0.1 * p.z - 2};
    };
    for (Vec3d& x : body.solid().x) x = deformed(x);
    for (std::size_t i = 0; i < body.solid().x.size(); ++i)
      body.solid().v[i] = 2.0 * body.solid().x[i];
    const RenderedSurface shown = body.rendered();
    for (std::size_t v = 0; v < skin.vertices.size(); ++v) {
      EXPECT_NEAR(length(shown.mesh.vertices[v] - deformed(skin.vertices[v])), 0, 1e-12);
      EXPECT_NEAR(length(shown.v[v] - 2.0 * deformed(skin.vertices[v])), 0, 1e-11);
    }
    EXPECT_EQ(shown.stresses.size(), skin.vertices.size());
  }
}

TEST(EmbeddedVertices, AreLostWhenTheBodyIsCut) {
  FemModel model({{}, false, {}});
  FemBody& body = model.add(std::make_unique<FemBody>(
      "cube", makeTetraBox({{0, 0, 0}, {1, 1, 1}}, {2, 2, 2}), FemParams{}));
  body.embed({makeSphere({0.5, 0.5, 0.5}, 0.4, 1), {}});
  model.cut(body, {{-1, 0.4, -1}, {-1, 0.4, 2}}, {{2, 0.4, -1}, {2, 0.4, 2}});
  EXPECT_FALSE(body.embedded());
  EXPECT_EQ(body.rendered().mesh.vertices.size(), body.surface().x.size());
}

TEST_F(EmbeddedSkin, KeysMayStandInATableOfTheirOwn) {
  EXPECT_EQ(scene(kCells), scene("embedded = { " + kCells + " }"));
}

TEST_F(EmbeddedSkin, FaultsAreNamed) {
  const std::string file = "file = \"ball.obj\", ";
  EXPECT_THAT(faultOf(file + "cells = 0"), HasSubstr("cells"));
  EXPECT_THAT(faultOf(file + "cells = -0.1"), HasSubstr("outside"));
  EXPECT_THAT(faultOf(file + "cells = nan"), HasSubstr("cells"));
  EXPECT_THAT(faultOf(file + "cells = inf"), HasSubstr("cells"));
  EXPECT_THAT(faultOf(file + "cells = 1e300"), HasSubstr("outside"));
  EXPECT_THAT(faultOf(file + "cells = 1000"), HasSubstr("lower cells to"));
  EXPECT_THAT(faultOf(file + "cells = 1e-6"), HasSubstr("raise cells to"));
  EXPECT_THAT(faultOf("cells = 0.1"), HasSubstr("file"));
  EXPECT_THAT(faultOf(kCells, "", "rigid"), HasSubstr("say model = \"fem\""));
  EXPECT_THAT(faultOf(kCells, "", "static"), HasSubstr("say model = \"fem\""));
  EXPECT_THAT(faultOf(kCells, "strength = 1e4"), HasSubstr("cannot break"));
  EXPECT_THAT(faultOf(kCells,
                      "[[event]]\nat = 0.1\ncut = { solid = \"a\", from = [[0, 0, 0], [0, 1, 0]], "
                      "to = [[1, 0, 0], [1, 1, 0]], duration = 0.1 }"),
              HasSubstr("cut"));
  EXPECT_THAT(faultOf("file = \"none.obj\", cells = 0.04"), HasSubstr("no such file"));
  std::ofstream(folder_ / "empty.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  EXPECT_THAT(faultOf("file = \"empty.obj\", cells = 0.04"), HasSubstr("has no faces"));
  std::ofstream(folder_ / "point.obj") << "v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n";
  EXPECT_THAT(faultOf("file = \"point.obj\", cells = 0.04"), HasSubstr("no triangle with an area"));
}

}  // namespace
}  // namespace shoal
