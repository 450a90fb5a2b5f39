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
  for (const Quality quality : {Quality::Fast, Quality::Standard}) {
    expectKernel(kernelWith(quality, "isph"), KernelKind::CubicSpline, kEvenPackingSupport);
    expectKernel(kernelWith(quality, "dfsph"), KernelKind::CubicSpline, 1.97);
  }
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

TEST(Quality, ScalesTolerancesThatASceneMayHaveSet) {
  SolverParams own;
  own.isph.tolerance = 1e-4;
  own.isph.reduction = 0.1;
  own.dfsph.reduction = 0.9;
  const SolverParams fast = withTolerancesOf(Quality::Fast, own);
  EXPECT_DOUBLE_EQ(fast.isph.tolerance, 4e-4);
  EXPECT_DOUBLE_EQ(fast.isph.reduction, 0.2);
  EXPECT_DOUBLE_EQ(fast.dfsph.reduction, 1);  // never beyond the first residual
  EXPECT_DOUBLE_EQ(fast.pcisph.tolerance, 4 * own.pcisph.tolerance);
  for (const Quality quality : {Quality::Standard, Quality::Accurate}) {
    const SolverParams same = withTolerancesOf(quality, own);
    EXPECT_DOUBLE_EQ(same.isph.tolerance, own.isph.tolerance);
    EXPECT_DOUBLE_EQ(same.isph.reduction, own.isph.reduction);
  }
}

}  // namespace
}  // namespace shoal
