// Interface of a body model (rigid, fem, cloth, ...), which BodyWorld advances.
#pragma once

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shoal/bodies/blade.h"
#include "shoal/bodies/body.h"
#include "shoal/core/state_list.h"

namespace shoal {

class ContactMember;
struct JointParams;

// Parameters common to all models.
struct BodySpace {
  Vec3d gravity;        // m/s^2
  bool planar = false;  // bodies move in the plane z = 0, and masses are per metre of depth
  std::map<std::string, std::any> options{};  // by name of the model: parameters of its own
};

// All bodies of one kind. A step of all models, see BodyWorld::advance():
//   1. The deformable members of all models are advanced together, with contact among themselves
//      and against the obstacles of all models (ContactGroup).
//   2. advance() of each model moves the bodies that are no deformable members, with the contact
//      forces on them as obstacles.
// A model of deformable bodies therefore lists members and needs no advance() of its own; a model
// of rigid bodies lists obstacles and advances itself.
class BodyModel {
 public:
  virtual ~BodyModel() = default;

  // Its word in scenes.
  virtual std::string_view name() const = 0;

  // Adds a solid that is made from the blueprint, whose type is the model's own. An Error if it
  // cannot be made.
  virtual Body& add(SolidId solid, const std::string& solidName, const std::any& blueprint) = 0;
  // Removes a solid and all parts that broke off it. Pointers to these become invalid.
  virtual void remove(SolidId solid) = 0;
  // Solids in the order in which they were added, then parts that broke off.
  virtual std::span<Body* const> bodies() const = 0;

  // Append the members that the contact group advances, and the obstacles that these collide with.
  // Called in each of its steps, since bodies may break apart.
  virtual void listDeformable(std::vector<ContactMember*>& /*members*/) {}
  virtual void listObstacles(std::vector<ContactMember*>& /*members*/) {}
  // Called after all members have moved by h; fracture is evaluated here.
  virtual void endContactStep(double /*h*/) {}
  // Moves all bodies that are no deformable members from t to t + dt, in as many steps as needed.
  virtual void advance(double /*t*/, double /*dt*/) {}

  // Cuts all parts of a solid by a part of a blade's stroke. `tips` is the state of the cut between
  // the steps of a stroke; empty at its beginning. By default an Error.
  virtual void cut(SolidId solid, const BladeStroke& stroke, std::vector<std::uint32_t>& tips);
  // Joins two solids of the model, or one to the world. By default an Error.
  virtual void join(const JointParams& joint);
  virtual double jointEnergy() const { return 0; }  // J, in springs between bodies

  // State for checkpoints, in a fixed order. The contact state of obstacles is separate: it follows
  // the state of all models.
  virtual void save(StateWriter& state) const = 0;
  virtual void restore(StateReader& state) = 0;
  virtual void saveContact(StateWriter& /*state*/) const {}
  virtual void restoreContact(StateReader& /*state*/) {}
};

// Makes a model for the space of a world.
using BodyModelMaker = std::function<std::unique_ptr<BodyModel>(const BodySpace&)>;
template <class Model>
std::unique_ptr<BodyModel> makeBodyModel(const BodySpace& space) {
  return std::make_unique<Model>(space);
}

// The blueprint in the type of its model; an Error if it belongs to another model.
template <class Blueprint>
const Blueprint& blueprintAs(const std::any& blueprint, std::string_view model) {
  const auto* known = std::any_cast<Blueprint>(&blueprint);
  if (!known) fail("the blueprint is not one of model \"{}\"", model);
  return *known;
}

// Calls make(), and puts the name of the solid before the message of an Error.
template <class Make>
decltype(auto) namingSolid(const std::string& solid, Make&& make) {
  try {
    return make();
  } catch (const Error& error) {
    fail("solid \"{}\": {}", solid, error.what());
  }
}

// Initial velocities, in m/s, of points in rigid motion about their centre.
std::vector<Vec3d> rigidVelocities(std::span<const Vec3d> x, const Vec3d& centre,
                                   const Vec3d& velocity, const Vec3d& spin);

}  // namespace shoal
