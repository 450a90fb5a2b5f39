#include "shoal/bodies/rigid/rigid_world.h"

#include "shoal/bodies/rigid/bullet_convert.h"
#include "shoal/bodies/rigid/contact_solver.h"
#include "shoal/bodies/rigid/free_rotation.h"
#include "shoal/bodies/rigid/impacts.h"
#include "shoal/bodies/rigid/rigid_contact.h"
#include "shoal/bodies/rigid/rigid_joints.h"
#include "shoal/core/portable.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

// Upper bound of the motion of any point of a body in a step, as a fraction of its inner radius,
// against tunnelling: two bodies that meet head on approach by one radius at most.
constexpr double kLargestMove = 0.5;
constexpr double kMostSteps = 64;  // steps per maxStep, at most
// Longest step in units of sqrt(r / g), r the inner radius. The step scales with the body as its
// time of free fall does, so that stacks of small bodies come to rest like those of large ones. A
// longer step leaves more residual motion, a shorter one costs time.
constexpr double kFall = 0.042;
// Tolerance: iterations end when they change velocities by no more than this fraction of g dt.
constexpr double kStill = 0.025;
constexpr double kStillWithoutWeight = 1e-5;  // m/s
// Joints that approach a limit more slowly than this, in units of g dt, come to rest there.
constexpr double kRebound = 2;

RigidMatter matterOf(const RigidShape& shape, const RigidParams& params, bool planar) {
  MassProperties p = massOf(shape, params.density, planar);
  const double scale = params.mass > 0 ? params.mass / p.mass : 1;
  RigidMatter matter;
  matter.role = params.oneWay ? RigidRole::kOneWay : RigidRole::kDynamic;
  matter.mass = scale * p.mass;
  const double zz = p.inertia.zz;
  const PrincipalInertia inertia =
      planar ? PrincipalInertia{{zz, zz, zz}, {}} : principalInertia(p.inertia);
  matter.moments = scale * inertia.moments;
  matter.frame = {p.centre, inertia.axes};
  matter.contact = params.contact;
  matter.linearDamping = params.linearDamping;
  matter.angularDamping = params.angularDamping;
  if (!(matter.mass > 0) || !isFinite(matter.moments) ||
      !(std::min({matter.moments.x, matter.moments.y, matter.moments.z}) > 0))
    fail("a mass of {} kg cannot be moved; change its size or density", matter.mass);
  return matter;
}

std::unique_ptr<btRigidBody> makeBullet(const ContactBody& body) {
  const RigidMatter& matter = body.body->matter();
  btRigidBody::btRigidBodyConstructionInfo info(
      body.pushable() ? matter.mass : 0, nullptr, body.shape.parts[0].shape.get(),
      toBullet(body.pushable() ? matter.moments : Vec3d{}));
  auto bullet = std::make_unique<btRigidBody>(info);
  bullet->setFlags(0);  // no gyroscopic forces: free_rotation.h has the motion that they stand for
  bullet->setActivationState(DISABLE_DEACTIVATION);
  int flags = bullet->getCollisionFlags();
  if (!body.pushable() && body.moves())
    flags = (flags & ~btCollisionObject::CF_STATIC_OBJECT) | btCollisionObject::CF_KINEMATIC_OBJECT;
  bullet->setCollisionFlags(flags);
  if (body.planar) {
    bullet->setLinearFactor({1, 1, 0});
    bullet->setAngularFactor({0, 0, 1});
  }
  return bullet;
}

std::unique_ptr<Obstacle> obstacleOf(RigidBody& body, const Vec3d& gravity) {
  if (body.isDynamic()) return std::make_unique<RigidContact>(body, gravity);
  return std::make_unique<Obstacle>(body, body.matter().contact.friction);
}

RigidWorldParams paramsIn(const BodySpace& space) {
  const auto found = space.options.find(RigidWorld::kName);
  return found == space.options.end() ? RigidWorldParams{}
                                      : std::any_cast<RigidWorldParams>(found->second);
}

}  // namespace

