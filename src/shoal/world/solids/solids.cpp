#include "shoal/world/solids/solids.h"

#include <array>

#include "shoal/bodies/fem/fem_material.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

class MotionTrajectory final : public Trajectory {
 public:
  explicit MotionTrajectory(const MotionParams& params) : motion_(params) {}
  Pose pose(double t) const override { return motion_.pose(t); }

 private:
  Motion motion_;
};

// Velocities of points that start to move like a rigid body around their centre.
std::vector<Vec3d> startVelocities(std::span<const Vec3d> x, const Vec3d& centre,
                                   const Vec3d& velocity, const Vec3d& spin) {
  std::vector<Vec3d> v;
  v.reserve(x.size());
  for (const Vec3d& p : x) v.push_back(velocity + cross(spin, p - centre));
  return v;
}

// Calls make(), and puts the name of the solid before what it throws.
template <class Make>
void naming(const std::string& solid, Make&& make) {
  try {
    make();
  } catch (const Error& error) {
    fail("solid \"{}\": {}", solid, error.what());
  }
}

}  // namespace

Solids::Solids(const SolidsSetup& setup, const WorldParams& world)
    : rigid_(setup.rigidWorld, world.gravity, world.dimensions == 2),
      fem_(world.gravity),
      cloth_(world.gravity),
      group_(world.gravity) {
  planar_ = world.dimensions == 2;
  if (planar_ && !setup.cloths.empty())
    fail("solid \"{}\": cloth needs world.dimensions = 3", setup.cloths[0].name);
  addObstacles(setup);
  addRigid(setup);
  addFem(setup);
  addCloth(setup);
  for (Body* body : rigid_.bodies()) {
    RigidBody& rigid = *rigid_.find(body->name());
    if (rigid.isDynamic())
      group_.addRigid(rigid);
    else
      group_.addObstacle(rigid, rigid.matter().contact.friction);
  }
  events_ = SolidEvents(setup.events, bodies());
}

void Solids::addObstacles(const SolidsSetup& setup) {
  for (const SolidsSetup::Obstacle& obstacle : setup.obstacles) {
    if (obstacle.motion)
      moving_.push_back(&rigid_.addKinematic(obstacle.name, obstacle.mesh,
                                             std::make_unique<MotionTrajectory>(*obstacle.motion),
                                             obstacle.contact));
    else
      rigid_.addStatic(obstacle.name, obstacle.mesh, obstacle.contact);
  }
}

void Solids::addRigid(const SolidsSetup& setup) {
  for (const SolidsSetup::Rigid& solid : setup.rigids) {
    rigidBodies_.push_back(&rigid_.addDynamic(solid.name, solid.shape, solid.params, solid.start));
    moving_.push_back(rigidBodies_.back());
  }
  for (const JointParams& joint : setup.joints) rigid_.join(joint);
}

void Solids::addFem(const SolidsSetup& setup) {
  for (const SolidsSetup::Fem& solid : setup.fems)
    naming(solid.name, [&] {
      FemParams params = solid.params;
      if (params.plane == PlaneState::Stress) {
        if (!planar_) fail("plane = \"stress\" is for two dimensions; leave it out");
        params.stuff = freeAcross(params.stuff);
      }
      FemBody& body = fem_.add(std::make_unique<FemBody>(solid.name, solid.mesh, params));
      body.solid().v =
          startVelocities(body.solid().x, body.totals().centre, solid.velocity, solid.spin);
      if (planar_) body.hold(solid.mesh.bounds(), kAxisZ);  // plane strain
      body.showSurface();
    });
}

void Solids::addCloth(const SolidsSetup& setup) {
  for (const SolidsSetup::Cloth& solid : setup.cloths)
    naming(solid.name, [&] {
      Cloth& cloth = cloth_.add(solid.name, solid.mesh, solid.params);
      const std::vector<Vec3d> x = cloth.surface().x;
      cloth.setMotion(x, startVelocities(x, cloth.totals().centre, solid.velocity, solid.spin));
    });
}

std::vector<const Body*> Solids::deforming() const {
  std::vector<const Body*> all(fem_.bodies().begin(), fem_.bodies().end());
  all.insert(all.end(), cloth_.bodies().begin(), cloth_.bodies().end());
  return all;
}

std::vector<Body*> Solids::bodies() const {
  std::vector<Body*> all;
  for (const BodyModel* model :
       {static_cast<const BodyModel*>(&rigid_), static_cast<const BodyModel*>(&fem_),
        static_cast<const BodyModel*>(&cloth_)})
    all.insert(all.end(), model->bodies().begin(), model->bodies().end());
  return all;
}

std::vector<Body*> Solids::partsOf(const std::string& name) const {
  std::vector<Body*> parts = partsNamed(name, bodies());
  if (parts.empty()) fail("there is no solid \"{}\" among the bodies", name);
  return parts;
}

std::vector<Body*> Solids::freePartsOf(const std::string& name) const {
  std::vector<Body*> parts = partsNamed(name, bodies());
  std::erase_if(parts, [](const Body* part) {
    const auto* rigid = dynamic_cast<const RigidBody*>(part);
    return rigid && !rigid->isDynamic();
  });
  return parts;
}

RigidBody& Solids::findRigid(const std::string& name) const {
  RigidBody* body = rigid_.find(name);
  if (!body) fail("solid \"{}\" is not rigid", name);
  return *body;
}

void Solids::advanceRigid(double t, double dt) {
  const Timed timed{"bodies/rigid"};
  rigid_.advance(t, dt);
}

// What deforms goes first: it meets rigid bodies where they are, and they feel it in the same step.
void Solids::advance(double t, double dt) {
  const Timed timed{"bodies/advance"};
  events_.fire(t, bodies());
  const int parts = events_.partsOf(dt);
  const double h = dt / parts;
  for (int k = 0; k < parts; ++k) {
    const double start = t + k * h;
    events_.pull(start, h, bodies());
    group_.advance(std::array<ContactSource*, 2>{&fem_, &cloth_}, start, h);
    advanceRigid(start, h);
    events_.cut(start, h, fem_);
  }
}

BodyTotals Solids::totals() const {
  BodyTotals all;
  for (const Body* body : bodies()) {
    const BodyTotals one = body->totals();
    all.mass += one.mass;
    all.centre += one.mass * one.centre;
    all.momentum += one.momentum;
    all.angularMomentum += one.angularMomentum;
    all.kinetic += one.kinetic;
    all.elastic += one.elastic;
  }
  all.elastic += rigid_.springEnergy();
  if (all.mass > 0) all.centre = all.centre / all.mass;
  return all;
}

std::vector<double> Solids::state() const {
  StateWriter writer;
  rigid_.save(writer);
  fem_.save(writer);
  cloth_.save(writer);
  group_.save(writer);
  events_.save(writer, bodies());
  return writer.numbers();
}

void Solids::restore(std::span<const double> numbers) {
  StateReader reader(numbers);
  rigid_.restore(reader);
  fem_.restore(reader);
  cloth_.restore(reader);
  group_.restore(reader);
  events_.restore(reader, bodies());
  if (!reader.exhausted()) fail("its solids have more state than this scene");
}

}  // namespace shoal
