#include "shoal/sph/forces/viscous_force.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/sph/forces/viscous_force.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/sph/kernels/kernels_wide.h"
#include "shoal/sph/neighbour_loop.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// The pair law of a ViscosityOperator: the same between two particles, and between a particle and
// a boundary sample whichever of the two gathers it.
template <ViscosityForm form>
class ViscousPair {
 public:
  HWY_INLINE ViscousPair(const ViscosityOperator& viscosity, float volume)
      : perRadius_(static_cast<float>(1 / viscosity.radius)),
        linear_(static_cast<float>(volume * viscosity.scale * (1 - viscosity.mix))),
        cubic_(static_cast<float>(volume * viscosity.scale * viscosity.mix)) {}

  // Adds the force -f_ab / V of pairs with the viscosity mu, at x_ab from each other, whose
  // velocities differ by v_ab. Samples have a share of a particle's pull: mu is scaled by it.
  HWY_INLINE void addPull(WideIndex j, Wide mu, const WideVec& v, const WideVec& x,
                          WideVecSum& sum) const {
    const Wide w = mu * weight(dot(x, x));
    if constexpr (form == ViscosityForm::Projected) {
      const WideVec e = Wide(perRadius_) * x;
      sum.add(j, w * dot(v, e), e);
    } else {
      sum.add(j, w, v);
    }
  }

 private:
  // V w(r), in 1/m^2.
  HWY_INLINE Wide weight(Wide r2) const {
    const Wide a = max(Wide(0), Wide(1) - sqrt(r2) * Wide(perRadius_));
    return a * mulAdd(Wide(cubic_), a * a, Wide(linear_));
  }

  float perRadius_, linear_, cubic_;
};

// Viscosity of the pairs of a particle.
class PairViscosity {
 public:
  HWY_INLINE PairViscosity(const FluidParticles& fluid, std::size_t i)
      : mixed_(fluid.mixed()),
        phase_(fluid.phase.data()),
        viscosity_(fluid.phases.viscosity.data()),
        own_(viscosity_[phase_[i]]) {}
  HWY_INLINE Wide with(WideIndex j) const {
    if (!mixed_) return own_;
    const Wide other = gather(viscosity_, gather(phase_, j));
    const Wide least(1e-30f);  // avoids 0 / 0 for two inviscid fluids
    return Wide(2) * own_ * other / max(own_ + other, least);
  }
  HWY_INLINE Wide own() const { return own_; }

 private:
  bool mixed_;
  const std::uint32_t* phase_;
  const float* viscosity_;
  Wide own_;
};

template <class Use>
HWY_INLINE void withViscousPair(const ViscosityOperator& viscosity, float volume, Use&& use) {
  if (viscosity.form == ViscosityForm::Projected)
    use(ViscousPair<ViscosityForm::Projected>(viscosity, volume));
  else
    use(ViscousPair<ViscosityForm::Full>(viscosity, volume));
}

void forcePass(const FluidParticles& fluid, const FluidSurroundings& around,
               const ViscosityOperator& viscosity, const Vec3f* v, BoundaryMotion motion,
               Vec3f* force, Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const Wide dragPerVolume(static_cast<float>(viscosity.drag) / fluid.volume);
  const Wide moving(motion == BoundaryMotion::Moving ? 1.0f : 0.0f);
  withViscousPair(viscosity, fluid.volume, [&](const auto& pair) HWY_ATTR {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const PairViscosity mu(fluid, i);
      const WideVec v_i(v[i]);
      WideVecSum lost;
      forEachNeighbour(around.near.fluidOfFluid.of(i), fluid.x[i], fluid.x.data(), space,
                       [&](WideIndex j, const WideVec& x_ij) SHOAL_TERM {
                         pair.addPull(j, mu.with(j), v_i - gather(v, j), x_ij, lost);
                       });
      forEachNeighbour(around.near.boundaryOfFluid.of(i), fluid.x[i], boundary.x.data(), space,
                       [&](WideIndex b, const WideVec& x_ib) SHOAL_TERM {
                         const Wide grip = dragPerVolume * gather(boundary.volume.data(), b) *
                                           (Wide(1) - gather(boundary.slip.data(), b));
                         const WideVec v_b = moving * gather(boundary.v.data(), b);
                         pair.addPull(b, grip * mu.own(), v_i - v_b, x_ib, lost);
                       });
      force[i] = -sum(lost);
    }
  });
}

void boundaryForcePass(const FluidParticles& fluid, const FluidSurroundings& around,
                       const ViscosityOperator& viscosity, const Vec3f* v, Vec3f* force,
                       Range range) {
  const BoundarySamples& boundary = around.boundary;
  const PairSpace space(around.kernel, around.period);
  const float* mu = fluid.phases.viscosity.data();
  withViscousPair(viscosity, fluid.volume, [&](const auto& pair) HWY_ATTR {
    for (std::size_t b = range.begin; b < range.end; ++b) {
      const WideVec v_b(boundary.v[b]);
      WideVecSum lost;
      forEachNeighbour(around.near.fluidOfBoundary.of(b), boundary.x[b], fluid.x.data(), space,
                       [&](WideIndex i, const WideVec& x_bi) SHOAL_TERM {
                         const Wide mu_i = gather(mu, gather(fluid.phase.data(), i));
                         pair.addPull(i, mu_i, v_b - gather(v, i), x_bi, lost);
                       });
      const auto drag = static_cast<float>(viscosity.drag) * (1 - boundary.slip[b]);
      force[b] -= drag * boundary.volume[b] * sum(lost);
    }
  });
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(forcePass);
HWY_EXPORT(boundaryForcePass);

void computeViscousForce(const FluidParticles& fluid, const FluidSurroundings& around,
                         const ViscosityOperator& viscosity, std::span<const Vec3f> v,
                         BoundaryMotion motion, std::span<Vec3f> force) {
  const auto pass = HWY_DYNAMIC_DISPATCH(forcePass);
  parallelChunks(fluid.size(), [&](Range range, std::size_t) {
    pass(fluid, around, viscosity, v.data(), motion, force.data(), range);
  });
}

void addViscousForceOnBoundary(const FluidParticles& fluid, const FluidSurroundings& around,
                               const ViscosityOperator& viscosity, std::span<const Vec3f> v,
                               std::span<Vec3f> force) {
  const auto pass = HWY_DYNAMIC_DISPATCH(boundaryForcePass);
  parallelChunks(around.boundary.size(), [&](Range range, std::size_t) {
    pass(fluid, around, viscosity, v.data(), force.data(), range);
  });
}

double viscousRate(const FluidPhases& phases, const ViscosityOperator& viscosity) {
  double fastest = 0;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    for (std::size_t j = 0; j < phases.size(); ++j) {
      const auto a = double(phases.viscosity[i]), b = double(phases.viscosity[j]);
      const double pair = a + b > 0 ? 2 * a * b / (a + b) : 0;
      fastest = std::max(fastest, viscosity.rate * pair / double(phases.density[i]));
    }
  }
  return fastest;
}

}  // namespace shoal
#endif  // HWY_ONCE
