#include "shoal/geometry/tetra/tetra_mesher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/repair/mesh_repair.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "support/tetra_quality.h"
#include "support/with_threads.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

TriangleMesh turnedBox() {
  TriangleMesh box = makeBox({{0, 0, 0}, {1, 0.7, 0.5}});
  rotate(box, 0.3, 0.5);
  return box;
}

// A ball with a deep dimple.
TriangleMesh dented() {
  TriangleMesh mesh = makeSphere({0, 0, 0}, 0.5, 3);
  for (Vec3d& v : mesh.vertices) {
    const Vec3d r = v - Vec3d{0, 0.5, 0};
    v = v * (1 - 0.6 * std::exp(-dot(r, r) / 0.05));
  }
  return mesh;
}

TriangleMesh twoBalls() {
  return joined(makeSphere({0, 0, 0}, 0.5, 3), makeSphere({1.3, 0.1, 0}, 0.4, 3));
}

// A ball with a hollow in it.
TriangleMesh shell() {
  TriangleMesh inner = makeSphere({0.05, 0, 0}, 0.2, 3);
  for (Triangle& t : inner.triangles) std::swap(t[0], t[1]);
  return joined(makeSphere({0, 0, 0}, 0.5, 3), inner);
}

struct Shape {
  const char* name;
  TriangleMesh surface;
  std::size_t parts = 1;
  std::size_t skins = 1;
};

std::vector<Shape> shapes() {
  return {{"sphere", makeSphere({0, 0, 0}, 0.5, 3)},
          {"box", makeBox({{0, 0, 0}, {1, 1, 1}})},
          {"turned box", turnedBox()},
          {"octahedron", makeOctahedron(0.7)},
          {"torus", makeTorus(1, 0.4, 48, 24)},
          {"dented ball", dented()},
          {"two balls", twoBalls(), 2, 2},
          {"hollow ball", shell(), 1, 2}};
}

double extent(const TriangleMesh& mesh) {
  const Vec3d size = mesh.bounds().size();
  return std::max({size.x, size.y, size.z});
}

TriangleMesh skinOf(const TetraMesh& mesh) { return {mesh.vertices, boundaryTriangles(mesh)}; }

double volumeError(const TriangleMesh& surface, double size) {
  return std::abs(meshInside(surface, size).volume() / surface.signedVolume() - 1);
}

std::string meshingError(const TriangleMesh& mesh, double size, double grading = 1) {
  try {
    meshInside(mesh, size, grading);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(TetraMesher, ElementsAreSoundAndConformForAnyShape) {
  for (const Shape& shape : shapes())
    for (const double grading : {1.0, 2.0}) {
      SCOPED_TRACE(fmt::format("{}, grading {}", shape.name, grading));
      const double size = extent(shape.surface) / 12;
      TetraMesh mesh = meshInside(shape.surface, size, grading);
      for (std::size_t t = 0; t < mesh.tets.size(); ++t) ASSERT_GT(signedVolume(mesh, t), 0);
      const TetraRepair found = repair(mesh);  // throws where faces are not shared by two
      EXPECT_EQ(found.reordered + found.unusedVertices + found.hinges, 0u);
      EXPECT_EQ(found.parts, shape.parts);
      const MeshReport skin = checkMesh(skinOf(mesh));
      EXPECT_TRUE(skin.closed()) << skin.summary();
      EXPECT_EQ(skin.nonManifoldEdges, 0u);
      EXPECT_EQ(skin.components, shape.skins);
      EXPECT_NEAR(skinOf(mesh).signedVolume(), mesh.volume(), 1e-12);
      const DihedralAngles angles = dihedralAngles(mesh);
      EXPECT_GT(angles.smallest, 10);
      EXPECT_LT(angles.largest, 160);
    }
}

TEST(TetraMesher, VolumeIsThatOfTheSurface) {
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.name);
    EXPECT_LT(volumeError(shape.surface, extent(shape.surface) / 10), 0.01);
    EXPECT_LT(volumeError(shape.surface, extent(shape.surface) / 16), 0.001);
  }
}

TEST(TetraMesher, SkinApproachesTheSurfaceWithTheSquareOfTheSize) {
  const auto farthest = [](const TriangleMesh& surface, double size) {
    const TetraMesh mesh = meshInside(surface, size);
    const MeshDistance distance(surface);
    double far = 0;
    for (const Triangle& t : boundaryTriangles(mesh))
      for (const std::uint32_t v : t) far = std::max(far, distance.distance(mesh.vertices[v]));
    return far;
  };
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.name);
    const double size = extent(shape.surface) / 10;
    EXPECT_LT(farthest(shape.surface, size), 0.6 * sq(size) / extent(shape.surface));
    EXPECT_LT(farthest(shape.surface, size / 2), 0.6 * sq(size / 2) / extent(shape.surface));
  }
}

TEST(TetraMesher, BoxesAlongTheAxesKeepTheirCorners) {
  const TetraMesh mesh = meshInside(makeBox({{1, 2, 3}, {2, 4, 3.5}}), 0.1);
  EXPECT_NEAR(mesh.volume(), 1, 1e-9);
  EXPECT_NEAR(length(mesh.bounds().lower - Vec3d{1, 2, 3}), 0, 1e-9);
  EXPECT_NEAR(length(mesh.bounds().upper - Vec3d{2, 4, 3.5}), 0, 1e-9);
}

