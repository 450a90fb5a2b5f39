// Pictures of particles and walls: camera, walls, rays.
#include <numbers>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/view/picture/camera.h"
#include "shoal/view/picture/colour_map.h"
#include "test_shots.h"

namespace shoal {
namespace {

// Inverse of Camera::ray(): (u, v, depth) of a point; the depth of points behind the eye is not
// positive.
Vec3d project(const Camera& camera, const Vec3d& p) {
  const Vec3d d = p - camera.eye;
  const double depth = dot(d, camera.forward);
  const double scale = camera.orthographic ? 1 : depth;
  return {dot(d, camera.right) / (scale * camera.halfWidth),
          dot(d, camera.up) / (scale * camera.halfHeight), depth};
}

TEST(Camera, SeesTheWholeFrameAndFillsItsShareOfThePicture) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(0.01, 3);
  constexpr double kFill = 0.8, kAspect = 1.5;
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3d low{number(random), -number(random), number(random)};
    const Box3d frame{low, low + Vec3d{number(random), number(random), number(random)}};
    const Vec3d up = trial % 3 == 0   ? Vec3d{0, 0, 1}
                     : trial % 3 == 1 ? Vec3d{0, 1, 0}
                                      : Vec3d{1, 0, 0};
    const Camera camera =
        placeCamera(frame, trial % 5 == 0 ? 2 : 3, up, smallPicture(), kAspect, kFill);
    double left = 1, right = -1, bottom = 1, top = -1;
    for (int i = 0; i < 8; ++i) {
      const Vec3d p = project(
          camera, {i & 1 ? frame.upper.x : frame.lower.x, i & 2 ? frame.upper.y : frame.lower.y,
                   i & 4 ? frame.upper.z : frame.lower.z});
      EXPECT_TRUE(p.z > 0 || camera.orthographic);
      left = std::min(left, p.x);
      right = std::max(right, p.x);
      bottom = std::min(bottom, p.y);
      top = std::max(top, p.y);
    }
    constexpr double kSlack = 1e-9;
    for (const double end : {-left, right, -bottom, top}) EXPECT_LE(end, kFill + kSlack);
    EXPECT_GT(std::max(right - left, top - bottom), 0.9 * 2 * kFill);
  }
}

TEST(Camera, RaysGoThroughTheirPointOfThePicture) {
  const Box3d frame{{0, 0, 0}, {2, 1, 1}};
  for (const int dimensions : {2, 3}) {
    const Camera camera = placeCamera(frame, dimensions, {0, 1, 0}, smallPicture(), 4.0 / 3, 1);
    const Camera::Ray ray = camera.ray(0.3, -0.6);
    const Vec3d p = project(camera, ray.origin + 2.5 * ray.direction);
    EXPECT_NEAR(p.x, 0.3, 1e-12);
    EXPECT_NEAR(p.y, -0.6, 1e-12);
  }
}

TEST(Camera, LooksAtTheTargetFromWhereItIsPut) {
  const Box3d frame{{0, 0, 0}, {2, 1, 1}};
  ViewParams params = smallPicture();
  params.target = Vec3d{0.5, 0.25, 0.1};
  Camera camera = placeCamera(frame, 3, {0, 1, 0}, params, 4.0 / 3, 1);
  EXPECT_NEAR(
      length(project(camera, *params.target) - Vec3d{0, 0, project(camera, *params.target).z}), 0,
      1e-12);
  params.position = Vec3d{0.5, 9, 0.1};  // straight above: up does not help
  camera = placeCamera(frame, 3, {0, 1, 0}, params, 4.0 / 3, 1);
  EXPECT_EQ(camera.eye, *params.position);
  EXPECT_NEAR(project(camera, *params.target).z, 8.75, 1e-12);
  params.position = params.target;
  EXPECT_THROW(placeCamera(frame, 3, {0, 1, 0}, params, 4.0 / 3, 1), Error);
}

TEST(Walls, CutAwayOpensAContainerTowardsTheEye) {
  const PictureMesh box = boxWall({0, 0, 0}, {1, 1, 1});
  const std::vector<Vec3f> inside{{0.2f, 0.2f, 0.2f}};
  // The eye sees the faces x = 1, y = 1 and z = 1 from outside.
  const auto kept = cutAway(box, {5, 4, 6}, {0.5, 0.5, 0.5}, inside);
  EXPECT_EQ(kept.size(), 6u);
  for (const auto& t : kept)
    for (std::size_t axis = 0; axis < 3; ++axis)
      EXPECT_FALSE(box.vertices[t[0]][axis] == 1 && box.vertices[t[1]][axis] == 1 &&
                   box.vertices[t[2]][axis] == 1);
}

TEST(Walls, CutAwayLeavesBodiesWhole) {
  const PictureMesh body = boxWall({0, 0, 0}, {1, 1, 1});
  const std::vector<Vec3f> outside{{2, 0, 0}, {3, 0, 0}, {0.5f, 0.5f, 0.5f}};
  EXPECT_EQ(cutAway(body, {5, 4, 6}, {0.5, 0.5, 0.5}, outside).size(), 12u);
  PictureMesh open = body;
  open.triangles.resize(10);  // without x = 1 it is no body but a wall
  EXPECT_EQ(cutAway(open, {5, 4, 6}, {0.5, 0.5, 0.5}, outside).size(), 6u);
}

