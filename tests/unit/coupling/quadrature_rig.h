// Surfaces and particles for tests of the coupling by quadrature.
#pragma once

#include <memory>

#include "shoal/coupling/quadrature/quadrature_force.h"
#include "shoal/sph/solvers/fluid_solver.h"

namespace shoal {

// A surface that does as it is told, and remembers what pushes it.
class MeshBody final : public Body {
 public:
  explicit MeshBody(const TriangleMesh& mesh) : Body("mesh") { become(mesh); }

  const BodySurface& surface() const override { return shape; }
  void addForces(std::span<const Vec3d> onVertices) override {
    forces.assign(onVertices.begin(), onVertices.end());
  }
  BodyTotals totals() const override { return {}; }

  void become(const TriangleMesh& mesh) {
    shape.triangles = mesh.triangles;
    shape.x = mesh.vertices;
    shape.v.assign(shape.x.size(), Vec3d{});
    ++shape.revision;
  }
  void move(const Vec3d& v) { shape.v.assign(shape.x.size(), v); }

  BodySurface shape;
  std::vector<Vec3d> forces;
};

// Particles that feel nothing but surfaces and gravity, in a scene of spacing 1 cm and water that
// moves at up to 2 m/s.
struct QuadratureRig {
  static constexpr double kSpacing = 0.01;

  FluidParticles fluid;
  BoundarySamples walls;
  Neighbours near;
  Period period;
  QuadratureScene scene{kSpacing, 3, 1000, 2};
  std::unique_ptr<QuadratureForce> coupling;
  std::vector<Body*> bodies;

  explicit QuadratureRig(const QuadratureParams& params = {}, int dimensions = 3) {
    scene.dimensions = dimensions;
    fluid.phases.add("water", scene.density);
    fluid.volume = static_cast<float>(std::pow(kSpacing, dimensions));
    coupling = std::make_unique<QuadratureForce>(params, scene);
  }

  double mass() const { return double(fluid.volume) * scene.density; }
  FluidSurroundings around() const {
    return {walls, near,
            makeKernel(KernelKind::CubicSpline, 2 * kSpacing, scene.dimensions, kSpacing), period};
  }
  void place(std::span<const Vec3f> points) {
    fluid.set.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      fluid.x[i] = points[i];
      fluid.v[i] = Vec3f{};
    }
  }
  void touch(Body& body) { bodies.push_back(&body); }
  void accelerate() {
    for (Vec3f& a : fluid.a) a = Vec3f{};
    coupling->setBodies(bodies);
    coupling->accelerate(fluid, around(), 0);
  }
  // The force on a particle here, in N.
  Vec3d forceAt(const Vec3d& x, const Vec3d& v = {}) {
    place(std::vector<Vec3f>{Vec3f(x)});
    fluid.v[0] = Vec3f(v);
    accelerate();
    return mass() * Vec3d(fluid.a[0]);
  }
};

}  // namespace shoal
