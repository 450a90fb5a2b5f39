// A coupling: boundary samples that repel fluid like springs, f(r) = D (1 - r / r0) x / (r r0) per
// unit mass within the distance r0 of a spacing.
#include <algorithm>

#include "extension.h"
#include "shoal/coupling/coupling_kind.h"
#include "shoal/coupling/repulsion/repulsion_coupling.h"

namespace {

using namespace shoal;

class CushionForce final : public RepulsionForce {
 public:
  CushionForce(BoundarySamples& samples, double reach)
      : RepulsionForce(samples, "cushion"), reach_(static_cast<float>(reach)) {}

  const char* name() const override { return "the cushion of walls"; }

  // Both gathers call the one law, so that what the fluid gains its boundary loses.
  void accelerate(FluidParticles& fluid, const FluidSurroundings& around, double) override {
    parallelFor(fluid.size(), [&](std::size_t i) {
      for (const std::uint32_t b : around.near.boundaryOfFluid.of(i))
        fluid.a[i] += strength_[b] * law(fluid.x[i] - around.boundary.x[b]);
    });
  }
  void addBoundaryForces(const FluidParticles& fluid, const FluidSurroundings& around,
                         std::span<Vec3f> force) const override {
    parallelFor(around.boundary.size(), [&](std::size_t b) {
      for (const std::uint32_t i : around.near.fluidOfBoundary.of(b))
        force[b] += fluid.mass(i) * strength_[b] * law(around.boundary.x[b] - fluid.x[i]);
    });
  }

 private:
  Vec3f law(const Vec3f& x) const {
    const float r = std::max(length(x), 1e-3f * reach_);
    return x * (std::max(0.0f, 1 - r / reach_) / (r * reach_));
  }

  float reach_;  // r0, m
};

// As far behind a surface as r0: fluid that touches the surface is just not repelled.
SamplePlacement placement(const KernelChoice&, double spacing) {
  return {spacing / 2, spacing / 2};
}

std::unique_ptr<Coupling> makeCushion(const CouplingContext& context, Boundary& boundary) {
  RepulsionLaw law;
  law.force = std::make_shared<CushionForce>(boundary.samples(), context.spacing);
  law.strength = context.soundSpeed * context.soundSpeed / 10;
  law.placement = placement(context.kernel, context.spacing);
  return std::make_unique<RepulsionCoupling>(context, law, boundary);
}

}  // namespace

// Scenes say `coupling = "cushion"`.
void addCushion() {
  shoal::CouplingKind cushion{{"cushion", "Through samples that repel like springs."}};
  cushion.placement = placement;
  cushion.friction = false;
  cushion.make = makeCushion;
  shoal::KindTable<shoal::CouplingKind>::add(cushion);
}
