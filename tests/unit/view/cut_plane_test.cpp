// Pictures that a plane opens.
#include "shoal/view/picture/cut_plane.h"

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/scene/read/scene_reader.h"
#include "shoal/scene/read/scene_writer.h"
#include "test_shots.h"

namespace shoal {
namespace {

constexpr Rgb kRed{200, 10, 10};

// Straight along -z, so that what is cut at z = 0 opens towards the camera.
ViewParams fromTheFront(std::optional<ViewCutParams> cut) {
  ViewParams params = smallPicture();
  params.position = Vec3d{0, 0, 8};
  params.target = Vec3d{0, 0, 0};
  params.cut = cut;
  return params;
}

const ViewCutParams kFront{{0, 0, 0}, {0, 0, 2}, true};
const ViewCutParams kFrontParticles{{0, 0, 0}, {0, 0, 2}, false};

Shot nothing() {
  Shot shot;
  shot.frame = {{-1, -1, -1}, {1, 1, 1}};
  return shot;
}

Shot oneParticle(const Cloud& cloud) {
  Shot shot = cloud.shot(0.2);
  shot.frame = {{-1, -1, -1}, {1, 1, 1}};
  shot.particles.columns = {{"velocity", std::span<const Vec3f>(cloud.velocities)}};
  return shot;
}

Shot redSolid(const PictureMesh& wall) {
  Shot shot = nothing();
  shot.walls = {wall};
  shot.walls[0].colour = kRed;
  return shot;
}

bool isRed(const Rgb& c) { return c[0] > 60 && c[0] > 3 * c[1] && c[0] > 3 * c[2]; }

int redPixels(const Image& image) {
  int count = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) count += isRed(image.pixel(x, y));
  return count;
}

double areaOf(const PictureMesh& wall) {
  double area = 0;
  for (const auto& [a, b, c] : wall.triangles)
    area += length(cross(wall.vertices[b] - wall.vertices[a], wall.vertices[c] - wall.vertices[a]));
  return area / 2;
}

TEST(CutPlane, ASurfaceEndsExactlyAtThePlane) {
  const PictureMesh box = boxWall({-1, -1, -1}, {1, 1, 1});
  const CutPlane plane({{0, 0, 0.25}, {0, 0, 5}});
  const PictureMesh kept = plane.kept(box);
  EXPECT_EQ(boundsOf(kept).upper.z, 0.25);
  EXPECT_EQ(boundsOf(kept).lower, (Vec3d{-1, -1, -1}));
  EXPECT_NEAR(areaOf(kept), 4 + 4 * 2 * 1.25, 1e-12);  // the back and four sides
  EXPECT_NEAR(areaOf(CutPlane({{0, 0, 0}, {1, 1, 1}}).kept(box)), 12, 1e-12);  // half, by symmetry
  EXPECT_TRUE(CutPlane({{0, 0, -2}, {0, 0, 1}}).kept(box).triangles.empty());
  EXPECT_EQ(CutPlane({{0, 0, 2}, {0, 0, 1}}).kept(box).triangles, box.triangles);
}

TEST(CutPlane, NewVerticesHaveTheValuesBetweenThoseOfTheirEdge) {
  PictureMesh box = boxWall({-1, -1, -1}, {1, 1, 1});
  for (const Vec3d& v : box.vertices) box.values.push_back(static_cast<float>(3 * v.z + v.x));
  const PictureMesh kept = CutPlane({{0, 0, 0.25}, {0.3, 0.1, 1}}).kept(box);
  ASSERT_EQ(kept.values.size(), kept.vertices.size());
  EXPECT_GT(kept.vertices.size(), box.vertices.size());
  for (std::size_t v = 0; v < kept.vertices.size(); ++v)
    EXPECT_NEAR(kept.values[v], 3 * kept.vertices[v].z + kept.vertices[v].x, 1e-5);
}

TEST(CutPicture, ParticlesBeyondThePlaneAreLeftOut) {
  Cloud front, back;
  front.add({0, 0, 0.01f});
  back.add({0, 0, -0.01f});
  const Image empty = render(nothing(), fromTheFront(kFront));
  const auto seen = [&](const Cloud& cloud, const std::optional<ViewCutParams>& cut) {
    const Image image = render(oneParticle(cloud), fromTheFront(cut));
    return image.pixel(80, 60) != empty.pixel(80, 60);
  };
  for (const ViewCutParams& cut : {kFront, kFrontParticles}) {
    EXPECT_FALSE(seen(front, cut));
    EXPECT_TRUE(seen(back, cut));
  }
  EXPECT_TRUE(seen(front, std::nullopt));
}

TEST(CutPicture, ParticlesKeepTheirColoursWhenOthersAreLeftOut) {
  Cloud both, slow;
  both.add({0, 0, 0.5f}, 2);
  both.add({0, 0, -0.5f}, 0);
  slow.add({0, 0, -0.5f}, 0);
  ViewParams params = fromTheFront(kFront);
  params.high = 2;
  EXPECT_EQ(pixelsThatDiffer(render(oneParticle(both), params), render(oneParticle(slow), params)),
            0);
  params.cut.reset();
  EXPECT_GT(pixelsThatDiffer(render(oneParticle(both), params), render(oneParticle(slow), params)),
            20);
}

TEST(CutPicture, SolidsBeyondThePlaneAreLeftOutUnlessTheyStayWhole) {
  const Shot front = redSolid(boxWall({-0.5, -0.5, 0.1}, {0.5, 0.5, 1}));
  const Shot back = redSolid(boxWall({-0.5, -0.5, -1}, {0.5, 0.5, -0.1}));
  EXPECT_EQ(redPixels(render(front, fromTheFront(kFront))), 0);
  EXPECT_GT(redPixels(render(front, fromTheFront(kFrontParticles))), 200);
  EXPECT_GT(redPixels(render(back, fromTheFront(kFront))), 200);
}

TEST(CutPicture, WallsAreNotCut) {
  Shot shot = nothing();
  shot.walls = {boxWall({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5})};
  EXPECT_EQ(pixelsThatDiffer(render(shot, fromTheFront(kFront)),
                             render(shot, fromTheFront(std::nullopt))),
            0);
}

// A box around a smaller, hollow one: its section is a frame, behind which the hollow is seen.
TEST(CutPicture, TheSectionOfASolidIsFilledAndItsHollowIsOpen) {
  PictureMesh shell = boxWall({-1, -1, -1}, {1, 1, 1});
  const PictureMesh hollow = boxWall({-0.6, -0.6, -0.6}, {0.6, 0.6, 0.6});
  for (const Vec3d& v : hollow.vertices) shell.vertices.push_back(v);
  for (const auto& [a, b, c] : hollow.triangles)
    shell.triangles.push_back({a + 8, c + 8, b + 8});  // faces inwards
  const ViewParams params = fromTheFront(kFront);
  const Image opened = render(redSolid(shell), params);
  const Image full = render(redSolid(boxWall({-1, -1, -1}, {1, 1, 1})), params);
  const int y = params.height / 2, middle = params.width / 2;
  const int rim = middle + static_cast<int>(0.8 / 8 / std::tan(17.5 * M_PI / 180) * 60);
  EXPECT_EQ(opened.pixel(rim, y), full.pixel(rim, y));
  EXPECT_TRUE(isRed(opened.pixel(rim, y)));
  EXPECT_NE(opened.pixel(middle, y), full.pixel(middle, y));
  EXPECT_GT(full.pixel(middle, y)[0], opened.pixel(middle, y)[0]);  // the hollow gets less light
}

TEST(CutPicture, ASectionHidesWhatIsBehindIt) {
  Cloud behind, through;
  behind.add({0, 0, -0.3f});
  through.add({0, 0, -0.1f});  // comes out of the plane, with a radius of 0.2
  const Shot solid = redSolid(boxWall({-1, -1, -1}, {1, 1, 1}));
  const auto middle = [&](const Cloud& cloud) {
    Shot shot = oneParticle(cloud);
    shot.walls = solid.walls;
    return render(shot, fromTheFront(kFront)).pixel(80, 60);
  };
  EXPECT_TRUE(isRed(middle(behind)));
  EXPECT_FALSE(isRed(middle(through)));
}

TEST(CutPicture, SheetsHaveNoSection) {
  PictureMesh sheet;
  sheet.vertices = {{-1, -1, 1}, {1, -1, 1}, {1, 1, -1}, {-1, 1, -1}};
  sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
  const Image cut = render(redSolid(sheet), fromTheFront(kFront));
  EXPECT_TRUE(isRed(cut.pixel(80, 50)));   // above the cut
  EXPECT_FALSE(isRed(cut.pixel(80, 70)));  // below it
  EXPECT_TRUE(isRed(render(redSolid(sheet), fromTheFront(std::nullopt)).pixel(80, 70)));
}

TEST(CutPicture, LinesEndAtThePlane) {
  ViewParams params = fromTheFront(ViewCutParams{{0, 0, 0}, {1, 0, 0}});
  params.walls = WallStyle::Wireframe;
  const Shot shot = redSolid(boxWall({-0.9, -0.9, -0.9}, {0.9, 0.9, 0.9}));
  const Image cut = render(shot, params), empty = render(nothing(), params);
  for (int y = 20; y < 100; ++y)
    for (int x = 84; x < 160; ++x) ASSERT_EQ(cut.pixel(x, y), empty.pixel(x, y)) << x << " " << y;
  EXPECT_GT(pixelsThatDiffer(cut, empty), 100);
}

TEST(CutPicture, OpensThePlaneOfTwoDimensionsToo) {
  Cloud cloud;
  cloud.add({-0.5f, 0, 0});
  cloud.add({0.5f, 0, 0});
  Shot shot = oneParticle(cloud);
  shot.dimensions = 2;
  ViewParams params = smallPicture(100, 100);
  const Image whole = render(shot, params);
  params.cut = ViewCutParams{{0, 0, 0}, {1, 0, 0}};
  const Image cut = render(shot, params);
  EXPECT_EQ(cut.pixel(27, 50), whole.pixel(27, 50));
  EXPECT_NE(cut.pixel(73, 50), whole.pixel(73, 50));
}

TEST(CutPicture, IsTheSameForAnyNumberOfThreads) {
  Cloud cloud;
  for (int i = 0; i < 8000; ++i)
    cloud.add(Vec3f(Vec3<int>{i % 20 - 10, i / 20 % 20 - 10, i / 400 - 10}) * 0.1f);
  Shot shot = oneParticle(cloud);
  shot.walls = redSolid(boxWall({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5})).walls;
  const auto picture = [&](int threads) {
    const ThreadLimit limit(threads);
    return render(shot, fromTheFront(ViewCutParams{{0, 0, 0}, {0.3, 0.2, 1}})).rgb;
  };
  EXPECT_TRUE(picture(1) == picture(3));
}

TEST(CutPicture, PlanesThatCannotBeAreErrors) {
  const Shot shot = redSolid(boxWall({-1, -1, -1}, {1, 1, 1}));
  for (const ViewCutParams& bad :
       {ViewCutParams{{0, 0, 0}, {0, 0, 0}}, ViewCutParams{{0, 0, 0}, {NAN, 0, 1}},
        ViewCutParams{{0, HUGE_VAL, 0}, {0, 0, 1}}})
    EXPECT_THROW(render(shot, fromTheFront(bad)), Error);
  for (const ViewCutParams& strange :
       {ViewCutParams{{1e300, 0, -1e300}, {1e-300, 0, 1}}, ViewCutParams{{0, 0, 0}, {1e308, 1, 1}}})
    EXPECT_NO_THROW(render(shot, fromTheFront(strange)));
}

std::string sceneWithCamera(const std::string& camera) {
  return R"toml(
    format = 1
    world = { spacing = 0.1 }
    fluid = { name = "water", fill = { box = [[0, 0, 0], [1, 1, 1]] } }
    [camera]
    )toml" +
         camera;
}

