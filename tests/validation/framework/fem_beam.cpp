#include "validation/framework/fem_beam.h"

#include <algorithm>
#include <cmath>

#include "shoal/geometry/shapes/tetra_shapes.h"

namespace shoal::validation {

namespace {

int cellsOn(double size, double cell) { return std::max(1, int(std::lround(size / cell))); }

}  // namespace

std::unique_ptr<FemBody> makeBeam(const FemBeam& beam) {
  const double depth = beam.height / cellsOn(beam.height, beam.cell);
  TetraMesh mesh =
      makeTetraBox({{0, -beam.height / 2, 0}, {beam.length, beam.height / 2, depth}},
                   {cellsOn(beam.length, beam.cell), cellsOn(beam.height, beam.cell), 1});
  for (Vec3d& p : mesh.vertices) {
    const double root = beam.root(p.y);
    p.x = root + p.x * (1 - root / beam.length);
  }
  FemParams params{.material = beam.material, .law = beam.law, .elements = beam.elements};
  params.solver = {.integrator = FemIntegrator::Midpoint,
                   .maxStep = beam.step,
                   .maxIterations = 30,
                   .tolerance = 1e-9,
                   .linearSolver = FemLinearSolver::Direct};
  auto body = std::make_unique<FemBody>("beam", std::move(mesh), params);
  FemSolid& solid = body->solid();
  for (std::size_t i = 0; i < solid.x.size(); ++i) {
    const Vec3d& p = solid.mesh().rest[i];
    const bool atRoot = p.x <= beam.root(p.y) + 1e-6 * beam.length;
    solid.fixed[i] = !atRoot ? kAxisZ : beam.clampAll ? kAllAxes : kAxisX | kAxisZ;
  }
  return body;
}

std::size_t tipOf(const FemBody& body, const FemBeam& beam) {
  const auto& rest = body.solid().mesh().rest;
  std::size_t best = 0;
  const auto distance = [&](std::size_t i) { return length(rest[i] - Vec3d{beam.length, 0, 0}); };
  for (std::size_t i = 1; i < rest.size(); ++i)
    if (distance(i) < distance(best)) best = i;
  return best;
}

void loadTip(FemBody& body, const FemBeam& beam, const Vec3d& perDepth) {
  FemSolid& solid = body.solid();
  const Box3d bounds = body.mesh().bounds();
  std::vector<std::size_t> end;
  for (std::size_t i = 0; i < solid.x.size(); ++i)
    if (solid.mesh().rest[i].x > beam.length * (1 - 1e-9)) end.push_back(i);
  for (const std::size_t i : end) solid.force[i] += bounds.size().z / double(end.size()) * perDepth;
}

Series observe(FemBody& body, const Vec3d& gravity, double until,
               const std::function<double()>& value) {
  const double dt = body.solid().params().solver.maxStep;
  Series series{{0, value()}};
  for (int k = 1; (k - 0.5) * dt < until; ++k) {
    body.advance(dt, gravity);
    series.push_back({k * dt, value()});
  }
  return series;
}

}  // namespace shoal::validation
