// Fluids in pictures as their surfaces.
#include <gtest/gtest.h>

#include "shoal/core/parallel.h"
#include "test_shots.h"

namespace shoal {
namespace {

// A block of fluid with the normals of a mesh that is smooth everywhere.
PictureMesh block(const Vec3d& low, const Vec3d& high) {
  PictureMesh fluid = boxWall(low, high);
  fluid.normals = vertexNormals(fluid);
  fluid.colour = kPlainFluid;
  fluid.closed = true;
  return fluid;
}

TEST(FluidSurface, IsDrawnInPlaceOfParticles) {
  Cloud cloud;
  cloud.add({0, 3, 0});
  Shot shot = cloud.shot(0.5);
  shot.frame = {{-4, -4, -4}, {4, 4, 4}};
  const Image balls = render(shot, smallPicture());
  shot.fluids = {block({-1, -3, -1}, {1, -1, 1})};
  const Image surface = render(shot, smallPicture());
  EXPECT_GT(pixelsThatDiffer(balls, surface), 300);
  shot.particles = {};
  EXPECT_EQ(pixelsThatDiffer(render(shot, smallPicture()), surface), 0);
}

TEST(FluidSurface, ShowsItsValues) {
  Shot shot;
  shot.fluids = {block({-1, -1, -1}, {1, 1, 1})};
  shot.frame = {{-2, -2, -2}, {2, 2, 2}};
  ViewParams params = smallPicture();
  params.low = 0;
  params.high = 1;
  const Image plain = render(shot, params);
  shot.fluids[0].values.assign(8, 1.f);
  const Image yellow = render(shot, params);
  EXPECT_GT(pixelsThatDiffer(plain, yellow), 1000);
  const Rgb middle = yellow.pixel(80, 60);
  EXPECT_GT(middle[0], 2 * middle[2]);
}

// Also where the fluid reaches into a solid that is cut, too.
TEST(FluidSurface, IsFilledAtACut) {
  Shot shot;
  shot.fluids = {block({-1, -1, -1}, {1, 1, 1})};
  shot.frame = {{-2, -2, -2}, {2, 2, 2}};
  ViewParams params = smallPicture();
  params.position = Vec3d{0, 0, 8};
  params.target = Vec3d{0, 0, 0};
  params.cut = ViewCutParams{{0, 0, 0}, {0, 0, 1}};
  const Image filled = render(shot, params);
  const Rgb middle = filled.pixel(80, 60);
  EXPECT_GT(middle[2], middle[0] + 20);  // blue, and even: not the walls of a hollow
  for (int x = 70; x < 90; ++x) EXPECT_EQ(filled.pixel(x, 60), middle);
  PictureMesh shell = boxWall({-0.9, -0.9, -0.9}, {0.9, 0.9, 0.9});
  for (auto& [a, b, c] : shell.triangles) std::swap(b, c);  // the inner side of a container
  const PictureMesh outer = boxWall({-1.3, -1.3, -1.3}, {1.3, 1.3, 1.3});
  for (const auto& t : outer.triangles) shell.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
  shell.vertices.insert(shell.vertices.end(), outer.vertices.begin(), outer.vertices.end());
  shell.colour = Rgb{200, 120, 60};
  shot.walls = {shell};
  EXPECT_GT(render(shot, params).pixel(80, 60)[2], render(shot, params).pixel(80, 60)[0] + 20);
}

TEST(FluidSurface, SamePictureForAnyNumberOfThreads) {
  Shot shot;
  shot.fluids = {block({-1, -1, -1}, {1, 1, 1}), block({-1, 1, -1}, {1, 1.5, 1})};
  const auto picture = [&](int threads) {
    const ThreadLimit limit(threads);
    return render(shot, smallPicture()).rgb;
  };
  EXPECT_TRUE(picture(1) == picture(3));
}

}  // namespace
}  // namespace shoal
