// Fluid and walls made by hand, with their neighbours: what the passes of sph work on.
#pragma once

#include <cmath>

#include "shoal/core/hash_random.h"
#include "shoal/sph/boundary/sample_volume.h"
#include "shoal/sph/solvers/density.h"
#include "shoal/sph/solvers/equation_of_state.h"
#include "shoal/sph/solvers/pressure_force.h"
#include "support/perturbed.h"
#include "unit/search/test_points.h"

namespace shoal {

struct TestFluid {
  KernelChoice kernel;
  FluidParticles fluid;
  BoundarySamples walls;
  Neighbours near;

  TestFluid(const KernelChoice& k, double spacing, const Points& points, const Points& samples = {})
      : kernel(k) {
    fluid.phases.add("water", 1000);
    fluid.volume = static_cast<float>(std::pow(spacing, k.dimensions));
    CellGrid fluidGrid(k.radius, k.dimensions), wallGrid(k.radius, k.dimensions);
    placeSorted(perturbed(points, spacing), fluidGrid, fluid.set, fluid.x);
    placeSorted(samples, wallGrid, walls.set, walls.x);
    for (std::size_t i = 0; i < fluid.size(); ++i) fluid.v[i] = Vec3f{};
    computeSampleVolumes(walls, wallGrid, k);
    near.fluidOfFluid.build(fluid.x.span(), fluidGrid, k.radius, true);
    near.boundaryOfFluid.build(fluid.x.span(), wallGrid, k.radius, false);
    near.fluidOfBoundary.build(walls.x.span(), fluidGrid, k.radius, false);
  }

  void giveRandomVelocities(float fastest) {
    RandomPoints random(kernel.dimensions, 23);
    for (Vec3f& v : fluid.v) v = random.inCube(2 * fastest) - away(fastest);
  }
  void rubWalls(float friction) {
    for (float& f : walls.friction) f = friction;
    walls.anyFriction = friction > 0;
  }
  FluidSurroundings around() const { return {walls, near, kernel, {}}; }
  void density() { computeDensity(fluid, around()); }
  void pressure(float soundSpeed) { computePressure(fluid, {}, {soundSpeed}, 0, 0); }
  void acceleration(const ArtificialViscosity& viscosity, const Vec3f& g = {}) {
    for (Vec3f& a : fluid.a) a = g;
    addPressureAcceleration(fluid, around(), viscosity);
  }
  std::vector<Vec3f> wallForces(const ArtificialViscosity& viscosity) const {
    std::vector<Vec3f> force(walls.size());
    addPressureOnBoundary(fluid, around(), viscosity, fluid.pTerm.span(), force);
    return force;
  }
  ArtificialViscosity viscosity(float alpha, float soundSpeed) const {
    return {alpha, soundSpeed, kernel.radius / 2};
  }

 private:
  Points perturbed(Points points, double spacing) const {
    const int seed = perturbationSeed();
    if (seed == 0) return points;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (int axis = 0; axis < kernel.dimensions; ++axis)
        points[i][axis] += static_cast<float>(1e-6 * spacing * randomSigned(seed, i, axis));
    return points;
  }

  Vec3f away(float by) const { return {by, by, kernel.dimensions == 3 ? by : 0}; }

  static void placeSorted(const Points& points, CellGrid& grid, Particles& set, Field<Vec3f>& x) {
    grid.build(points);
    set.resize(points.size());
    for (std::size_t k = 0; k < points.size(); ++k) x[k] = points[grid.order()[k]];
  }
};

// A cube of random points, away from the origin, about as dense as a lattice of the spacing.
inline Points randomBlob(int dimensions, std::size_t n, double spacing, unsigned seed = 3) {
  RandomPoints random(dimensions, seed);
  const double side = spacing * std::pow(double(n), 1.0 / dimensions);
  Points points = random.even(n, static_cast<float>(side));
  for (Vec3f& p : points) p += Vec3f{0.7f, -0.3f, dimensions == 3 ? 0.4f : 0};
  return points;
}

}  // namespace shoal