TEST(SceneCamera, SaysWhatIsCutAndWhatColoursShow) {
  const Scene scene = parseScene(sceneWithCamera(R"(
    colour = "pressure"
    cut = { point = [1, 2, 3], normal = [0, 0, -2], solids = false })"),
                                 "a.toml");
  EXPECT_EQ(scene.camera.colour, CameraColour::Pressure);
  ASSERT_TRUE(scene.camera.cut);
  EXPECT_EQ(scene.camera.cut->point, (Vec3d{1, 2, 3}));
  EXPECT_EQ(scene.camera.cut->normal, (Vec3d{0, 0, -2}));
  EXPECT_FALSE(scene.camera.cut->solids);
  EXPECT_EQ(parseScene(writeScene(scene), "again.toml"), scene);
  EXPECT_FALSE(parseScene(sceneWithCamera(""), "a.toml").camera.cut);
}

TEST(SceneCamera, CutsThatCannotBeAreErrorsWithTheirPlace) {
  const auto message = [](const std::string& cut) -> std::string {
    try {
      parseScene(sceneWithCamera("cut = " + cut), "a.toml");
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("{ point = [0, 0, 0], normal = [0, 0, 1] }"), "");
  for (const char* bad :
       {"{ point = [0, 0, 0], normal = [0, 0, 0] }", "{ point = [0, 0, 0], normal = [0, nan, 1] }",
        "{ point = [0, 0, 0] }", "[0, 0, 0]", "{ normal = [0, 0, 1] }", "1",
        "{ point = [0, 0, 0], normal = [0, 0, 1], solid = true }"}) {
    EXPECT_NE(message(bad).find("a.toml:"), std::string::npos) << bad << message(bad);
    EXPECT_NE(message(bad).find("camera.cut"), std::string::npos) << bad << message(bad);
    EXPECT_EQ(message(bad).find('\n'), std::string::npos) << bad << message(bad);
  }
}

}  // namespace
}  // namespace shoal