TEST(Walls, WireframeOfABoxIsItsTwelveEdgesHoweverItsVerticesAreShared) {
  const PictureMesh box = boxWall({0, 0, 0}, {1, 2, 3});
  PictureMesh soup;
  for (const auto& t : box.triangles) {
    const auto n = static_cast<std::uint32_t>(soup.vertices.size());
    for (const std::uint32_t v : t) soup.vertices.push_back(box.vertices[v]);
    soup.triangles.push_back({n, n + 1, n + 2});
  }
  for (const PictureMesh& wall : {box, soup}) {
    const std::vector<PictureLine> lines = featureLines(wall, {5, 5, 5});
    EXPECT_EQ(lines.size(), 12u);
    for (const PictureLine& l : lines) {
      const Vec3d d = l.to - l.from;
      EXPECT_EQ((d.x != 0) + (d.y != 0) + (d.z != 0), 1);
    }
  }
}

double totalLength(const std::vector<PictureLine>& lines) {
  double sum = 0;
  for (const PictureLine& l : lines) sum += length(l.to - l.from);
  return sum;
}

TEST(Walls, OutlineInThePlaneHasThePerimeterOfTheSection) {
  EXPECT_NEAR(totalLength(planeOutline(boxWall({0, 0, -1}, {3, 2, 1}))), 10, 1e-12);
  EXPECT_EQ(totalLength(planeOutline(boxWall({0, 0, 1}, {3, 2, 2}))), 0);
  PictureMesh flat;
  flat.vertices = {{0, 0, 0}, {3, 0, 0}, {3, 2, 0}, {0, 2, 0}};
  flat.triangles = {{0, 1, 2}, {0, 2, 3}};
  EXPECT_NEAR(totalLength(planeOutline(flat)), 10, 1e-12);
}

TEST(Walls, BrokenMeshesAreRefused) {
  PictureMesh wall = boxWall({0, 0, 0}, {1, 1, 1});
  wall.triangles.push_back({0, 1, 8});
  EXPECT_THROW(checkSurface(wall), Error);
  wall = boxWall({0, 0, 0}, {1, 1, 1});
  wall.vertices[5].y = NAN;
  EXPECT_THROW(checkSurface(wall), Error);
}

TEST(Render, ASphereCoversItsShareOfThePicture) {
  constexpr double kDistance = 5, kRadius = 0.5;
  Cloud cloud;
  cloud.add({0, 0, 0});
  ViewParams params = smallPicture(320, 240);
  params.position = Vec3d{0, 0, kDistance};
  params.target = Vec3d{0, 0, 0};
  params.fieldOfView = 30;
  params.transparent = true;
  for (const double radius : {kRadius, 1.05 * kRadius}) {
    const Image image = render(cloud.shot(radius), params);
    const double covered = std::accumulate(image.alpha.begin(), image.alpha.end(), 0.0) / 255;
    // The cone of rays that touch the sphere.
    const double onPicture =
        120 * std::tan(std::asin(radius / kDistance)) / std::tan(15 * std::numbers::pi / 180);
    EXPECT_NEAR(covered / (std::numbers::pi * onPicture * onPicture), 1, 0.003);
  }
}

TEST(Render, FasterParticlesHaveTheColoursOfTheUpperEnd) {
  Cloud cloud;
  cloud.add({-0.5f, 0, 0}, 0);
  cloud.add({0.5f, 0, 0}, 2);
  Shot shot = cloud.shot(0.4);
  shot.dimensions = 2;
  shot.frame = {{-1, -1, -1}, {1, 1, 1}};
  ViewParams params = smallPicture(100, 100);
  params.high = 2;
  const Image image = render(shot, params);
  const Rgb slow = image.pixel(27, 50), fast = image.pixel(73, 50);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_NEAR(slow[c], mapColour(0)[c], 12);
    EXPECT_NEAR(fast[c], mapColour(1)[c], 12);
  }
}

TEST(Render, SolidsShowTheirStress) {
  Cloud cloud;
  cloud.add({0, 2, 0});
  Shot shot = cloud.shot(0.1);
  ViewParams params = smallPicture();
  params.position = Vec3d{0, 0, 8};
  params.target = Vec3d{0, 0, 0};
  params.low = 0;
  params.high = 100;
  shot.walls = {boxWall({-1, -1, -1}, {1, 1, 1})};
  shot.walls[0].colour = Rgb{200, 10, 10};
  for (const Vec3d& v : shot.walls[0].vertices) shot.walls[0].values.push_back(v.x > 0 ? 100 : 0);
  const Image plain = render(shot, params);
  params.colourBy = ColourBy::Stress;
  const Image stressed = render(shot, params);
  // From blue on the left to yellow on the right.
  const int y = params.height / 2, left = params.width / 2 - 14, right = params.width / 2 + 14;
  EXPECT_GT(stressed.pixel(left, y)[2], stressed.pixel(left, y)[0]);
  EXPECT_GT(stressed.pixel(right, y)[0], stressed.pixel(right, y)[2]);
  EXPECT_GT(plain.pixel(left, y)[0], 2 * plain.pixel(left, y)[2]);
  shot.walls[0].values.clear();
  EXPECT_GT(pixelsThatDiffer(render(shot, params), stressed), 1000);
}

