// What world.quality chooses, and what it leaves to a scene that chooses itself.
#include "shoal/world/quality.h"

#include <gtest/gtest.h>

#include "shoal/world/world_params.h"

namespace shoal {
namespace {

constexpr double kSpacing = 0.01;

KernelChoice kernelWith(Quality quality, const char* solver,
                        KernelRequest kernel = KernelRequest::Automatic, double support = 0) {
  WorldParams world;
  world.spacing = kSpacing;
  world.quality = quality;
  world.kernel = kernel;
  world.support = support;
  SolverParams params;
  params.solver = solver;
  return kernelOf(world, params);
}

void expectKernel(const KernelChoice& kernel, KernelKind kind, double support) {
  EXPECT_EQ(kernel.kind, kind);
  EXPECT_NEAR(double(kernel.radius) / kSpacing, support, 1e-5);
}

TEST(Quality, ChoosesKernelAndSupportBySolver) {
  expectKernel(kernelWith(Quality::Standard, "isph"), KernelKind::CubicSpline, kEvenPackingSupport);
  expectKernel(kernelWith(Quality::Standard, "dfsph"), KernelKind::CubicSpline, 1.97);
  expectKernel(kernelWith(Quality::Accurate, "isph"), KernelKind::WendlandC2, 3.3);
  for (const char* solver : {"dfsph", "wcsph", "pcisph"})
    expectKernel(kernelWith(Quality::Accurate, solver), KernelKind::BandLimited,
                 kBandLimitedSupport);
}

TEST(Quality, GivesWayToKernelAndSupportOfTheScene) {
  expectKernel(kernelWith(Quality::Accurate, "isph", KernelRequest::CubicSpline),
               KernelKind::CubicSpline, kEvenPackingSupport);
  expectKernel(kernelWith(Quality::Accurate, "isph", KernelRequest::Automatic, 2.7),
               KernelKind::WendlandC2, 2.7);
  expectKernel(kernelWith(Quality::Standard, "dfsph", KernelRequest::BandLimited),
               KernelKind::BandLimited, kBandLimitedSupport);
}

}  // namespace
}  // namespace shoal
