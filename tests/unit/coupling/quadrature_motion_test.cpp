#include <numbers>

#include <gtest/gtest.h>

#include "shoal/coupling/quadrature/surface_fields.h"
#include "shoal/geometry/shapes/mesh_shapes.h"
#include "unit/coupling/quadrature_rig.h"

namespace shoal {
namespace {

constexpr double d = QuadratureRig::kSpacing;
constexpr StepLimits kLimits{0.4, 0.25, 0.4};

// A particle in double precision, so that rest is rest; moved like solvers do, velocity first.
struct Particle {
  Vec3d x, v;

  template <class Acceleration>
  void go(int steps, double dt, Acceleration&& acceleration) {
    for (int s = 0; s < steps; ++s) {
      v += dt * acceleration(x, v);
      x += dt * v;
    }
  }
};

struct Moving : QuadratureRig {
  using QuadratureRig::QuadratureRig;

  Vec3d acceleration(const Vec3d& x, const Vec3d& v) { return forceAt(x, v) / mass(); }
  // Of what was last asked for its acceleration.
  double longestStep() const { return coupling->longestStep(fluid, around(), kLimits); }
  // The shortest that any place asks for.
  double shortestStep() {
    double shortest = 1;
    for (double z = 0.05; z < 0.75; z += 0.05) {
      acceleration({0, z * d, 0}, {});
      shortest = std::min(shortest, longestStep());
    }
    return shortest;
  }
};

// How fast, relative to flatWall().passingSpeed(), a particle flies after it was shot at a floor;
// negative if it passed.
double afterImpact(int dimensions, double speed, double steps) {
  Moving rig({}, dimensions);
  MeshBody floor(makePlane({0, 0, 0}, {0, 1, 0}, 0.3, 0.3));
  rig.touch(floor);
  const double passing = rig.coupling->flatWall().passingSpeed(rig.mass());
  Particle p{{0.003, 1.2 * d, dimensions == 3 ? 0.002 : 0}, {0, -speed * passing, 0}};
  const double duration = 3 * d / (speed * passing), longest = 0.4 * d / (speed * passing);
  for (double t = 0, dt = 0; t < duration; t += dt) {
    const Vec3d a = rig.acceleration(p.x, p.v);
    dt = std::min(rig.longestStep() / steps, longest / std::max(1.0, steps));
    p.go(1, dt, [&](const Vec3d&, const Vec3d&) { return a; });
  }
  return p.x.y > 0 ? p.v.y / passing : -std::abs(p.v.y) / passing;
}

TEST(QuadratureMotion, AFloorIsPassedOnlyAboveItsPassingSpeed) {
  for (const int dimensions : {2, 3}) {
    EXPECT_GT(afterImpact(dimensions, 0.9, 10), 0) << dimensions;
    EXPECT_LT(afterImpact(dimensions, 1.1, 10), 0) << dimensions;
  }
}

TEST(QuadratureMotion, ABounceKeepsItsSpeedInStepsAsLongAsAllowed) {
  for (const int dimensions : {2, 3}) {
    EXPECT_NEAR(afterImpact(dimensions, 0.5, 1), 0.5, 0.025) << dimensions;
    EXPECT_NEAR(afterImpact(dimensions, 0.5, 10), 0.5, 0.0025) << dimensions;
    EXPECT_GT(std::abs(std::abs(afterImpact(dimensions, 0.5, 0.2)) - 0.5), 0.05)
        << "longer steps would do as well";
  }
}

TEST(QuadratureMotion, AParticlePressedIntoACornerComesToRest) {
  const TriangleMesh groove{{{-0.1, 0.1, -0.1},
                             {0, 0, -0.1},
                             {0.1, 0.1, -0.1},
                             {-0.1, 0.1, 0.1},
                             {0, 0, 0.1},
                             {0.1, 0.1, 0.1}},
                            {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}}};
  const Vec3d gravity{0, -9.81, 0};
  QuadratureParams params;
  params.viscosity = 2;
  Moving rig(params);
  MeshBody body(groove);
  rig.touch(body);
  const double dt = rig.shortestStep();
  Particle smooth{{0.002, 1.1 * d, 0}, {}};
  smooth.go(4000, dt,
            [&](const Vec3d& x, const Vec3d& v) { return gravity + rig.acceleration(x, v); });
  EXPECT_LT(length(smooth.v), 1e-4);
  EXPECT_NEAR(smooth.x.x, 0, 1e-3 * d);
  EXPECT_GT(smooth.x.y, 0);

  // The same wall, friction included, but pushing along the way to its nearest point.
  const double range = double(rig.coupling->traction().range);
  const auto nearest = [&](const Vec3d& x) {
    return fieldAt(FieldKind::kNearest, groove, x, range);
  };
  Particle cooked{{0.002, 1.1 * d, 0}, {}};
  const auto push = [&](const Vec3d& x, const Vec3d& v) {
    constexpr double e = 1e-7;
    const Vec3d uphill{nearest(x + Vec3d{e, 0, 0}) - nearest(x - Vec3d{e, 0, 0}),
                       nearest(x + Vec3d{0, e, 0}) - nearest(x - Vec3d{0, e, 0}), 0};
    const double force = flatWallForce(rig.coupling->traction(), 3, nearest(x));
    const Vec3d friction = rig.acceleration(x, v) - rig.acceleration(x, {});
    return gravity + (force / rig.mass()) * uphill / (2 * e) + friction;
  };
  cooked.go(4000, dt, push);
  double fastest = 0;
  for (int s = 0; s < 20; ++s) {
    cooked.go(1, dt, push);
    fastest = std::max(fastest, length(cooked.v));
  }
  EXPECT_GT(fastest, 1e-3) << "it keeps cooking";
}

TEST(QuadratureMotion, FrictionSlowsASlidingParticleAsItsIntegralSays) {
  QuadratureParams params;
  params.range = 1;
  params.restDistance = 0.7;  // adhesion keeps the particle where it is
  params.viscosity = 0.5;
  params.sampleDistance = 0.1;  // so that it slides over nothing but a plane
  Moving rig(params);
  MeshBody floor(makePlane({0, 0, 0}, {0, 1, 0}, 0.3, 0.3));
  rig.touch(floor);
  rig.forceAt({});
  const double h = double(rig.coupling->traction().range);
  const double z = rig.coupling->flatWall().restDistance;
  // Of 45 / (pi h^6) (h - r) over a plane at the distance z.
  const double laplacian = 90 / sq(cube(h)) * (cube(h) / 6 - h * sq(z) / 2 + cube(z) / 3);
  const double rate = params.viscosity * double(rig.fluid.volume) * d * laplacian / rig.mass();

  Particle p{{-0.02, z, 0.001}, {0.3, 0, 0}};
  const double dt = rig.shortestStep() / 10;
  const int steps = static_cast<int>(1 / (rate * dt));
  p.go(steps, dt, [&](const Vec3d& x, const Vec3d& v) { return rig.acceleration(x, v); });
  EXPECT_NEAR(p.v.x / 0.3, std::exp(-rate * steps * dt), 0.01);
  EXPECT_NEAR(p.x.y, z, 0.02 * d);
  EXPECT_LT(std::hypot(p.v.y, p.v.z), 0.01 * 0.3);

  floor.move({0.2, 0, 0});
  p.go(12 * steps, dt, [&](const Vec3d& x, const Vec3d& v) { return rig.acceleration(x, v); });
  EXPECT_NEAR(p.v.x, 0.2, 0.002) << "a moving floor takes it along";
}

}  // namespace
}  // namespace shoal
