#include "shoal/geometry/tetra/embedding_mesher.h"

#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/mesh/mesh_topology.h"
#include "shoal/geometry/repair/hole_filling.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {
namespace {

using testing::HasSubstr;

// m^3, of what is filled.
double filledVolume(const EmbeddingMesh& made) {
  double sum = 0;
  for (std::size_t t = 0; t < made.filled.size(); ++t)
    sum += made.filled[t] * signedVolume(made.mesh, t);
  return sum;
}

double farthestOutside(const EmbeddingMesh& made, const TriangleMesh& surface) {
  const MeshDistance skin({made.mesh.vertices, boundaryTriangles(made.mesh)});
  double farthest = 0;
  for (const Vec3d& v : surface.vertices) farthest = std::max(farthest, skin.signedDistance(v));
  return farthest;
}

TriangleMesh without(TriangleMesh mesh, auto&& isGone) {
  std::erase_if(mesh.triangles, [&](const Triangle& t) {
    return isGone((mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) / 3.0);
  });
  return mesh;
}

TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [i, j, k] : b.triangles)
    a.triangles.push_back({i + first, j + first, k + first});
  return a;
}

TriangleMesh ball(const Vec3d& centre = {}, double radius = 1) {
  return makeSphere(centre, radius, 4);
}

// Like the head of a monkey: open eyes, thin ears that are single sheets, and a jaw that crosses
// it.
TriangleMesh head() {
  const TriangleMesh skull =
      without(ball(), [](const Vec3d& p) { return p.z > 0.8 && std::abs(p.x) > 0.15 && p.y > 0; });
  const TriangleMesh jaw = ball({0, -0.7, 0.5}, 0.5);
  const TriangleMesh ears = joined(makePlane({1.25, 0.2, 0}, {0, 0, 1}, 0.7, 0.5),
                                   makePlane({-1.25, 0.2, 0}, {0, 0, 1}, 0.7, 0.5));
  return joined(joined(skull, jaw), ears);
}

std::string faultOf(const TriangleMesh& surface, double cells) {
  try {
    meshAround(surface, cells);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(EmbeddingMesher, HoldsTheSurfaceAndWeighsWhatItEncloses) {
  const double exact = ball().signedVolume();
  for (const double cells : {0.15, 0.3, 0.5}) {
    const EmbeddingMesh made = meshAround(ball(), cells);
    EXPECT_NEAR(filledVolume(made), exact, 1e-9 * exact);
    EXPECT_LT(farthestOutside(made, ball()), 0.4 * cells);
    EXPECT_NEAR(made.mesh.volume(), exact, 0.25 * cells * exact) << "it hugs the surface";
    EXPECT_EQ(made.note, "");
  }
}

TEST(EmbeddingMesher, TakesOpenSurfaces) {
  const TriangleMesh open = without(ball(), [](const Vec3d& p) { return p.y > 0.9; });
  const double cap = std::numbers::pi * 0.01 * (3 - 0.1) / 3;  // of height 0.1
  const EmbeddingMesh made = meshAround(open, 0.2);
  EXPECT_NEAR(filledVolume(made), 4 * std::numbers::pi / 3 - cap, 0.02 * 4.19);
  EXPECT_THAT(made.note, HasSubstr("1 opening counted as closed"));
}

TEST(EmbeddingMesher, TakesOpenThinCrossingSurfacesAtOnce) {
  const EmbeddingMesh made = meshAround(head(), 0.2);
  EXPECT_LT(farthestOutside(made, head()), 0.4 * 0.2);
  EXPECT_THAT(made.note, HasSubstr("thickened"));
  // Of the union of both balls: ears enclose nothing, eyes are closed by flat areas.
  const double d = std::sqrt(0.49 + 0.25), R = 1, r = 0.5;
  const double lens =
      std::numbers::pi * sq(R + r - d) * (sq(d) + 2 * d * (r + R) - 3 * sq(r - R)) / (12 * d);
  const double both = 4 * std::numbers::pi / 3 * (1 + cube(0.5)) - lens;
  EXPECT_NEAR(filledVolume(made), both, 0.04 * both);
  double least = 1;
  for (const double share : made.filled) least = std::min(least, share);
  EXPECT_GT(least, 0);
  EXPECT_LT(least, 0.12) << "cells around the ears are almost empty";
}

TEST(EmbeddingMesher, InnerPartsAreCavitiesOnlyIfTheyFaceInwards) {
  TriangleMesh inner = ball({}, 0.5);
  const double outer = ball().signedVolume(), hole = inner.signedVolume();
  EXPECT_NEAR(filledVolume(meshAround(joined(ball(), inner), 0.2)), outer, 0.01 * outer);
  for (Triangle& t : inner.triangles) std::swap(t[1], t[2]);
  EXPECT_NEAR(filledVolume(meshAround(joined(ball(), inner), 0.2)), outer - hole, 0.02 * outer);
}

TEST(EmbeddingMesher, SealedEdgesAreBalancedHoweverTheSurfaceBranches) {
  TriangleMesh mesh = joined(head(), makePlane({0, 0.5, 0}, {1, 0, 0}, 1, 1));
  mesh = welded(mesh);
  mesh.triangles.push_back({0, 1, 2});
  mesh.triangles.push_back({0, 1, 9});
  EXPECT_GT(sealEdges(mesh), 3u);
  for (const MeshEdge& edge : meshEdges(mesh.triangles)) EXPECT_EQ(edge.forward, edge.backward);
  EXPECT_EQ(sealEdges(mesh), 0u);
}

// The number after the last word "to" of a message.
double advised(const std::string& message) {
  return std::stod(message.substr(message.rfind(" to ") + 4));
}

TEST(EmbeddingMesher, NamesAValueThatWorks) {
  const std::string fine = faultOf(ball(), 1e-4), coarse = faultOf(ball(), 5);
  EXPECT_THAT(fine, HasSubstr("raise cells to"));
  EXPECT_THAT(coarse, HasSubstr("lower cells to"));
  EXPECT_EQ(faultOf(ball(), advised(coarse)), "");
  EXPECT_GT(advised(fine), 1e-4);
  EXPECT_THAT(faultOf(ball(), 0), HasSubstr("give a positive length"));
  EXPECT_THAT(faultOf(ball(), -1), HasSubstr("give a positive length"));
  EXPECT_THAT(faultOf(ball(), std::nan("")), HasSubstr("give a positive length"));
  EXPECT_THAT(faultOf(ball(), HUGE_VAL), HasSubstr("give a positive length"));
  EXPECT_THAT(faultOf(makePlane({}, {0, 1, 0}, 1, 1), 0.2), HasSubstr("cloth"));
}

TEST(EmbeddingMesher, IsTheSameOnAnyNumberOfThreads) {
  const auto make = [](int threads) {
    const ThreadLimit limit(threads);
    return meshAround(head(), 0.25);
  };
  const EmbeddingMesh one = make(1), three = make(3);
  EXPECT_EQ(one.mesh.vertices, three.mesh.vertices);
  EXPECT_EQ(one.mesh.tets, three.mesh.tets);
  EXPECT_EQ(one.filled, three.filled);
}

}  // namespace
}  // namespace shoal
