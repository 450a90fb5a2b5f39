#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/hash_random.h"
#include "shoal/geometry/contour/block_contour.h"
#include "shoal/geometry/contour/mesh_smoothing.h"
#include "shoal/geometry/contour/vertex_snapping.h"
#include "shoal/geometry/mesh/mesh_topology.h"
#include "support/closed_mesh.h"

namespace shoal {
namespace {

template <class Level>
TriangleMesh contourOf(std::int64_t n, double cell, Level&& level) {
  std::vector<BlockPlace> places;
  for (std::int64_t z = -n; z < n; ++z)
    for (std::int64_t y = -n; y < n; ++y)
      for (std::int64_t x = -n; x < n; ++x) places.push_back({z, y, x});
  LevelBlocks blocks;
  blocks.reset(cell, places);
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t k = 0; k < kNodesOfBlock; ++k) {
      const auto i = static_cast<std::int64_t>(k);
      blocks.levels(b)[k] =
          static_cast<float>(level(cell * Vec3d{double(blocks.place(b).x * 8 + i % 8),
                                                double(blocks.place(b).y * 8 + i / 8 % 8),
                                                double(blocks.place(b).z * 8 + i / 64)}));
    }
  TriangleMesh mesh;
  BlockContour().triangles(blocks, mesh);
  return mesh;
}

TriangleMesh ball(double radius, double cell) {
  return contourOf(3, cell, [&](const Vec3d& x) { return length(x) - radius; });
}

// The smallest angle of all triangles, in degrees.
double smallestAngle(const TriangleMesh& mesh) {
  double least = 180;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto c = corners(mesh, t);
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3d a = normalised(c[(k + 1) % 3] - c[k]), b = normalised(c[(k + 2) % 3] - c[k]);
      least = std::min(least, std::atan2(length(cross(a, b)), dot(a, b)) * 180 / std::numbers::pi);
    }
  }
  return least;
}

std::vector<std::uint32_t> snapped(TriangleMesh& mesh, double cell) {
  std::vector<std::uint32_t> kept;
  VertexSnapping().snap(mesh, cell, kept);
  return kept;
}

TEST(VertexSnapping, RemovesThinTrianglesAndKeepsTheBall) {
  TriangleMesh mesh = ball(1, 0.05);
  const double volume = mesh.signedVolume(), area = areaOf(mesh), before = smallestAngle(mesh);
  const std::size_t triangles = mesh.triangles.size();
  const auto kept = snapped(mesh, 0.05);
  EXPECT_EQ(kept.size(), mesh.vertices.size());
  EXPECT_EQ(defectOf(mesh), "");
  EXPECT_NE(defectOf(withOneFlipped(mesh)), "");
  EXPECT_LT(mesh.triangles.size(), triangles * 3 / 4);
  EXPECT_LT(before, 1);
  EXPECT_GT(smallestAngle(mesh), 8);
  EXPECT_NEAR(mesh.signedVolume(), volume, 0.005 * volume);
  EXPECT_NEAR(areaOf(mesh), area, 0.005 * area);
}

TEST(VertexSnapping, RandomMeshesStayClosedAndInTheirParts) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    TriangleMesh mesh = contourOf(1, 1.0, [&](const Vec3d& x) {
      if (std::abs(x.x) > 4 || std::abs(x.y) > 4 || std::abs(x.z) > 4) return 1.0;
      return randomSigned(seed, static_cast<std::uint64_t>((x.z + 8) * 256 + (x.y + 8) * 16 + x.x));
    });
    const std::uint32_t parts = connectedParts(mesh).count;
    snapped(mesh, 1);
    ASSERT_EQ(defectOf(mesh), "") << "seed " << seed;
    ASSERT_EQ(connectedParts(mesh).count, parts) << "seed " << seed;
  }
}

