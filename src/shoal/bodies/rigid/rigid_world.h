// Body model of rigid bodies: contact, friction, restitution and joints.
#pragma once

#include <memory>
#include <optional>

#include "shoal/bodies/body_model.h"
#include "shoal/bodies/rigid/rigid_body.h"

namespace shoal {

// Prescribed pose of a kinematic body over time.
class Trajectory {
 public:
  virtual ~Trajectory() = default;
  virtual Pose pose(double t) const = 0;
};

// Blueprint of a rigid solid: dynamic with `params`, else kinematic with a trajectory, else static.
struct RigidBlueprint {
  RigidShape shape;
  Pose start{};                                    // of the frame of the shape
  std::optional<RigidParams> params{};             // of a dynamic body
  ContactParams contact{};                         // of others
  std::shared_ptr<const Trajectory> trajectory{};  // of a kinematic body
  std::optional<RenderMesh> skin{};                // see RigidBody::setSkin
};

// Bullet detects contacts and builds the rows of joints; impacts, constraint solver and integration
// are shoal's own. Results do not depend on the number of threads.
class RigidWorld final : public BodyModel {
 public:
  static constexpr const char* kName = "rigid";

  // Options: RigidWorldParams.
  explicit RigidWorld(const BodySpace& space);
  // With `planar`, bodies stay in the plane z = 0 and masses are per metre of depth.
  RigidWorld(const RigidWorldParams& params, const Vec3d& gravity, bool planar = false);
  ~RigidWorld() override;

  // The pose is that of the frame of the shape at the start. Names are unique. Throws an Error that
  // names the solid if its shape or parameters make no body.
  RigidBody& addDynamic(const std::string& name, const RigidShape& shape, const RigidParams& params,
                        const Pose& start = {});
  RigidBody& addStatic(const std::string& name, const RigidShape& shape,
                       const ContactParams& contact = {}, const Pose& place = {});
  RigidBody& addKinematic(const std::string& name, const RigidShape& shape,
                          std::shared_ptr<const Trajectory> trajectory,
                          const ContactParams& contact = {});

  RigidBody* find(const std::string& name) const;  // nullptr if there is none
  std::size_t contactCount() const;                // pairs with contact points

  std::string_view name() const override { return kName; }
  // Expects a RigidBlueprint.
  Body& add(SolidId solid, const std::string& solidName, const std::any& blueprint) override;
  // Also removes its joints.
  void remove(SolidId solid) override;
  std::span<Body* const> bodies() const override;
  void listObstacles(std::vector<ContactMember*>& members) override;
  void advance(double t, double dt) override;
  // Bodies that are joined, springs excepted, do not collide with each other.
  void join(const JointParams& params) override;
  double jointEnergy() const override;
  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;
  void saveContact(StateWriter& state) const override;
  void restoreContact(StateReader& state) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shoal
