// Paths of light: energy, refraction, absorption, scenes of any size, threads, denoising.
#include <cmath>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/read/scene_writer.h"
#include "shoal/view/light/lit_picture.h"
#include "shoal/view/light/optics.h"
#include "shoal/view/light/path_tracer.h"
#include "shoal/view/picture/shading.h"
#include "test_shots.h"

namespace shoal {
namespace {

// A ball of triangles, closed and fine.
PictureMesh ball(double radius, int around = 96) {
  PictureMesh mesh;
  const int rings = around / 2;
  const double step = 2 * std::numbers::pi / around;
  mesh.vertices.push_back({0, radius, 0});
  for (int ring = 1; ring < rings; ++ring)
    for (int k = 0; k < around; ++k)
      mesh.vertices.push_back(radius * Vec3d{std::sin(ring * step) * std::cos(k * step),
                                             std::cos(ring * step),
                                             std::sin(ring * step) * std::sin(k * step)});
  mesh.vertices.push_back({0, -radius, 0});
  const auto last = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
  const auto vertex = [&](int ring, int k) {
    return static_cast<std::uint32_t>(1 + (ring - 1) * around + k % around);
  };
  for (int k = 0; k < around; ++k) {
    mesh.triangles.push_back({0, vertex(1, k + 1), vertex(1, k)});
    mesh.triangles.push_back({last, vertex(rings - 1, k), vertex(rings - 1, k + 1)});
    for (int ring = 1; ring + 1 < rings; ++ring) {
      mesh.triangles.push_back({vertex(ring, k), vertex(ring, k + 1), vertex(ring + 1, k)});
      mesh.triangles.push_back({vertex(ring, k + 1), vertex(ring + 1, k + 1), vertex(ring + 1, k)});
    }
  }
  return mesh;
}

PictureMesh solid(PictureMesh mesh, Look look, double roughness = -1,
                  const Vec3d& colour = {1, 1, 1}) {
  mesh.colour = Rgb{200, 200, 200};
  mesh.look.look = look;
  mesh.look.roughness = roughness;
  mesh.look.colour = colour;
  return mesh;
}

PictureMesh fluid(PictureMesh mesh, const Vec3d& colour = {1, 1, 1}) {
  mesh.normals = vertexNormals(mesh);
  mesh.colour = kPlainFluid;
  mesh.look.look = Look::Water;
  mesh.look.colour = colour;
  mesh.closed = true;
  return mesh;
}

// The same light from everywhere.
Lights furnace() {
  Lights lights;
  lights.above = lights.below = {1, 1, 1};
  lights.lampPower = 0;
  return lights;
}

const Box3d kFrame{{-1, -1, -1}, {1, 1, 1}};
const Camera kCamera{};

// Mean light of paths from random directions at a shot in a furnace.
double furnaceLight(const Shot& shot, std::uint32_t n = 16384) {
  const LightScene scene(shot, ViewParams{}, kCamera, kFrame, furnace());
  const PathTracer tracer(scene);
  double sum = 0;
  for (std::uint32_t k = 0; k < n; ++k) {
    const PathSamples samples(0, 0, k, n);
    const auto [a, b] = samples.point(0);
    sum += double(tracer.trace({2 * a - 1, 2 * b - 1, 5}, {0, 0, -1}, samples, {1, 1, 1}).light.y);
  }
  return sum / n;
}

TEST(WhiteFurnace, IsNeitherBrighterNorDarkerAnywhere) {
  Shot shot;
  for (const Look look : {Look::Plain, Look::Cloth, Look::Milk, Look::Metal, Look::Glass})
    for (const double roughness : {-1.0, 0.0, 0.3, 0.7, 1.0}) {
      shot.walls = {solid(ball(1), look, roughness)};
      EXPECT_NEAR(furnaceLight(shot), 1, 0.01) << wordOf(look) << " " << roughness;
    }
  shot.walls.clear();
  shot.fluids = {fluid(ball(1))};
  EXPECT_NEAR(furnaceLight(shot), 1, 0.01);
  shot.walls = {solid(ball(0.5), Look::Plain)};  // a white ball in water
  EXPECT_NEAR(furnaceLight(shot), 1, 0.01);
}

// What is not white takes light, and nothing shines by itself.
TEST(WhiteFurnace, ColoursTakeLight) {
  Shot shot;
  shot.walls = {solid(ball(1), Look::Plain, -1, {0.5, 0.5, 0.5})};
  const double albedo = toLinear({128, 128, 128}).x;
  EXPECT_NEAR(furnaceLight(shot), 1 - std::numbers::pi / 4 * (1 - albedo), 0.01);
  shot.walls.clear();
  shot.fluids = {fluid(ball(1), {0.5, 0.5, 0.5})};
  EXPECT_LT(furnaceLight(shot), 0.8);
  EXPECT_GT(furnaceLight(shot), 0.1);
}

TEST(Refraction, FollowsSnell) {
  for (int degrees = 0; degrees < 90; degrees += 7)
    for (const float index : {1.333f, 1.52f, 1 / 1.333f}) {
      const double angle = degrees * std::numbers::pi / 180;
      const Vec3f in(Vec3d{std::sin(angle), 0, -std::cos(angle)});
      const auto out = refracted(in, {0, 0, 1}, index);
      if (std::sin(angle) >= double(index)) {
        EXPECT_FALSE(out);
        EXPECT_EQ(fresnel(static_cast<float>(std::cos(angle)), index), 1);
        continue;
      }
      ASSERT_TRUE(out);
      EXPECT_NEAR(double(out->x) * double(index), std::sin(angle), 1e-3 * std::sin(angle) + 1e-6);
    }
  // Head-on, and at Brewster's angle half of what crosses the plane alone.
  EXPECT_NEAR(fresnel(1, 1.5f), 0.04, 1e-6);
  const double brewster = std::atan(1.5);
  const double across = (1.5 * 1.5 - 1) / (1.5 * 1.5 + 1);
  EXPECT_NEAR(double(fresnel(static_cast<float>(std::cos(brewster)), 1.5f)), across * across / 2,
              1e-4);
}

// A ray that enters a slab of water obliquely comes out aside by what Snell's law says, and has
// exp(-a d) of its light: seen on a scene, not on formulas.
TEST(Refraction, ASlabOfWaterMovesAndDimsWhatIsBehind) {
  Shot shot;
  shot.fluids = {fluid(boxWall({-9, -9, -0.5}, {9, 9, 0.5}), {0.6, 0.7, 0.8})};
  shot.fluids[0].normals.clear();  // flat
  shot.fluids[0].look.depth = 0.7;
  const LightScene scene(shot, ViewParams{}, kCamera, kFrame, furnace());
  const double angle = 0.6, inside = std::asin(std::sin(angle) / 1.333);
  const Vec3f direction(Vec3d{std::sin(angle), 0, -std::cos(angle)});
  const LightHit top = scene.next({0, 0.1f, 2}, direction);
  ASSERT_EQ(top.kind, LightHit::Kind::surface);
  EXPECT_FALSE(top.fromBehind);
  const Vec3f onwards = *refracted(direction, top.normal, 1.333f);
  const LightHit bottom = scene.next(top.behind, onwards);
  ASSERT_TRUE(bottom.fromBehind);
  EXPECT_NEAR(double(bottom.distance), 1 / std::cos(inside), 1e-3);
  EXPECT_NEAR(double((bottom.before - top.behind).x), std::tan(inside), 1e-3);
  const double way = 1 / std::cos(inside);
  const double red = toLinear({153, 153, 153}).x;  // 0.6 on a screen
  EXPECT_NEAR(double(scene.left(0, bottom.distance).x) / std::pow(red, way / 0.7), 1, 2e-3);
  // All of it: the light of the furnace through the slab, head-on.
  const PathTracer tracer(scene);
  double light = 0;
  constexpr std::uint32_t kPaths = 4096;
  for (std::uint32_t k = 0; k < kPaths; ++k)
    light +=
        double(tracer.trace({0.3f, 0.1f, 2}, {0, 0, -1}, PathSamples(0, 0, k, kPaths), {1, 1, 1})
                   .light.x) /
        kPaths;
  const double r = std::pow(0.333 / 2.333, 2), t = std::pow(red, 1 / 0.7);
  const double expected = r + (1 - r) * (1 - r) * t / (1 - r * t);
  EXPECT_NEAR(light / expected, 1, 2e-3);
}

// In a glass of water the light meets one interface, not two with air between.
TEST(WaterInGlass, HasNoAirBetween) {
  const double spacing = 0.05;
  Shot shot;
  shot.radius = spacing / 2;
  shot.walls = {solid(boxWall({-2, -2, -2}, {2, 2, -1}), Look::Glass)};  // a thick floor
  shot.fluids = {fluid(boxWall({-1.9, -1.9, -1 + 0.08 * spacing}, {1.9, 1.9, 1}))};
  const LightScene scene(shot, ViewParams{}, kCamera, kFrame, furnace());
  const LightHit bottom = scene.next({0.3f, 0.2f, 0.5f}, {0, 0, -1});
  EXPECT_TRUE(bottom.touching);
  const LightHit glass = scene.next(bottom.behind, {0, 0, -1});
  ASSERT_EQ(glass.kind, LightHit::Kind::surface);
  EXPECT_EQ(glass.surface, 1u);
  EXPECT_LT(glass.distance, 0.2f * static_cast<float>(spacing));
  EXPECT_EQ(scene.fluidOn(glass.before, {0, 0, 1}).value_or(9), 0u);
  // Where there is none, none is found.
  EXPECT_FALSE(scene.fluidOn({1.97f, 1.97f, -0.99f}, {0, 0, 1}));
  // A pane has air behind it: there the water keeps its surface.
  shot.walls[0].triangles.resize(10);
  EXPECT_FALSE(LightScene(shot, ViewParams{}, kCamera, kFrame, furnace())
                   .next({0.3f, 0.2f, 0.5f}, {0, 0, -1})
                   .touching);
  shot.walls[0] = solid(boxWall({-2, -2, -2}, {2, 2, -1}), Look::Glass);
  // And without that the same place would count as air.
  shot.fluids = {fluid(boxWall({-1.9, -1.9, -1 + 2 * spacing}, {1.9, 1.9, 1}))};
  EXPECT_FALSE(LightScene(shot, ViewParams{}, kCamera, kFrame, furnace())
                   .next({0.3f, 0.2f, 0.5f}, {0, 0, -1})
                   .touching);
}

// A floor, a ball on it and water around.
Shot smallScene(double size = 1) {
  Shot shot;
  shot.radius = 0.02 * size;
  shot.walls = {solid(boxWall(size * Vec3d{-2, -1.2, -2}, size * Vec3d{2, -1, 2}), Look::Plain, -1,
                      {0.8, 0.8, 0.8}),
                solid(ball(0.4 * size, 48), Look::Plain, -1, {0.9, 0.3, 0.2})};
  for (Vec3d& v : shot.walls[1].vertices) v += size * Vec3d{0.5, -0.6, 0.5};
  shot.fluids = {
      fluid(boxWall(size * Vec3d{-1, -1 + 1e-3, -1}, size * Vec3d{0, -0.3, 0.4}), {0.5, 0.8, 0.9})};
  shot.frame = {size * Vec3d{-1, -1, -1}, size * Vec3d{1, 0.6, 1}};
  shot.grounded = true;
  return shot;
}

ViewParams litPicture(int width, int height) {
  ViewParams params = smallPicture(width, height);
  params.style = FluidStyle::Surface;
  params.colourBy = ColourBy::None;
  return params;
}

// Rays that miss the surface that they start from, or meet it again, change with the size of the
// scene.
TEST(LitPicture, IsTheSameInScenesOfAnySize) {
  const auto picture = [](double size) { return renderLit(smallScene(size), litPicture(96, 72)); };
  const Image one = picture(1);
  for (const double size : {1e-3, 1e3}) {
    const Image other = picture(size);
    int far = 0;
    for (std::size_t i = 0; i < one.rgb.size(); ++i)
      far += std::abs(one.rgb[i] - other.rgb[i]) > 12;
    EXPECT_LT(far, static_cast<int>(one.rgb.size() / 100)) << size;
  }
}

TEST(LitPicture, SameBitsForAnyNumberOfThreads) {
  const auto picture = [](int threads) {
    const ThreadLimit limit(threads);
    return renderLit(smallScene(), litPicture(80, 60)).rgb;
  };
  const auto one = picture(1);
  EXPECT_TRUE(one == picture(2));
  EXPECT_TRUE(one == picture(3));
  Shot other = smallScene();
  other.walls.pop_back();
  EXPECT_FALSE(one == renderLit(other, litPicture(80, 60)).rgb);
}

double meanSquare(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vec3d d(a[i] - b[i]);
    sum += dot(d, d);
  }
  return sum / static_cast<double>(a.size());
}

TEST(Denoiser, HalvesTheErrorAtLeast) {
  const Shot shot = smallScene();
  const ViewParams params = litPicture(144, 108);
  const Stage stage(shot, params);
  const LightScene scene(shot, params, stage.camera(), stage.frame());
  const auto traced = [&](std::uint32_t paths) {
    return traceLight(scene, stage.camera(), stage.scene(), params.height, paths);
  };
  const std::vector<Vec3f> truth = traced(1024).light;
  const LightImage draft = traced(4);
  const double before = std::sqrt(meanSquare(draft.light, truth));
  const double after = std::sqrt(meanSquare(denoised(draft), truth));
  EXPECT_LT(after, before / 2) << before << " " << after;
  EXPECT_GT(before, 0.01);
}

TEST(Denoiser, LeavesAPictureWithoutNoiseAsItIs) {
  LightImage image(40, 30);
  image.pixel = 0.01f;
  image.eye = {0, 0, 1};
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x) {
      const std::size_t i = image.index(x, y);
      image.albedo[i] =
          (x / 4 + y / 5) % 2 == 0 ? Vec3f{0.9f, 0.2f, 0.1f} : Vec3f{0.1f, 0.3f, 0.8f};
      image.normal[i] = {0, 0, 1};
      image.position[i] = {0.01f * static_cast<float>(x), 0.01f * static_cast<float>(y), 0};
      image.light[i] = (x < 20 ? 0.3f : 0.8f) * image.albedo[i];
    }
  const std::vector<Vec3f> light = denoised(image);
  for (std::size_t i = 0; i < light.size(); ++i)
    EXPECT_LT(length(light[i] - image.light[i]), 0.01f) << i;
}