TEST(TetraMesher, EdgesAreOfTheSizeAsked) {
  const TetraMesh mesh = meshInside(makeSphere({0, 0, 0}, 0.5, 4), 0.1);
  double longest = 0, sum = 0;
  for (const Tetra& t : mesh.tets)
    for (std::size_t i = 0; i < 6; ++i) {
      constexpr std::size_t kEnds[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
      const double edge = length(mesh.vertices[t[kEnds[i][0]]] - mesh.vertices[t[kEnds[i][1]]]);
      longest = std::max(longest, edge);
      sum += edge;
    }
  EXPECT_NEAR(sum / (6.0 * double(mesh.tets.size())), 0.1, 0.015);
  EXPECT_LT(longest, 0.17);
}

TEST(TetraMesher, GradingMakesFewerElementsInsideAndNoneLessAtTheSurface) {
  const TriangleMesh ball = makeSphere({0, 0, 0}, 0.5, 3);
  const TetraMesh even = meshInside(ball, 0.03, 1), slow = meshInside(ball, 0.03, 1.3),
                  fast = meshInside(ball, 0.03, 2);
  EXPECT_LT(double(slow.tets.size()), 0.8 * double(even.tets.size()));
  EXPECT_LT(double(fast.tets.size()), 0.9 * double(slow.tets.size()));
  EXPECT_EQ(boundaryTriangles(fast).size(), boundaryTriangles(even).size());
}

TEST(TetraMesher, TheSameBitsForAnyNumberOfThreads) {
  const TriangleMesh ball = dented();
  const auto mesh = [&](int threads) {
    return withThreads(threads, [&] { return meshInside(ball, 0.05, 1.5); });
  };
  const TetraMesh one = mesh(1), two = mesh(2);
  EXPECT_EQ(one.vertices, two.vertices);
  EXPECT_EQ(one.tets, two.tets);
}

TEST(TetraMesher, ThinPartsAreErrorsThatSayWhereAndWhatToDo) {
  const TriangleMesh plate = makeBox({{0, 0, 0}, {1, 1, 0.08}});
  EXPECT_THAT(meshingError(plate, 0.1), HasSubstr("0.08 m thick at"));
  EXPECT_THAT(meshingError(plate, 0.1), HasSubstr("lower size"));
  EXPECT_EQ(meshingError(plate, 0.07), "none");
  EXPECT_THAT(meshingError(makeTorus(1, 0.1, 64, 32), 0.3), HasSubstr("thick at"));
  EXPECT_THAT(meshingError(makeSphere({0, 0, 0}, 0.04, 3), 0.1), HasSubstr("thick at"));
}

TEST(TetraMesher, GapsThatWouldCloseAreErrors) {
  const TriangleMesh near = joined(makeSphere({0, 0, 0}, 0.5, 4), makeSphere({1.01, 0, 0}, 0.5, 4));
  EXPECT_THAT(meshingError(near, 0.1), HasSubstr("has 2 parts, but its mesh would have 1"));
  EXPECT_EQ(meshingError(twoBalls(), 0.1), "none");
}

TEST(TetraMesher, RefusesSurfacesWithoutAVolume) {
  const BoxFace open[] = {BoxFace::HighY};
  EXPECT_THAT(meshingError(makeBox({{0, 0, 0}, {1, 1, 1}}, open), 0.1), HasSubstr("open edge"));
  const TriangleMesh crossed =
      joined(makeSphere({0, 0, 0}, 0.5, 3), makeSphere({0.5, 0, 0}, 0.5, 3));
  EXPECT_THAT(meshingError(crossed, 0.1), HasSubstr("passes through"));
}

TEST(TetraMesher, EndlessMeshesAreErrorsThatNameTheCount) {
  const TriangleMesh ball = makeSphere({0, 0, 0}, 0.5, 3);
  EXPECT_THAT(meshingError(ball, 1e-3), ContainsRegex("would be about 6[.0-9]*e.09"));
  EXPECT_THAT(meshingError(ball, 1e-3, 2), ContainsRegex("would be about 7[.0-9]*e.07"));
  EXPECT_THAT(meshingError(ball, 1e-300), HasSubstr("would be about"));
  // A long needle has little area and volume, but much room around it.
  TriangleMesh needle = makeBox({{0, 0, 0}, {1, 2e-3, 2e-3}});
  rotate(needle, 0.7, 0.6);
  EXPECT_THAT(meshingError(needle, 2e-5), HasSubstr("would be about"));
  EXPECT_EQ(meshingError(needle, 1e-3), "none");
  for (const double size : {0.0, -1.0, std::nan(""), HUGE_VAL})
    EXPECT_THAT(meshingError(ball, size), HasSubstr("positive length"));
  for (const double grading : {0.5, 2.1, std::nan("")})
    EXPECT_THAT(meshingError(ball, 0.1, grading), HasSubstr("from 1 to 2"));
}

TEST(TetraQuality, AnglesAreThoseOfKnownBodies) {
  const TetraMesh corner{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}};
  EXPECT_NEAR(dihedralAngles(corner).largest, 90, 1e-9);
  EXPECT_NEAR(dihedralAngles(corner).smallest, 54.7356, 1e-4);  // acos(1 / sqrt 3)
  const TetraMesh flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3, 0.3, 0.01}}, {{0, 1, 2, 3}}};
  EXPECT_LT(dihedralAngles(flat).smallest, 3);
}

}  // namespace
}  // namespace shoal
