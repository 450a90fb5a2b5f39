// The boundary samples of all surfaces, whichever coupling they belong to.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "shoal/coupling/loads.h"
#include "shoal/coupling/samples/surface_samples.h"
#include "shoal/coupling/surface_params.h"
#include "shoal/search/cell_grid.h"
#include "shoal/sph/boundary/boundary_response.h"
#include "shoal/sph/fluid_particles.h"

namespace shoal {

class Boundary final : public BoundaryResponse {
 public:
  Boundary(const KernelChoice& kernel, const Period& period, double spacing,
           double wallPressureFactor);

  // A value that every sample of a surface has in a field of samples().
  using SampleValue = std::pair<Field<float>*, float>;

  // Adds a surface of the solid of this number. Its samples have the friction, slip, adhesion and
  // contact angle of `params`, and the values of `more`.
  void add(std::size_t solid, const SurfaceParams& params, std::unique_ptr<SurfaceSamples> surface,
           std::vector<SampleValue> more = {});
  // Removes all surfaces of the solid of this number, with their samples.
  void remove(std::size_t solid);

  // Puts all samples to where they are at the time t, before a step of about this length, in s.
  void place(double t, double step);
  // Of the samples that fluid is near, after they moved.
  void findVolumes(const CellGrid& fluid);

  BoundarySamples& samples() { return samples_; }
  const BoundarySamples& samples() const { return samples_; }
  const CellGrid& grid() const { return grid_; }
  double fastest() const { return fastest_; }                    // m/s
  bool hasFree() const { return counts(SurfaceMotion::kFree); }  // whether forces move any
  bool slidesOrMoves() const { return prescribed_; }             // whether any other does
  // Whether every step needs the fluid near each sample: of those that forces move, and of those
  // in several layers, which have a pressure.
  bool gathers() const { return hasFree() || layered_; }
  // How samples give way to pressure; none if forces move none of them.
  const BoundaryResponse* response() const { return hasFree() ? this : nullptr; }

  // Forces of the fluid on every sample, in N, in the order of samples(): all, and of these the
  // viscous and the adhesive ones where loads are measured.
  struct Forces {
    std::vector<Vec3f> all, viscous, adhesive;
  };
  Forces forces;
  // Whether solids may meet: then some of the forces of pressure, which are all that there are so
  // far in forces.all besides those of `friction`, are another solid's, see CoveredSamples.
  bool hasSeveralSolids() const;
  void handOverForces(const FluidParticles& fluid, const CellGrid& particles,
                      std::span<const Vec3f> friction);
  // On every solid that has a surface here, with the centre of its first one.
  std::vector<LoadsOnSolid> loads() const;
  // The number of the solid of a sample of samples().
  std::size_t solidOf(std::size_t sample) const { return surfaceOf(sample).solid; }
  // The samples of the first surface of a solid, by BoundarySamples::sample; none if it has none.
  std::span<const SurfaceSample> samplesOf(std::size_t solid) const;
  // W, that the fluid gives to static and kinematic surfaces: by the forces on the samples that it
  // pushes, whichever solid bears them.
  double powerOnPrescribed() const;

  // Hands a multiple of the forces to the solids, so that they take the momentum that fluid loses;
  // then, after these were advanced by dt, estimates their own accelerations.
  void addForcesToSolids(double share);
  void estimateOwnAccelerations(double dt);

  void respond(std::span<const std::uint32_t> samples, std::span<const Vec3f> impulses,
               std::span<Vec3f> change) const override;

  // The solid of the fastest sample, and its speed in m/s, of those that forces move and of those
  // that they do not.
  std::pair<std::size_t, double> fastestFree() const { return fastestSolid(true); }
  std::pair<std::size_t, double> fastestPrescribed() const { return fastestSolid(false); }

  // The number of the solid of each surface, and the order of surfaces that has these. Sums over
  // samples depend on it, and so does what save() writes. An Error if surfaces are of other solids.
  std::vector<std::size_t> surfaceOrder() const;
  void setSurfaceOrder(std::span<const std::size_t> solids);

  void save(StateWriter& state) const;
  void restore(StateReader& state);

  std::size_t bytes() const { return samples_.set.bytes() + grid_.bytes(); }

 private:
  struct Surface {
    std::size_t solid;
    SurfaceMotion motion;
    bool slidesOrMoves;  // though no forces move it
    bool rubs, adheres, layered;
    std::unique_ptr<SurfaceSamples> samples;
    std::vector<SampleValue> values;
    bool listed = false;                       // whether it has samples among all
    mutable std::vector<Vec3f> cause, effect;  // by sample
  };
  bool counts(SurfaceMotion motion) const { return count_[static_cast<std::size_t>(motion)] > 0; }
  bool anyMoves() const { return counts(SurfaceMotion::kKinematic) || hasFree(); }
  const Surface& surfaceOf(std::size_t sample) const { return surfaces_[samples_.wall[sample]]; }
  bool isFree(std::size_t sample) const { return surfaceOf(sample).motion == SurfaceMotion::kFree; }
  void count(const Surface& surface);
  void renumberSurfaces(std::span<const std::uint32_t> numbers);
  void listSamples();
  void list(std::size_t surface);
  void followSurfaces();
  std::pair<std::size_t, double> fastestSolid(bool free) const;
  void sort();
  double powerOf(std::size_t sample, const Vec3f& force) const;
  std::vector<Load> sumBySolid(std::span<const Vec3f> onSamples) const;

  KernelChoice kernel_;
  BoundarySamples samples_;
  CellGrid grid_;
  std::vector<Surface> surfaces_;
  std::size_t solids_ = 0;              // numbers of solids are below this
  std::array<std::size_t, 3> count_{};  // surfaces by SurfaceMotion
  bool prescribed_ = false, layered_ = false;
  bool changed_ = true;  // whether surfaces have other samples than are listed
  double fastest_ = 0;
  double handedPower_ = 0;  // W, part of that by forces.all
};

}  // namespace shoal