TEST(MeshSmoothing, RemovesBumpsAndKeepsVolume) {
  const double radius = 1, cell = 0.05;
  const auto bump = [](const Vec3d& x) {
    return 0.02 * std::sin(25 * x.x) * std::sin(25 * x.y) * std::sin(25 * x.z);
  };
  TriangleMesh mesh =
      contourOf(3, cell, [&](const Vec3d& x) { return length(x) - radius + bump(x); });
  snapped(mesh, cell);
  const auto roughness = [&] {
    double sum = 0;
    for (const Vec3d& v : mesh.vertices) sum += sq(length(v) - radius);
    return std::sqrt(sum / double(mesh.vertices.size()));
  };
  const double before = roughness(), volume = mesh.signedVolume();
  MeshAdjacency adjacency;
  adjacency.build(mesh.triangles, mesh.vertices.size());
  MeshSmoothing smoothing;
  smoothing.smooth(mesh, adjacency, std::vector<float>(mesh.vertices.size(), 1), 25);
  EXPECT_LT(roughness(), before / 2.5);
  EXPECT_NEAR(mesh.signedVolume(), volume, 0.001 * volume);
  EXPECT_EQ(defectOf(mesh), "");
}

// Two balls of two sizes that share a mesh: each keeps its own volume.
TEST(MeshSmoothing, DropsKeepTheirVolume) {
  const double cell = 0.05;
  TriangleMesh mesh = contourOf(3, cell, [&](const Vec3d& x) {
    return std::min(length(x - Vec3d{0.5, 0, 0}) - 0.5, length(x + Vec3d{0.6, 0, 0}) - 0.15);
  });
  const auto volumeBeyond = [&](double sign) {
    double volume = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const auto [a, b, c] = corners(mesh, t);
      if (sign * (a.x + 0.25) > 0) volume += dot(a, cross(b, c)) / 6;
    }
    return volume;
  };
  const double large = volumeBeyond(1), small = volumeBeyond(-1);
  MeshAdjacency adjacency;
  adjacency.build(mesh.triangles, mesh.vertices.size());
  MeshSmoothing().smooth(mesh, adjacency, std::vector<float>(mesh.vertices.size(), 1), 25);
  EXPECT_NEAR(volumeBeyond(1), large, 0.001 * large);
  EXPECT_NEAR(volumeBeyond(-1), small, 0.02 * small);
}

// Without that its corners would coincide after 25 rounds.
TEST(MeshSmoothing, ATetrahedronStaysAsItIs) {
  TriangleMesh mesh;
  mesh.vertices = {{1, 1, 1}, {1.01, 1, 1}, {1, 1.01, 1}, {1, 1, 1.01}};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const std::vector<Vec3d> before = mesh.vertices;
  MeshAdjacency adjacency;
  adjacency.build(mesh.triangles, mesh.vertices.size());
  MeshSmoothing().smooth(mesh, adjacency, std::vector<float>(mesh.vertices.size(), 1), 25);
  EXPECT_EQ(mesh.vertices, before);
}

TEST(MeshSmoothing, VerticesWithoutWeightStay) {
  TriangleMesh mesh = ball(0.3, 0.1);
  const std::vector<Vec3d> before = mesh.vertices;
  MeshAdjacency adjacency;
  adjacency.build(mesh.triangles, mesh.vertices.size());
  MeshSmoothing().smooth(mesh, adjacency, std::vector<float>(mesh.vertices.size(), 0), 25);
  EXPECT_EQ(mesh.vertices, before);
}

TEST(MeshSmoothing, NormalsOfABallPointOutwards) {
  TriangleMesh mesh = ball(1, 0.05);
  MeshAdjacency adjacency;
  adjacency.build(mesh.triangles, mesh.vertices.size());
  std::vector<Vec3f> normals;
  vertexNormals(mesh, adjacency, normals);
  for (std::size_t v = 0; v < normals.size(); ++v)
    EXPECT_GT(dot(Vec3d(normals[v]), normalised(mesh.vertices[v])), 0.99);
}

}  // namespace
}  // namespace shoal
