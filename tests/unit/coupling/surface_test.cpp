// What a surface is to fluid does not depend on how its solid moves, nor on other surfaces.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/study/compare.h"
#include "support/scene_world.h"

namespace shoal {
namespace {

// A drop without weight beside a solid; `solids` is TOML.
Scene dropBeside(const std::string& solids, const std::string& more = "") {
  return parseScene(fmt::format(R"toml(
    format = 1
    world = {{ spacing = 0.02, gravity = [0, 0, 0], domain = [[-3, -3, -3], [3, 3, 3]] }}
    fluid = {{ name = "water", solver = "wcsph", wcsph.soundSpeed = 10, fill = {{ box = [[0.01, -0.1, -0.1], [0.13, 0.1, 0.1]] }} }}
    {}
    {}
  )toml",
                                more, solids),
                    "drop.toml");
}

std::string box(const std::string& model, const std::string& surface) {
  return fmt::format(
      "[[solid]]\nname = \"box\"\nmodel = \"{}\"\nmesh = {{ box = [[-0.2, -0.1, -0.1], "
      "[0, 0.1, 0.1]] }}\n{}\n",
      model, surface);
}

double adhesionOn(const std::string& model) {
  const Scene scene = dropBeside(
      box(model, "adhesion = 1e-3"),
      R"(probe = { name = "load", every = 1e-9, force = { solid = "box", parts = true } })");
  const auto world = makeWorld(scene);
  world->step(1);
  const auto& columns = world->probes().columns();
  const auto column = std::find(columns.begin(), columns.end(), "load.adhesionX[N]");
  EXPECT_NE(column, columns.end());
  return world->probes().latest()[static_cast<std::size_t>(column - columns.begin())];
}

TEST(Surface, SolidsOfEveryModelAdhere) {
  const double onStatic = adhesionOn("static");
  EXPECT_GT(onStatic, 0) << "the drop pulls it towards +x";
  EXPECT_NEAR(adhesionOn("rigid"), onStatic, 0.05 * onStatic);
  EXPECT_GT(adhesionOn("fem"), 0.5 * onStatic);
}

std::vector<Vec3f> placesAfter(const Scene& scene, int steps) {
  const auto world = makeWorld(scene);
  for (int k = 0; k < steps; ++k) world->step(1);
  std::vector<Vec3f> places(world->fluid().size());
  for (std::size_t i = 0; i < places.size(); ++i)
    places[world->fluid().id[i]] = world->fluid().x[i];
  return places;
}

// A wall two metres away; its samples are out of reach of everything.
std::string farWall(const std::string& coupling) {
  return fmt::format(
      "[[solid]]\nname = \"far\"\ncoupling = \"{}\"\nmesh = {{ plane = {{ centre = [2, 0, 0], "
      "normal "
      "= [1, 0, 0], size = [0.1, 0.1] }} }}\n",
      coupling);
}

TEST(Surface, LawsOfRepulsionActOnTheirOwnSamplesOnly) {
  const std::string repels = box("static", "coupling = \"lennard-jones\"");
  const auto alone = placesAfter(dropBeside(repels + farWall("lennard-jones")), 5);
  const auto beside = placesAfter(dropBeside(repels + farWall("penalty")), 5);
  EXPECT_EQ(alone, beside);
  const auto other =
      placesAfter(dropBeside(box("static", "coupling = \"penalty\"") + farWall("penalty")), 5);
  EXPECT_NE(alone, other) << "the laws are the same";
}

std::vector<Vec3f> samplesOf(const std::string& model, const std::string& coupling) {
  const auto world = makeWorld(dropBeside(box(model, "coupling = \"" + coupling + "\"")));
  std::vector<Vec3f> samples(world->walls().x.begin(), world->walls().x.end());
  std::sort(samples.begin(), samples.end(), [](const Vec3f& a, const Vec3f& b) {
    return std::array{a.x, a.y, a.z} < std::array{b.x, b.y, b.z};
  });
  return samples;
}

TEST(Surface, BodiesAreSampledAsWallsAre) {
  for (const std::string coupling : {"volumes", "lennard-jones", "penalty"}) {
    const auto wall = samplesOf("static", coupling), body = samplesOf("rigid", coupling);
    ASSERT_EQ(wall.size(), body.size()) << coupling;
    for (std::size_t b = 0; b < wall.size(); ++b) {
      const auto nearest =
          *std::min_element(wall.begin(), wall.end(), [&](const Vec3f& p, const Vec3f& q) {
            return length(p - body[b]) < length(q - body[b]);
          });
      EXPECT_LT(length(nearest - body[b]), 1e-6f) << coupling;
    }
  }
  EXPECT_GT(samplesOf("rigid", "lennard-jones").size(), 3 * samplesOf("rigid", "penalty").size());
}

TEST(Surface, WhatRepelsHasNoFrictionWhateverItsModel) {
  for (const std::string model : {"static", "rigid"}) {
    const Scene scene = dropBeside(box(model, "coupling = \"penalty\"\nfriction = 0.1"));
    EXPECT_THAT(
        [&] { assemble(scene); },
        testing::ThrowsMessage<Error>(testing::HasSubstr("solid[0].friction: needs coupling")))
        << model;
  }
}

TEST(Surface, ComparedCouplingsForgetWhatWasSaidOfTheOneBefore) {
  const Scene scene = dropBeside(box("fem", "volumes = { guard = false }"));
  for (const std::string coupling : {"quadrature", "lennard-jones", "none"})
    EXPECT_NO_THROW(assemble(withCoupling(scene, coupling).scene)) << coupling;
  EXPECT_TRUE(withCoupling(scene, "volumes").scene.solids[0].surface.volumes.has_value());
}

}  // namespace
}  // namespace shoal
