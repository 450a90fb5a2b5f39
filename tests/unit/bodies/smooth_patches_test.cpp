// What a search for contacts may leave out of a sheet that is joined smoothly.
#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "shoal/bodies/contact/contact_search.h"
#include "test_sheets.h"

namespace shoal {
namespace {

constexpr double kEdge = 0.01;      // m, of the quads
constexpr double kRadius = 0.0005;  // m
constexpr double kSlack = 0.001;    // m

// A sheet of 16 by 16 quads, each point at place(rest), that moves with velocity(rest).
struct Sheet {
  using Map = std::function<Vec3d(const Vec3d&)>;

  explicit Sheet(
      const Map& place, const Map& velocity = [](const Vec3d&) { return Vec3d{}; },
      bool slit = false)
      : mesh(makeSheet(16 * kEdge, 16 * kEdge, 16, 16, true)) {
    if (slit) cutInTheMiddle();
    for (const Vec3d& rest : mesh.vertices) {
      x.push_back(place(rest));
      v.push_back(velocity(rest));
    }
    inverseMass.assign(x.size(), 1);
    contact.triangles = mesh.triangles;
    contact.x = x;
    contact.v = v;
    contact.inverseMass = inverseMass;
    contact.rest = mesh.vertices;
    contact.radius = kRadius;
    contact.self = true;
    scene.update({&contact, 1});
    paths.x = x;
    paths.v = v;
    paths.horizon = 0.01;
    paths.width = 0.0002;
    paths.slack = kSlack;
  }
  Sheet(const Sheet&) = delete;
  Sheet& operator=(const Sheet&) = delete;

  // Along x in the middle of z, but for the outermost points.
  void cutInTheMiddle() {
    for (std::uint32_t i = 1; i < 16; ++i) {
      const std::uint32_t old = 8 * 17 + i, copy = static_cast<std::uint32_t>(mesh.vertices.size());
      mesh.vertices.push_back(mesh.vertices[old]);
      for (Triangle& triangle : mesh.triangles) {
        const double middle =
            (mesh.vertices[triangle[0]] + mesh.vertices[triangle[1]] + mesh.vertices[triangle[2]])
                .z /
            3;
        if (middle > 8 * kEdge) std::replace(triangle.begin(), triangle.end(), old, copy);
      }
    }
  }

