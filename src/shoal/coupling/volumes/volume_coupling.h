// Fluid and bodies that meet through boundary samples which stand for volumes, [ACAT13].
//
// Samples on the surfaces of bodies join those of the walls: they take part in density and
// pressure, rub and stick. What the fluid does to them, the bodies feel.
#pragma once

#include <memory>

#include "shoal/bodies/rigid/rigid_body.h"
#include "shoal/coupling/volumes/body_samples.h"
#include "shoal/coupling/volumes/volumes_params.h"
#include "shoal/sph/fluid_particles.h"
#include "shoal/sph/boundary/boundary_response.h"

namespace shoal {

// How the surface of a solid treats fluid; see the scene's solids.
struct WettingParams {
  double friction = 0;
  double slip = 0;
  double adhesion = 0;       // m^D/s^2
  double contactAngle = 90;  // degrees
  double repulsion = 0;      // m^2/s^2, see BoundarySamples; 0: samples stand for volumes
  VolumesParams volumes{};
};

class VolumeCoupling final : public BoundaryResponse {
 public:
  struct Space {
    int dimensions;
    double spacing;   // m
    double standoff;  // m, of samples below surfaces that are wet on one side; see WallFit
    Vec3d gravity;    // m/s^2
  };
  // Walls below `firstWall` are none of its business; bodies follow, in the order of add().
  VolumeCoupling(const Space& space, std::size_t firstWall)
      : space_(space), firstWall_(firstWall) {}

  // An Error if the body's surface has no place in the space. Fluid may meet it later than others.
  void add(Body& body, const WettingParams& wetting);
  std::size_t size() const { return members_.size(); }

  // Puts the samples of all bodies among those of the walls, where the bodies now are, for a step
  // of about this length, in s.
  void place(BoundarySamples& walls, double step);
  // Hands on so much of the forces on all wall samples, in N.
  void push(const BoundarySamples& walls, std::span<const Vec3f> forces, float share);
  // The bodies were advanced by dt.
  void learn(double dt);

  void respond(std::span<const std::uint32_t> samples, std::span<const Vec3f> impulses,
               std::span<Vec3f> change) const override;

  void save(StateWriter& state) const;
  void restore(StateReader& state);

 private:
  struct Member {
    Body* body;
    WettingParams wetting;
    std::unique_ptr<BodySamples> samples;
    mutable std::vector<Vec3f> cause, effect;  // by sample
  };
  std::vector<Vec3f> rigidPlaces(const RigidBody& body) const;
  void replace(BoundarySamples& walls);

  Space space_;
  std::size_t firstWall_;
  std::vector<Member> members_;
  bool placed_ = false;
  const BoundarySamples* walls_ = nullptr;  // where they were placed
};

}  // namespace shoal
