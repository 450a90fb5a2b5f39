#include "shoal/world/solids/solids.h"

#include "shoal/bodies/rigid/rigid_world.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

class MotionTrajectory final : public Trajectory {
 public:
  MotionTrajectory(const MotionParams& params, const std::string& solid)
      : motion_(params, "solid." + solid) {}
  Pose pose(double t) const override { return motion_.pose(t); }

 private:
  Motion motion_;
};

BodySpace spaceOf(const SolidsSetup& setup, const WorldParams& world) {
  return {world.gravity, world.dimensions == 2, {{RigidWorld::kName, setup.rigidWorld}}};
}

template <class Select>
std::vector<const RigidBody*> rigidBodies(const BodyWorld& bodies, Select&& select) {
  std::vector<const RigidBody*> found;
  for (const Body* body : bodies.bodies())
    if (const RigidBody* rigid = body->asRigid(); rigid && select(rigid->matter().role))
      found.push_back(rigid);
  return found;
}

}  // namespace

Solids::Solids(const SolidsSetup& setup, const WorldParams& world, double t)
    : bodies_(spaceOf(setup, world)) {
  for (const BodyModelMaker& make : setup.models) bodies_.add(make(bodies_.space()));
  for (const SolidsSetup::Obstacle& obstacle : setup.obstacles) addObstacle(obstacle, t);
  for (const SolidsSetup::Solid& solid : setup.solids) add(solid);
  for (const JointParams& joint : setup.joints) join(joint);
  events_.add(setup.events, bodies_, t);
}

void Solids::addObstacle(const SolidsSetup::Obstacle& obstacle, double t) {
  RigidBlueprint blueprint{.shape = obstacle.mesh, .contact = obstacle.contact};
  if (obstacle.motion)
    blueprint.trajectory = std::make_shared<MotionTrajectory>(*obstacle.motion, obstacle.name);
  const SolidId id = bodies_.add(RigidWorld::kName, obstacle.name, blueprint);
  if (obstacle.motion && t > 0) {
    RigidBody& body = *parts(id).front()->asRigid();
    const Pose at = blueprint.trajectory->pose(t) * body.matter().frame;
    body.setState({at.position, at.rotation, {}, {}});
  }
}

// The model of the body decides what it can be joined to.
void Solids::join(const JointParams& joint) {
  const std::optional<SolidId> body = find(joint.body);
  if (!body) fail("joint.body: there is no solid \"{}\"", joint.body);
  bodies_.modelOf(*body).join(joint);
}

SolidId Solids::add(const SolidsSetup::Solid& solid, std::span<const EventParams> events,
                    double t) {
  for (const EventParams& event : events)
    if (event.action.solid() != solid.name)
      fail("solid \"{}\": an event that comes with it is of solid \"{}\"", solid.name,
           event.action.solid());
  const SolidId id = bodies_.add(solid.model, solid.name, solid.blueprint);
  try {
    events_.add(events, bodies_, t);
  } catch (...) {
    remove(id);
    throw;
  }
  return id;
}

void Solids::remove(SolidId solid) {
  events_.forget(solid);
  bodies_.remove(solid);
}

std::vector<const Body*> Solids::deforming() const {
  std::vector<const Body*> found;
  for (const Body* body : bodies_.bodies())
    if (body->deforms()) found.push_back(body);
  return found;
}

std::vector<const RigidBody*> Solids::moving() const {
  return rigidBodies(bodies_, [](RigidRole role) { return role != RigidRole::kStatic; });
}

std::vector<const RigidBody*> Solids::rigid() const {
  return rigidBodies(bodies_, [](RigidRole role) {
    return role == RigidRole::kDynamic || role == RigidRole::kOneWay;
  });
}

std::vector<Body*> Solids::partsOf(const std::string& name) const {
  const std::optional<SolidId> solid = find(name);
  if (!solid) fail("there is no solid \"{}\" among the bodies", name);
  return parts(*solid);
}

RigidBody& Solids::findRigid(const std::string& name) const {
  const std::optional<SolidId> solid = find(name);
  RigidBody* body = solid ? parts(*solid).front()->asRigid() : nullptr;
  if (!body) fail("solid \"{}\" is not rigid", name);
  return *body;
}

void Solids::advance(double t, double dt) {
  const Timed timed{"bodies/advance"};
  events_.fire(t, bodies_);
  const int substeps = events_.substeps(dt);
  const double h = dt / substeps;
  for (int k = 0; k < substeps; ++k) {
    const double start = t + k * h;
    events_.pull(start, h, bodies_);
    bodies_.advance(start, h);
    events_.cut(start, h, bodies_);
  }
}

std::vector<double> Solids::state() const {
  StateWriter writer;
  bodies_.save(writer);
  events_.save(writer, bodies_);
  return writer.numbers();
}

void Solids::restore(std::span<const double> numbers) {
  StateReader reader(numbers);
  bodies_.restore(reader);
  events_.restore(reader, bodies_);
  if (!reader.exhausted()) fail("its solids have more state than this scene");
}

std::vector<std::string> Solids::freeNames() const {
  std::vector<std::string> names;
  for (const Body* body : bodies_.bodies())
    if (body->isFree() && bodies_.nameOf(body->solidId()) == body->name())
      names.push_back(body->name());
  return names;
}

void Solids::takeOver(const Solids& earlier) {
  for (const std::string& name : freeNames()) {
    const auto before = earlier.find(name);
    if (!before) continue;
    namingSolid(name, [&] {
      if (earlier.modelOf(*before) != modelOf(*find(name)))
        fail("the run that it starts from has it as a {} solid; give it another name",
             earlier.modelOf(*before));
      const std::vector<Body*> parts = earlier.parts(*before);
      if (parts.size() > 1)
        fail("it broke into {} parts in the run that it starts from", parts.size());
      partsOf(name).front()->takeOver(*parts.front());
    });
  }
}

}  // namespace shoal