  TriangleMesh mesh;
  std::vector<Vec3d> x, v;
  std::vector<double> inverseMass;
  ContactMesh contact;
  ContactScene scene;
  ExpectedPaths paths;
};

// A roll about z with this radius.
Sheet::Map rolled(double radius) {
  return [radius](const Vec3d& p) {
    return Vec3d{radius * std::sin(p.x / radius), radius * (1 - std::cos(p.x / radius)), p.z};
  };
}

// Pleats along z.
Vec3d pleated(const Vec3d& p) { return {0.05 * p.x, 0.015 * std::sin(150 * p.x), p.z}; }

// Pairs that touch at the start or the end of their paths, by looking at all there are.
std::vector<FeaturePair> touching(const Sheet& sheet) {
  std::vector<FeaturePair> all;
  const auto addIfTouching = [&](const FeaturePair& pair) {
    if (!sheet.scene.mayTouch(pair)) return;
    for (const double t : {0.0, sheet.paths.horizon}) {
      FourPoints at;
      for (std::size_t k = 0; k < 4; ++k)
        at[k] = sheet.x[pair.point[k]] + t * sheet.v[pair.point[k]];
      if (proximity(pair.edges, at).distance > 2 * kRadius + kSlack / 2) continue;
      all.push_back(pair);
      return;
    }
  };
  for (std::uint32_t i = 0; i < sheet.x.size(); ++i)
    for (const auto& [a, b, c] : sheet.scene.triangles.all) addIfTouching({{i, a, b, c}, false});
  const auto& edges = sheet.scene.edges.all;
  for (std::size_t e = 0; e < edges.size(); ++e)
    for (std::size_t f = e + 1; f < edges.size(); ++f) {
      const auto &one = std::min(edges[e], edges[f]), &other = std::max(edges[e], edges[f]);
      addIfTouching({{one[0], one[1], other[0], other[1]}, true});
    }
  return all;
}

struct Count {
  std::size_t missing = 0, touching = 0, found = 0;
};

Count compareWithAll(const Sheet& sheet) {
  ContactSearch search;
  std::vector<FeaturePair> pairs;
  search.findAll(sheet.scene, sheet.paths, pairs);
  Count count;
  count.found = pairs.size();
  for (const FeaturePair& pair : touching(sheet)) {
    ++count.touching;
    if (std::find(pairs.begin(), pairs.end(), pair) == pairs.end()) ++count.missing;
  }
  return count;
}

// Pairs of joined patches that are called smooth, of all.
double smoothShare(const Sheet& sheet) {
  const ContactPatches patches(sheet.scene);
  SmoothPatches smooth(sheet.scene, patches);
  smooth.update(sheet.scene, patches, sheet.paths, std::vector<std::uint8_t>(patches.size(), 1));
  double apart = 0, all = 0;
  for (std::uint32_t p = 0; p < patches.size(); ++p)
    for (const std::uint32_t q : patches.beside.of(p)) {
      ++all;
      apart += smooth.stayApart(p, q);
    }
  return apart / all;
}

TEST(SmoothPatches, LeaveOutNothingThatTouches) {
  const auto still = [](const Vec3d&) { return Vec3d{}; };
  // Folds the sheet along its diagonal within the horizon.
  const auto folding = [](const Vec3d& p) {
    const double fold = std::max(0.0, p.x + p.z - 16 * kEdge);
    return Vec3d{-90 * fold, 5 * fold, -90 * fold};
  };
  const auto flat = [](const Vec3d& p) { return p; };
  EXPECT_EQ(compareWithAll(Sheet(rolled(0.1))).missing, 0u);
  for (const Count& count :
       {compareWithAll(Sheet(rolled(0.004))), compareWithAll(Sheet(rolled(0.025))),
        compareWithAll(Sheet(pleated)), compareWithAll(Sheet(flat, folding)),
        compareWithAll(Sheet(flat, still, true)),
        compareWithAll(Sheet(rolled(0.1), still, true))}) {
    EXPECT_GT(count.touching, 0u);
    EXPECT_EQ(count.missing, 0u);
  }
}

TEST(SmoothPatches, AreThoseOfFlatAndGentlyBentSheets) {
  const auto flat = [](const Vec3d& p) { return p; };
  const auto falling = [](const Vec3d&) { return Vec3d{0, -5, 0}; };
  const auto turning = [](const Vec3d& p) { return cross(Vec3d{5, 5, 5}, p); };
  EXPECT_EQ(smoothShare(Sheet(flat)), 1);
  EXPECT_EQ(smoothShare(Sheet(flat, falling)), 1);
  EXPECT_EQ(smoothShare(Sheet(rolled(0.1), turning)), 1);
  EXPECT_EQ(smoothShare(Sheet(rolled(0.03), turning)), 1);  // joined patches turn up to 77 degrees
  EXPECT_EQ(compareWithAll(Sheet(rolled(0.1))).found, 0u);
}

TEST(SmoothPatches, AreNotWhereTheSheetIsFoldedOrCut) {
  const auto flat = [](const Vec3d& p) { return p; };
  const auto still = [](const Vec3d&) { return Vec3d{}; };
  const auto collapsing = [](const Vec3d& p) { return -90.0 * p; };
  EXPECT_EQ(smoothShare(Sheet(rolled(0.004))), 0);
  EXPECT_EQ(smoothShare(Sheet(flat, collapsing)), 0);
  EXPECT_LT(smoothShare(Sheet(flat, still, true)), 1);
}

}  // namespace
}  // namespace shoal
