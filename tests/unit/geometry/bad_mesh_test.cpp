// Meshes with every kind of flaw, as every model of solids meets them: repaired with a note where
// that is safe, refused with the place where not.
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/geometry/files/mesh_file.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/repair/mesh_crossing.h"
#include "shoal/geometry/repair/mesh_repair.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "shoal/geometry/shapes/tetra_shapes.h"
#include "shoal/scene/doctor/doctor.h"
#include "shoal/world/solids/solids.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"
#include "unit/geometry/test_meshes.h"

namespace shoal {
namespace {

using testing::HasSubstr;

TriangleMesh ball() { return makeSphere({0, 0, 0}, 0.5, 2); }

TriangleMesh inward() {
  TriangleMesh mesh = ball();
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

TriangleMesh partlyFlipped() {
  TriangleMesh mesh = ball();
  for (std::size_t t = 7; t < mesh.triangles.size(); t += 50)
    std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
  return mesh;
}

TriangleMesh withFin() {
  TriangleMesh mesh = ball();
  const Triangle t = mesh.triangles[11];
  mesh.vertices.push_back(1.5 * mesh.vertices[t[0]]);
  mesh.triangles.push_back({t[0], t[1], static_cast<std::uint32_t>(mesh.vertices.size() - 1)});
  return mesh;
}

TriangleMesh withCollapsed() {
  TriangleMesh mesh = ball();
  mesh.triangles.push_back({3, 3, 4});
  return mesh;
}

// One triangle split at an edge, its neighbour not, and a triangle without area in between.
TriangleMesh withNeedle() {
  TriangleMesh mesh = ball();
  const auto [a, b, c] = mesh.triangles[20];
  const auto m = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back((mesh.vertices[a] + mesh.vertices[b]) / 2.0);
  mesh.triangles[20] = {a, m, c};
  mesh.triangles.push_back({m, b, c});
  mesh.triangles.push_back({a, b, m});
  return mesh;
}

TriangleMesh soup() {
  const TriangleMesh whole = ball();
  TriangleMesh mesh;
  for (std::uint32_t t = 0; t < whole.triangles.size(); ++t) {
    for (const Vec3d& p : corners(whole, t)) mesh.vertices.push_back(p);
    mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  return mesh;
}

TriangleMesh withRepeats() {
  TriangleMesh mesh = ball();
  mesh.triangles.push_back(mesh.triangles[5]);
  const auto [a, b, c] = mesh.triangles[9];
  mesh.triangles.push_back({c, b, a});
  return mesh;
}

TriangleMesh twoBalls() { return joined(ball(), makeSphere({1.5, 0, 0}, 0.5, 2)); }
TriangleMesh crossing() { return joined(ball(), makeSphere({0.6, 0, 0}, 0.5, 2)); }

TriangleMesh open() {
  TriangleMesh mesh = ball();
  mesh.triangles.erase(mesh.triangles.begin() + 30);
  return mesh;
}

TriangleMesh moebius() {
  constexpr std::uint32_t kPieces = 24;
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < kPieces; ++i)
    for (const double side : {-0.1, 0.1}) {
      const double a = 2 * std::numbers::pi * i / kPieces;
      const double r = 0.5 + side * std::cos(a / 2);
      mesh.vertices.push_back({r * std::cos(a), r * std::sin(a), side * std::sin(a / 2)});
    }
  for (std::uint32_t i = 0; i < kPieces; ++i) {
    const bool last = i + 1 == kPieces;
    const std::uint32_t a = 2 * i, b = a + 1, c = last ? 1 : a + 2, d = last ? 0 : a + 3;
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({b, d, c});
  }
  return mesh;
}

// What a model makes of a mesh: a part of the note, or of the error after "!"; "" if all is well.
struct Flaw {
  const char* name;
  TriangleMesh mesh;
  std::string rigid, fem, cloth;
};

std::vector<Flaw> flaws() {
  const std::string turned = "turned to face outwards", fin = "!share the edge from (",
                    merged = "merged with another", cross = "passes through triangle ",
                    openEdge = "has an open edge from (";
  return {
      {"none", ball(), "", "", ""},
      {"inward", inward(), "320 triangles " + turned, "320 triangles " + turned, turned},
      {"partly flipped", partlyFlipped(), "7 triangles " + turned, "7 triangles " + turned, turned},
      {"fin", withFin(), fin, fin, fin},
      {"collapsed triangle", withCollapsed(), "1 triangle without area", "1 triangle without area",
       "1 triangle without area"},
      {"needle", withNeedle(), "1 triangle without area", "1 triangle without area",
       "1 triangle without area"},
      {"soup", soup(), merged, merged, merged},
      {"repeats", withRepeats(), "2 triangles left out that came twice", "2 triangles left out",
       "2 triangles left out"},
      {"two parts", twoBalls(), "2 parts", "2 parts", "2 parts"},
      {"crossing", crossing(), "!" + cross, "!" + cross, "passes through another"},
      {"open", open(), "!" + openEdge, "!" + openEdge, ""},
      {"one side", moebius(), "!" + openEdge, "!" + openEdge, turned},
  };
}

// "!" and the error, or what the doctor notes.
std::string verdictOn(const std::filesystem::path& file, const std::string& model) {
  const std::string shape = fmt::format("file = \"{}\"", file.string());
  const bool fills = model == "fem" && file.extension() == ".obj";
  const std::string mesh = fills ? fmt::format("surface = {{ {} }}, size = 0.17", shape) : shape;
  const std::string scene = fmt::format(
      "format = 1\n[[solid]]\nname = \"it\"\nmodel = \"{}\"\nmesh = {{ {} }}\n", model, mesh);
  try {
    const Scene read = parseScene(scene, (file.parent_path() / "s.toml").string());
    const Assembly assembly = assemble(read);
    World world(worldSetup(read, assembly));
    std::string notes;
    for (const Finding& finding : examine(read, assembly)) notes += finding.what;
    return notes;
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return fmt::format("!{}", error.what());
  }
}

void expectVerdict(const std::string& verdict, const std::string& expected) {
  const bool refused = expected.starts_with('!');
  EXPECT_EQ(verdict.starts_with('!'), refused) << verdict;
  EXPECT_THAT(verdict, HasSubstr(refused ? expected.substr(1) : expected));
  if (expected.empty()) {
    EXPECT_EQ(verdict, "");
  }
}

TEST(BadMesh, EveryModelRepairsOrRefusesEveryFlaw) {
  const TemporaryFolder folder;
  for (const Flaw& flaw : flaws()) {
    const auto file = folder / "mesh.obj";
    writeMesh(file, flaw.mesh);
    const std::vector<std::pair<std::string, std::string>> cases{
        {"rigid", flaw.rigid}, {"fem", flaw.fem}, {"cloth", flaw.cloth}};
    for (const auto& [model, expected] : cases) {
      SCOPED_TRACE(fmt::format("{} as {}", flaw.name, model));
      expectVerdict(verdictOn(file, model), expected);
    }
  }
}

TEST(BadMesh, WhatWasRepairedIsTheSoundMesh) {
  for (const Flaw& flaw : flaws()) {
    if (flaw.rigid.starts_with('!')) continue;
    SCOPED_TRACE(flaw.name);
    const RepairedMesh m = repaired(flaw.mesh);
    EXPECT_NO_THROW(requireVolume(m));
    EXPECT_TRUE(checkMesh(m.mesh).closed());
    EXPECT_NEAR(m.mesh.signedVolume(), double(m.parts) * ball().signedVolume(), 1e-12);
    EXPECT_EQ(m.origin.size(), m.mesh.triangles.size());
    EXPECT_EQ(repaired(m.mesh).note(), m.parts > 1 ? "2 parts that share no vertex" : "");
  }
}

TEST(BadMesh, HollowsFaceInwards) {
  const TriangleMesh nested =
      joined(joined(makeSphere({0, 0, 0}, 0.5, 2), makeSphere({0, 0, 0}, 0.3, 2)),
             makeSphere({0, 0, 0}, 0.1, 2));
  const double unit = makeSphere({0, 0, 0}, 1, 2).signedVolume();
  EXPECT_NEAR(repaired(nested).mesh.signedVolume(), unit * (cube(0.5) - cube(0.3) + cube(0.1)),
              1e-12);
  EXPECT_EQ(repaired(nested).turnedTriangles, 320u);
}

TEST(BadMesh, PlacesAreNamedByTheNumbersOfTheFile) {
  TriangleMesh mesh = open();  // triangle 30 is missing
  mesh.triangles.insert(mesh.triangles.begin(), {0, 0, 1});
  std::string what;
  try {
    requireVolume(repaired(mesh));
  } catch (const Error& error) {
    what = error.what();
  }
  std::uint32_t number = 0;
  ASSERT_EQ(std::sscanf(what.c_str(), "triangle %u at (", &number), 1) << what;
  const Triangle named = mesh.triangles.at(number), missing = ball().triangles[30];
  int shared = 0;
  for (const std::uint32_t v : named)
    shared += std::find(missing.begin(), missing.end(), v) != missing.end();
  EXPECT_EQ(shared, 2);
}

TEST(MeshCrossing, FindsWhatPassesThroughOrLiesUponAnother) {
  const TriangleMesh one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  const auto with = [&](const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    return firstCrossing(joined(one, {{a, b, c}, {{0, 1, 2}}})).has_value();
  };
  EXPECT_TRUE(with({0.2, 0.2, -1}, {0.2, 0.2, 1}, {2, 2, 0.5}));
  EXPECT_TRUE(with({0.1, 0.1, 0}, {0.3, 0.1, 0}, {0.1, 0.3, 0}));   // upon it
  EXPECT_TRUE(with({0, 0, 0}, {1, 0, 0}, {0.2, 0.5, 0}));           // folded onto it
  EXPECT_TRUE(with({0, 0, 0}, {0.4, 0.4, -1}, {0.4, 0.4, 1}));      // from a common vertex
  EXPECT_FALSE(with({0, 0, 0}, {1, 0, 0}, {0.5, -1, 0}));           // a neighbour in its plane
  EXPECT_FALSE(with({0, 0, 0}, {1, 0, 0}, {0.5, 0.2, 0.4}));        // one at an angle
  EXPECT_FALSE(with({0.2, 0.2, 0}, {0.2, 0.2, 1}, {0.4, 0.2, 1}));  // touches with a vertex
  EXPECT_FALSE(with({0.2, 0.2, 0.1}, {0.3, 0.2, 0.1}, {0.2, 0.3, 0.1}));
  for (const TriangleMesh& sound :
       {ball(), makeBox({{0, 0, 0}, {1, 1, 1}}), makeOctahedron(1), makeTorus(1, 0.3, 48, 24)})
    EXPECT_FALSE(firstCrossing(sound).has_value());
}

TEST(MeshCrossing, BoxesThatOverlapAlongAnAxisAreFound) {
  const TriangleMesh box = makeBox({{0, 0, 0}, {1, 1, 1}});
  for (const Vec3d& by : {Vec3d{0.5, 0, 0}, {0.5, 0.5, 0}, {0.5, 0.5, 0.5}, {0.3, 0.2, 0.1}}) {
    TriangleMesh moved = box;
    transform(moved, 1, by);
    EXPECT_TRUE(firstCrossing(joined(box, moved)).has_value()) << by.x << by.y << by.z;
  }
}

// Tetrahedra in Gmsh's format.
void writeTetra(const std::filesystem::path& file, const TetraMesh& mesh) {
  std::string text =
      fmt::format("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n", mesh.vertices.size());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    text += fmt::format("{} {} {} {}\n", v + 1, mesh.vertices[v].x, mesh.vertices[v].y,
                        mesh.vertices[v].z);
  text += fmt::format("$EndNodes\n$Elements\n{}\n", mesh.tets.size());
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    text += fmt::format("{} 4 2 0 1 {} {} {} {}\n", t + 1, mesh.tets[t][0] + 1, mesh.tets[t][1] + 1,
                        mesh.tets[t][2] + 1, mesh.tets[t][3] + 1);
  writeFileAtomically(file, text + "$EndElements\n");
}

TEST(BadMesh, TetrahedraAreRepairedOrRefused) {
  const TetraMesh sound = makeTetraBox({{0, 0, 0}, {1, 1, 1}}, {2, 2, 2});
  TetraMesh inverted = sound, apart, repeated = sound, flat = sound, overlapping = sound;
  for (const std::size_t t : {3u, 9u}) std::swap(inverted.tets[t][0], inverted.tets[t][1]);
  for (const Tetra& tet : sound.tets) {
    const auto n = static_cast<std::uint32_t>(apart.vertices.size());
    for (const std::uint32_t v : tet) apart.vertices.push_back(sound.vertices[v]);
    apart.tets.push_back({n, n + 1, n + 2, n + 3});
  }
  repeated.tets.push_back(sound.tets[7]);
  flat.vertices.push_back((sound.vertices[sound.tets[0][0]] + sound.vertices[sound.tets[0][1]]) /
                          2.0);
  flat.tets.push_back({sound.tets[0][0], sound.tets[0][1], sound.tets[0][2],
                       static_cast<std::uint32_t>(sound.vertices.size())});
  overlapping.vertices.push_back({0.4, 0.4, 5});
  overlapping.tets.push_back({sound.tets[0][1], sound.tets[0][2], sound.tets[0][3],
                              static_cast<std::uint32_t>(sound.vertices.size())});
  TetraMesh two = sound;
  for (const Vec3d& v : sound.vertices) two.vertices.push_back(v + Vec3d{2, 0, 0});
  for (const Tetra& t : sound.tets) {
    const auto n = static_cast<std::uint32_t>(sound.vertices.size());
    two.tets.push_back({t[0] + n, t[1] + n, t[2] + n, t[3] + n});
  }

  const TemporaryFolder folder;
  const std::vector<std::tuple<const char*, TetraMesh, std::string>> cases{
      {"none", sound, ""},
      {"inverted", inverted, "2 tetrahedra put into the right order"},
      {"vertices of their own", apart, "165 vertices merged"},
      {"repeated", repeated, "1 tetrahedra left out that came twice"},
      {"flat", flat, "!tetrahedron 48 at ("},
      {"overlapping", overlapping, "!tetrahedron 48 at ("},
      {"two parts", two, "2 parts that do not hold together"},
  };
  for (const auto& [name, mesh, expected] : cases) {
    SCOPED_TRACE(name);
    writeTetra(folder / "mesh.msh", mesh);
    expectVerdict(verdictOn(folder / "mesh.msh", "fem"), expected);
  }
}

}  // namespace
}  // namespace shoal