TEST(Render, NoParticleIsOutsideThePicture) {
  std::mt19937 random(4);
  std::uniform_real_distribution<float> number(-1, 1);
  for (const int dimensions : {2, 3}) {
    Cloud cloud;
    for (int i = 0; i < 300; ++i)
      cloud.add({3 * number(random), number(random), dimensions == 2 ? 0 : 2 * number(random)});
    Shot shot = cloud.shot(0.05);
    shot.dimensions = dimensions;
    const Image image = render(shot, smallPicture());
    Cloud nothing;
    const Image empty = render(nothing.shot(0.05), smallPicture());
    EXPECT_GT(pixelsThatDiffer(image, empty), 500);
    for (int x = 0; x < image.width; ++x) {
      EXPECT_EQ(image.pixel(x, 0), empty.pixel(x, 0));
      EXPECT_EQ(image.pixel(x, image.height - 1), empty.pixel(x, image.height - 1));
    }
    for (int y = 0; y < image.height; ++y) {
      EXPECT_EQ(image.pixel(0, y), empty.pixel(0, y));
      EXPECT_EQ(image.pixel(image.width - 1, y), empty.pixel(image.width - 1, y));
    }
  }
}

TEST(Render, SamePictureForAnyNumberOfThreads) {
  for (const int dimensions : {2, 3}) {
    Cloud cloud;  // spheres that overlap, with seams exactly between them; in the plane, 50 deep
    for (int i = 0; i < 20000; ++i) {
      const int x = i % 20, y = i / 20 % 20, z = dimensions == 2 ? 0 : i / 400;
      cloud.add(Vec3f(Vec3<int>{x, y, z}) * 0.05f, static_cast<float>(i % 7));
    }
    Shot shot = cloud.shot(0.03);
    shot.dimensions = dimensions;
    shot.walls.push_back(boxWall({-0.1, -0.1, -0.1}, {1.1, 1.1, 2.6}));
    const auto picture = [&](int threads) {
      const ThreadLimit limit(threads);
      return render(shot, smallPicture()).rgb;
    };
    const auto one = picture(1);
    EXPECT_TRUE(one == picture(3));
    shot.radius = 0.029;
    EXPECT_FALSE(one == picture(3));
  }
}

TEST(Render, WallsAreDrawnCutOpenAsLinesOrNotAtAll) {
  Cloud cloud;
  cloud.add({0.5f, 0.5f, 0.5f});
  Shot shot = cloud.shot(0.1);
  shot.walls.push_back(boxWall({0, 0, 0}, {2, 1, 1}));
  ViewParams params = smallPicture();
  const auto picture = [&](WallStyle walls) {
    params.walls = walls;
    return render(shot, params);
  };
  const Image hidden = picture(WallStyle::Hidden);
  const int lines = pixelsThatDiffer(picture(WallStyle::Wireframe), hidden);
  const int surfaces = pixelsThatDiffer(picture(WallStyle::Cutaway), hidden);
  EXPECT_GT(lines, 300);
  EXPECT_GT(surfaces, 3 * lines);
  const Shot solidLid = shot;  // through the open side the particle is seen
  shot.particles.positions = {};
  shot.particles.columns = {};
  EXPECT_GT(pixelsThatDiffer(render(solidLid, params), render(shot, params)), 100);
}

TEST(Render, StrangeShotsGiveAPictureOrAnError) {
  const Cloud nothing;
  EXPECT_EQ(render(nothing.shot(0.1), smallPicture()).rgb.size(), 3u * 160 * 120);
  Cloud strange;
  strange.add({0, 0, 0});
  strange.add({NAN, 0, 0});
  strange.add({0, HUGE_VALF, 0}, NAN);
  strange.add({1e30f, 0, 0}, HUGE_VALF);
  for (const int dimensions : {2, 3}) {
    Shot shot = strange.shot(0.1);
    shot.dimensions = dimensions;
    shot.up = {0, 0, 0};
    shot.title = std::string(10000, 'x') + "\n\xff";
    render(shot, smallPicture(16, 16));
    render(shot, smallPicture(300, 17));
  }
  for (const double radius : {0.0, -1.0, double(NAN)})
    EXPECT_THROW(render(strange.shot(radius), smallPicture()), Error);
  EXPECT_THROW(render(strange.shot(1), smallPicture(100000, 10)), Error);
  Shot uneven = strange.shot(1);
  uneven.particles.positions = uneven.particles.positions.first(2);
  EXPECT_THROW(render(uneven, smallPicture()), Error);
}

}  // namespace
}  // namespace shoal