// Water of one picture shows what is behind, blood does not.
TEST(Looks, WaterIsClearAndBloodIsRed) {
  Shot shot = smallScene();
  shot.fluids = {fluid(boxWall({-1, -0.999, -1}, {1, 0.5, 1.2}))};
  shot.fluids[0].look.colour.reset();
  const auto middle = [&](Look look) {
    shot.fluids[0].look.look = look;
    return renderLit(shot, litPicture(64, 48)).pixel(32, 24);
  };
  const Rgb water = middle(Look::Water), blood = middle(Look::Blood), milk = middle(Look::Milk);
  EXPECT_GT(water[2], water[0]);
  EXPECT_GT(blood[0], 2 * blood[1]);
  EXPECT_GT(blood[0], 2 * blood[2]);
  EXPECT_GT(milk[1], 150);
}

TEST(Looks, AreKeysOfFluidsAndSolids) {
  const auto scene = [](const std::string& look) {
    return parseScene(R"(
      format = 1
      world = { spacing = 0.1 }
      [[fluid]]
      name = "water"
      fill = { box = [[0, 0, 0], [1, 1, 1]] }
      [[solid]]
      name = "tank"
      mesh = { box = [[0, 0, 0], [2, 2, 2]] }
      )" + look,
                      "a.toml");
  };
  const Scene glass = scene("look = \"glass\"\ncolour = [0.5, 1, 0]\nroughness = 0.25");
  EXPECT_EQ(glass.solids[0].look.look, Look::Glass);
  EXPECT_EQ(glass.solids[0].look.colour, (Vec3d{0.5, 1, 0}));
  EXPECT_EQ(glass.solids[0].look.roughness, 0.25);
  EXPECT_EQ(parseScene(writeScene(glass), "again.toml"), glass);
  EXPECT_EQ(scene("").fluids[0].look.look, Look::Auto);
  for (const char* bad : {"colour = [0.5, 1.5, 0]", "colour = [0, 0, nan]", "look = \"soup\"",
                          "roughness = 2", "depth = -1"})
    EXPECT_THROW(scene(bad), Error) << bad;
}

}  // namespace
}  // namespace shoal
