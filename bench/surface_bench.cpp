// Surfaces of a cube of fluid, with cells of 1.5 particle radii and a support of 4, and as
// multiples of the density pass over the same particles.
#include <chrono>

#include "shoal/surface/reconstruction.h"
#include "sizes.h"
#include "tank.h"

namespace shoal::bench {
namespace {

struct Cube {
  static constexpr double kSpacing = 0.01;

  std::vector<Vec3f> x;
  std::vector<float> density;
  std::vector<ParticleColumn> columns;
  KernelChoice kernel = makeKernel(KernelKind::CubicSpline, 2 * kSpacing, 3, kSpacing);

  explicit Cube(int edge) : x(jitteredLattice(edge, float(kSpacing))) {
    density.assign(x.size(), 1);
    columns = {{"velocity", std::span<const Vec3f>(x)}};
  }
  SurfaceParticles particles(bool withDensity, bool withVelocity) const {
    SurfaceParticles p{.x = x, .spacing = kSpacing};
    if (withDensity) {
      p.relativeDensity = density;
      p.densityKernel = kernel;
    }
    if (withVelocity) p.columns = columns;
    return p;
  }
};

// The least of three times, in seconds, on one thread.
template <class Work>
double secondsOf(Work&& work) {
  using Clock = std::chrono::steady_clock;
  const ThreadLimit limit(1);
  double best = 1e9;
  for (int k = 0; k < 3; ++k) {
    const auto start = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

void surface(benchmark::State& state, int edge, int threads, const std::string& field,
             bool withDensity, bool polished) {
  const Cube cube(edge);
  ReconstructionParams params;
  params.field = field;
  params.cell = 0.75;
  params.support = 2;
  if (!polished) params.smoothing = 0, params.cleanUp = false, params.normals = false;
  SurfaceReconstruction reconstruction(params);
  const SurfaceParticles particles = cube.particles(withDensity, polished);
  timePass(state, cube.x.size(), threads,
           [&] { benchmark::DoNotOptimize(reconstruction.surface(particles)); });
  state.counters["bytes/particle"] = double(reconstruction.bytes()) / double(cube.x.size());
  if (threads == 1) {
    Tank& tank = Tank::ofEdge(edge);
    const double density = secondsOf([&] { computeDensity(tank.fluid, tank.around()); });
    const double own =
        secondsOf([&] { benchmark::DoNotOptimize(reconstruction.surface(particles)); });
    state.counters["density-passes"] = own / density;
  }
}

// A frame as small as those of interactive scenes.
void small(benchmark::State& state) {
  const Cube cube(15);  // 3 375
  const ThreadLimit limit(1);
  ReconstructionParams params;
  params.cell = 0.75;
  SurfaceReconstruction reconstruction(params);
  const SurfaceParticles particles = cube.particles(true, true);
  for (auto _ : state) benchmark::DoNotOptimize(reconstruction.surface(particles));
}

const bool registered = [] {
  const auto add = [](const std::string& name, const std::string& field, bool density,
                      bool polished) {
    registerSizes("surface/" + name, [=](benchmark::State& state, int edge, int threads) {
      surface(state, edge, threads, field, density, polished);
    });
  };
  add("colour", "colour", true, false);
  add("colour-without-densities", "colour", false, false);
  add("colour-polished", "colour", true, true);
  add("averaged", "averaged", true, false);
  add("anisotropic", "anisotropic", true, false);
  benchmark::RegisterBenchmark("surface/3k", small)->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
}  // namespace shoal::bench