struct RigidWorld::Impl {
  RigidWorldParams params;
  Vec3d gravity;
  bool planar;

  std::vector<std::unique_ptr<RigidBody>> owned;
  std::vector<Body*> listed;
  std::vector<std::unique_ptr<ContactBody>> movers;             // in the order of `owned`
  std::vector<std::shared_ptr<const Trajectory>> trajectories;  // of kinematic ones, or nullptr
  std::vector<std::unique_ptr<Obstacle>> obstacles;             // in the order of `owned`
  RigidJoints joints;
  ContactPairs pairs;
  ContactSolver solver;

  RigidBody& add(const std::string& name, const RigidShape& shape, const RigidMatter& matter,
                 const Pose& start, std::shared_ptr<const Trajectory> trajectory);
  void remove(std::size_t i);
  ContactBody* mover(const std::string& name) const;
  double longestStep() const;
  void step(double t, double dt);
  void prescribeVelocities(double t, double dt);
  void kick(double dt);
  void drift(double dt);
};

RigidWorld::RigidWorld(const RigidWorldParams& params, const Vec3d& gravity, bool planar)
    : impl_(std::make_unique<Impl>()) {
  validate(params, kName);
  impl_->params = params;
  impl_->gravity = planar ? Vec3d{gravity.x, gravity.y, 0} : gravity;
  impl_->planar = planar;
}

RigidWorld::RigidWorld(const BodySpace& space)
    : RigidWorld(paramsIn(space), space.gravity, space.planar) {}

RigidWorld::~RigidWorld() = default;

Body& RigidWorld::add(SolidId solid, const std::string& solidName, const std::any& blueprint) {
  const auto& [shape, start, params, contact, trajectory, skin] =
      blueprintAs<RigidBlueprint>(blueprint, name());
  RigidBody& body = params       ? addDynamic(solidName, shape, *params, start)
                    : trajectory ? addKinematic(solidName, shape, trajectory, contact)
                                 : addStatic(solidName, shape, contact, start);
  body.setSolidId(solid);
  if (skin) body.setSkin(*skin);
  return body;
}

void RigidWorld::remove(SolidId solid) {
  for (std::size_t i = impl_->owned.size(); i-- > 0;)
    if (impl_->owned[i]->solidId() == solid) impl_->remove(i);
}

void RigidWorld::Impl::remove(std::size_t i) {
  const auto at = static_cast<std::ptrdiff_t>(i);
  joints.remove(*movers[i]);
  pairs.remove(*movers[i]);
  movers.erase(movers.begin() + at);
  trajectories.erase(trajectories.begin() + at);
  obstacles.erase(obstacles.begin() + at);
  listed.erase(listed.begin() + at);
  owned.erase(owned.begin() + at);
  for (; i < movers.size(); ++i) movers[i]->number = static_cast<std::uint32_t>(i);
}

RigidBody& RigidWorld::Impl::add(const std::string& name, const RigidShape& shape,
                                 const RigidMatter& matter, const Pose& start,
                                 std::shared_ptr<const Trajectory> trajectory) {
  if (mover(name)) fail("there is another solid of that name; choose a new one");
  if (!isFinite(start.position) || !isFinite(start.rotation.vector()))
    fail("its place is not made of finite numbers");
  const bool dynamic = matter.role == RigidRole::kDynamic;
  auto made = std::make_unique<ContactBody>();
  made->shape = makeCollisionShape(shape, matter.frame, !dynamic);
  owned.push_back(std::make_unique<RigidBody>(name, surfaceOf(shape), matter, start));
  made->body = owned.back().get();
  made->number = static_cast<std::uint32_t>(movers.size());
  made->planar = planar;
  made->inverseMass = dynamic ? 1 / matter.mass : 0;
  made->now = made->body->state();
  made->bullet = makeBullet(*made);
  made->bullet->setWorldTransform(toBullet(Pose{made->now.x, made->now.q}));
  listed.push_back(owned.back().get());
  movers.push_back(std::move(made));
  trajectories.push_back(std::move(trajectory));
  obstacles.push_back(obstacleOf(*owned.back(), gravity));
  pairs.add(*movers.back());
  return *owned.back();
}

