// A tank full of particles that have left their lattice a little: what passes are timed on.
#pragma once

#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "shoal/sph/boundary/sample_volume.h"
#include "shoal/sph/solvers/density.h"
#include "shoal/sph/solvers/equation_of_state.h"
#include "shoal/sph/solvers/pressure_force.h"

namespace shoal::bench {

inline std::vector<Vec3f> jitteredLattice(int edge, float spacing) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<float> jitter(-0.15f * spacing, 0.15f * spacing);
  std::vector<Vec3f> points;
  points.reserve(static_cast<std::size_t>(edge) * edge * edge);
  for (int k = 0; k < edge; ++k)
    for (int j = 0; j < edge; ++j)
      for (int i = 0; i < edge; ++i) {
        const Vec3f p = spacing * Vec3f{float(i) + 0.5f, float(j) + 0.5f, float(k) + 0.5f};
        points.push_back(p + Vec3f{jitter(engine), jitter(engine), jitter(engine)});
      }
  return points;
}

// Floor and four sides of a tank [0, edge spacing]^3, with samples on lattices `standoff` outside.
inline std::vector<Vec3f> tankWalls(int alongX, int alongY, int alongZ, float spacing,
                                    float standoff) {
  std::vector<Vec3f> samples;
  const auto at = [&](int i) { return (float(i) + 0.5f) * spacing; };
  const float farX = float(alongX) * spacing + standoff, farZ = float(alongZ) * spacing + standoff;
  for (int i = -1; i <= alongX; ++i)
    for (int k = -1; k <= alongZ; ++k) samples.push_back({at(i), -standoff, at(k)});
  for (int j = 0; j < alongY; ++j) {
    for (int i = -1; i <= alongX; ++i) {
      samples.push_back({at(i), at(j), -standoff});
      samples.push_back({at(i), at(j), farZ});
    }
    for (int k = 0; k < alongZ; ++k) {
      samples.push_back({-standoff, at(j), at(k)});
      samples.push_back({farX, at(j), at(k)});
    }
  }
  return samples;
}

struct Tank {
  static constexpr float kSpacing = 0.01f;
  static constexpr float kSoundSpeed = 30;
  static constexpr double kSupport = 2.0;  // spacings; with the jitter about 30 neighbours

  int edge;
  KernelChoice kernel =
      makeKernel(KernelKind::CubicSpline, kSupport* double(kSpacing), 3, double(kSpacing));
  FluidParticles fluid;
  BoundarySamples walls;
  Neighbours near;
  CellGrid fluidGrid{kernel.radius, 3}, wallGrid{kernel.radius, 3};

  explicit Tank(int particlesAlongEdge) : edge(particlesAlongEdge) {
    const WallFit fit = fitWall(kernel, double(kSpacing));
    place(jitteredLattice(edge, kSpacing), fluidGrid, fluid.set, fluid.x);
    place(tankWalls(edge, edge, edge, kSpacing, static_cast<float>(fit.standoff)), wallGrid,
          walls.set, walls.x);
    walls.wallPressureFactor = static_cast<float>(fit.wallPressureFactor);
    fluid.phases.add("water", 1000);
    fluid.volume = cube(kSpacing);
    for (std::size_t i = 0; i < fluid.size(); ++i)
      fluid.v[i] = 10.f * fluid.x[fluid.size() - 1 - i];
    computeSampleVolumes(walls, wallGrid, kernel);
    near.fluidOfFluid.build(fluid.x.span(), fluidGrid, kernel.radius, true);
    near.boundaryOfFluid.build(fluid.x.span(), wallGrid, kernel.radius, false);
    near.fluidOfBoundary.build(walls.x.span(), fluidGrid, kernel.radius, false);
    computeDensity(fluid, around());
    computePressure(fluid, {}, {kSoundSpeed}, 0, 0);
  }

  FluidSurroundings around() const { return {walls, near, kernel, {}}; }

  // The tank of this size; only the one asked for last is kept.
  static Tank& ofEdge(int edge) {
    static std::unique_ptr<Tank> kept;
    if (!kept || kept->edge != edge) {
      kept.reset();
      kept = std::make_unique<Tank>(edge);
    }
    return *kept;
  }

  double neighboursEach() const { return double(near.fluidOfFluid.pairs()) / double(fluid.size()); }
  ArtificialViscosity viscosity(float alpha) const {
    return {alpha, kSoundSpeed, kernel.radius / 2};
  }

 private:
  static void place(const std::vector<Vec3f>& points, CellGrid& grid, Particles& set,
                    Field<Vec3f>& x) {
    grid.build(points);
    set.resize(points.size());
    for (std::size_t k = 0; k < points.size(); ++k) x[k] = points[grid.order()[k]];
  }
};

}  // namespace shoal::bench
