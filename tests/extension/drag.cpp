// A force on the fluid: drag in still air, a = -k v.
#include "extension.h"
#include "shoal/sph/forces/force_table.h"

namespace {

struct DragParams {
  double rate = 0;  // 1/s
};

}  // namespace

// Scenes with a table `[force.drag]` have the force.
template <>
struct shoal::Describe<DragParams> {
  static Entries entries() {
    using P = DragParams;
    return {Required{Param{"rate", &P::rate, 1e-6, 1e6, "1/s", "Rate at which velocities decay."}}};
  }
};

namespace {

class Drag final : public shoal::FluidForce {
 public:
  explicit Drag(double rate) : rate_(static_cast<float>(rate)) {}

  const char* name() const override { return "drag"; }

  void accelerate(shoal::FluidParticles& fluid, const shoal::FluidSurroundings&, double) override {
    shoal::parallelFor(fluid.size(), [&](std::size_t i) { fluid.a[i] -= rate_ * fluid.v[i]; });
  }

  double longestStep(const shoal::FluidParticles&, const shoal::FluidSurroundings&,
                     const shoal::StepLimits& limits) const override {
    return limits.viscous / double(rate_);
  }

 private:
  float rate_;  // 1/s
};

}  // namespace

void addDrag() {
  shoal::FluidForceKind force{{"drag", "Drag in still air.", &shoal::parametersOf<DragParams>()}};
  force.make = [](const shoal::FluidContext& context) {
    return std::make_unique<Drag>(context.parameters<DragParams>().rate);
  };
  shoal::KindTable<shoal::FluidForceKind>::add(force);
}