RigidBody& RigidWorld::addDynamic(const std::string& name, const RigidShape& shape,
                                  const RigidParams& params, const Pose& start) {
  return namingSolid(name, [&]() -> RigidBody& {
    validate(params);
    validate(params.contact);
    if (!isFinite(params.velocity) || !isFinite(params.spin))
      fail("its velocity at the start is not made of finite numbers");
    requireShape(shape);
    const RigidMatter matter = matterOf(shape, params, impl_->planar);
    RigidBody& body = impl_->add(name, shape, matter, start, nullptr);
    RigidState state = body.state();
    state.v = params.velocity;
    state.w = params.spin;
    if (impl_->planar) state.v.z = state.w.x = state.w.y = 0;
    body.setState(state);
    return body;
  });
}

RigidBody& RigidWorld::addStatic(const std::string& name, const RigidShape& shape,
                                 const ContactParams& contact, const Pose& place) {
  return namingSolid(name, [&]() -> RigidBody& {
    validate(contact);
    requireShape(shape);
    RigidMatter matter;
    matter.contact = contact;
    return impl_->add(name, shape, matter, place, nullptr);
  });
}

RigidBody& RigidWorld::addKinematic(const std::string& name, const RigidShape& shape,
                                    std::shared_ptr<const Trajectory> trajectory,
                                    const ContactParams& contact) {
  return namingSolid(name, [&]() -> RigidBody& {
    validate(contact);
    requireShape(shape);
    RigidMatter matter;
    matter.role = RigidRole::kKinematic;
    matter.contact = contact;
    const Pose start = trajectory->pose(0);
    return impl_->add(name, shape, matter, start, std::move(trajectory));
  });
}

ContactBody* RigidWorld::Impl::mover(const std::string& name) const {
  for (const auto& mover : movers)
    if (mover->body->name() == name) return mover.get();
  return nullptr;
}

void RigidWorld::join(const JointParams& params) {
  ContactBody* a = impl_->mover(params.body);
  if (!a) fail("joint.body: there is no rigid solid \"{}\"", params.body);
  ContactBody* b = params.to.empty() ? nullptr : impl_->mover(params.to);
  if (!b && !params.to.empty()) fail("joint.to: there is no rigid solid \"{}\"", params.to);
  if (a == b) fail("joint.to: solid \"{}\" cannot be joined to itself", params.to);
  impl_->joints.add(params, *a, b);
  if (b && params.kind != JointKind::Spring) impl_->pairs.ignore(*a, *b);
}

RigidBody* RigidWorld::find(const std::string& name) const {
  const ContactBody* mover = impl_->mover(name);
  return mover ? mover->body : nullptr;
}

std::size_t RigidWorld::contactCount() const { return impl_->pairs.contacts().size(); }
double RigidWorld::jointEnergy() const { return impl_->joints.springEnergy(); }
std::span<Body* const> RigidWorld::bodies() const { return impl_->listed; }

void RigidWorld::listObstacles(std::vector<ContactMember*>& members) {
  for (const auto& obstacle : impl_->obstacles) members.push_back(obstacle.get());
}

void RigidWorld::advance(double t, double dt) {
  const Timed timed{"bodies/rigid"};
  for (const auto& mover : impl_->movers) {
    mover->now = mover->body->state();
    mover->body->setHeld(false);
  }
  for (double done = 0; done < dt;) {
    const double left = dt - done;
    const double steps = std::ceil(left / impl_->longestStep() * (1 - 1e-12));
    const double step = steps > 1 ? left / steps : left;
    impl_->step(t + done, step);
    done = steps > 1 ? done + step : dt;
  }
  for (const auto& mover : impl_->movers) {
    mover->body->setState(mover->now);
    mover->body->clearForces();
  }
}

