// Rigid bodies that fall, collide, rub, bounce and are joined to each other.
#pragma once

#include <memory>

#include "shoal/bodies/rigid/rigid_body.h"

namespace shoal {

// Where a body that is moved by hand is at any time.
class Trajectory {
 public:
  virtual ~Trajectory() = default;
  virtual Pose pose(double t) const = 0;
};

// Bullet finds the contacts and writes down the equations of joints; impacts, forces and motion are
// shoal's own. All of it happens in one order, whatever the number of threads.
class RigidWorld final : public BodyModel {
 public:
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
                       std::unique_ptr<const Trajectory> course, const ContactParams& contact = {});

  // Bodies that are joined, springs excepted, do not collide with each other.
  void join(const JointParams& params);

  RigidBody* find(const std::string& name) const;  // nullptr if there is none
  std::size_t contactCount() const;                // pairs that touch or nearly do
  double springEnergy() const;                     // J

  std::span<Body* const> bodies() const override;
  void advance(double t, double dt) override;
  void save(StateWriter& state) const override;
  void restore(StateReader& state) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shoal