double RigidWorld::Impl::longestStep() const {
  double longest = params.maxStep;
  const double weight = length(gravity);
  for (const auto& mover : movers) {
    if (!mover->pushable()) continue;
    const double r = mover->shape.innerRadius;
    if (mover->speed() > 0) longest = std::min(longest, kLargestMove * r / mover->speed());
    if (weight > 0) longest = std::min(longest, kFall * std::sqrt(r / weight));
  }
  return std::max(longest, params.maxStep / kMostSteps);
}

void RigidWorld::Impl::step(double t, double dt) {
  prescribeVelocities(t, dt);
  for (const auto& mover : movers)
    mover->bullet->setWorldTransform(toBullet(Pose{mover->now.x, mover->now.q}));
  pairs.update(dt);
  const double weight = length(gravity) * dt;  // m/s, velocity gained by gravity
  resolveImpacts(pairs.contacts(), dt, weight);
  kick(dt);
  solver.prepare(movers, pairs, joints, dt, std::max(kStill * weight, kStillWithoutWeight),
                 kRebound * weight);
  solver.solve(movers, params.iterations);
  drift(dt);
  solver.relax(movers, joints, (params.iterations + 1) / 2);
  for (const auto& mover : movers)
    if (mover->touched) mover->body->setHeld(true);
}

// Sets the velocities of kinematic bodies that lead to their poses at the end of the step.
void RigidWorld::Impl::prescribeVelocities(double t, double dt) {
  for (std::size_t i = 0; i < movers.size(); ++i) {
    if (!trajectories[i]) continue;
    RigidState& s = movers[i]->now;
    const Pose next = trajectories[i]->pose(t + dt);
    s.v = (next.position - s.x) / dt;
    s.w = turnOf(normalised(next.rotation) * conjugate(s.q)) / dt;
  }
}

void RigidWorld::Impl::kick(double dt) {
  for (const auto& mover : movers) {
    if (!mover->pushable()) continue;
    const RigidMatter& matter = mover->body->matter();
    mover->now.v += dt * gravity;
    mover->applyLinear(dt * mover->body->force());
    mover->applyAngular(dt * mover->body->torque());
    if (matter.linearDamping > 0) mover->now.v *= portable::exp(-matter.linearDamping * dt);
    if (matter.angularDamping > 0) mover->now.w *= portable::exp(-matter.angularDamping * dt);
  }
  joints.applySprings(dt);
}

void RigidWorld::Impl::drift(double dt) {
  for (const auto& mover : movers) {
    if (!mover->moves()) continue;
    RigidState& s = mover->now;
    s.x += dt * s.v;
    // Symplectic Euler: positions move with the velocity after the step, which conserves angular
    // momentum and joint constraints. A body under weight alone gets the exact parabola instead.
    if (mover->pushable() && !mover->touched && mover->body->force() == Vec3d{})
      s.x -= 0.5 * dt * dt * gravity;
    const Vec3d moments = mover->pushable() ? mover->body->matter().moments : Vec3d{1, 1, 1};
    rotateFreely(s.q, s.w, moments, dt);
    if (!isFinite(s.x) || !isFinite(s.v) || !isFinite(s.w))
      fail("solid \"{}\" ran away; take a shorter rigid.maxStep or softer springs",
           mover->body->name());
  }
}

void RigidWorld::save(StateWriter& state) const {
  state(static_cast<std::uint64_t>(impl_->owned.size()));
  for (const auto& body : impl_->owned) body->save(state);
  impl_->pairs.save(state);
  impl_->joints.save(state);
}

void RigidWorld::restore(StateReader& state) {
  std::uint64_t count = 0;
  state(count);
  if (count != impl_->owned.size())
    fail("the state is of {} rigid bodies, not of {}", count, impl_->owned.size());
  for (const auto& body : impl_->owned) body->restore(state);
  impl_->pairs.restore(state);
  impl_->joints.restore(state);
}

void RigidWorld::saveContact(StateWriter& state) const {
  for (const auto& obstacle : impl_->obstacles) obstacle->save(state);
}

void RigidWorld::restoreContact(StateReader& state) {
  for (const auto& obstacle : impl_->obstacles) obstacle->restore(state);
}

}  // namespace shoal
