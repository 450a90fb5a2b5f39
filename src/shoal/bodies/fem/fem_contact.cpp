#include "shoal/bodies/fem/fem_contact.h"

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/core/timer.h"
#include "shoal/geometry/mesh/triangle_mesh.h"

namespace shoal {

namespace {

// Contact radius in typical edges: less lets rounding decide which side a point is on, more is
// visible as a gap.
constexpr double kRadius = 0.05;

}  // namespace

template <class Work>
void FemContact::naming(Work&& work) const {
  try {
    work();
  } catch (const Error& error) {
    throw Error({}, fmt::format("solid \"{}\"", body_->name()), error.what());
  }
}

void FemContact::readSkin() {
  const FemSolid& solid = body_->solid();
  const FemSurface skin = FemSurface(solid.mesh(), body_->mesh());
  revision_ = body_->surface().revision;
  triangles_ = skin.triangles();
  node_ = skin.nodes();
  rest_.clear();
  for (const std::uint32_t node : node_) rest_.push_back(solid.mesh().rest[node]);
  radius_ = solid.params().contact.radius > 0 ? solid.params().contact.radius
                                              : kRadius * typicalEdge(triangles_, rest_);
  for (auto* values : {&x_, &v_, &force_, &expected_}) values->assign(node_.size(), {});
  updateMasses();
}

// Lumped masses. The rows of the consistent mass matrix of quadratic elements have negative sums at
// corners; its diagonal, scaled to the whole mass, is positive [HRZ76].
void FemContact::updateMasses() {
  const FemSolid& solid = body_->solid();
  inverseMass_.resize(node_.size());
  double whole = 0, diagonal = 0;
  const bool quadratic = solid.mesh().quadratic();
  if (quadratic)
    for (std::size_t i = 0; i < solid.x.size(); ++i) {
      whole += solid.nodeMass()[i];
      diagonal += solid.system().diagonalMass(i);
    }
  for (std::size_t i = 0; i < node_.size(); ++i) {
    const std::uint32_t node = node_[i];
    const double mass =
        quadratic ? solid.system().diagonalMass(node) * whole / diagonal : solid.nodeMass()[node];
    inverseMass_[i] = solid.fixed[node] == kAllAxes ? 0 : 1 / mass;
  }
}

void FemContact::beginAdvance(double, double) {}

int FemContact::accelerate(double h, const Vec3d& gravity) {
  const Timed timed{"bodies/fem"};
  FemSolid& solid = body_->solid();
  if (revision_ != body_->surface().revision) readSkin();
  updateMasses();
  for (std::size_t i = 0; i < node_.size(); ++i) {
    force_[i] = expected_[i] = predictedForce(expected_[i], force_[i]);
    solid.contact[node_[i]] = expected_[i];
    x_[i] = solid.x[node_[i]];
  }
  const int before = solid.effort().iterations;
  naming([&] { solid.findVelocity(h, gravity); });
  body_->noteDepartures();
  readVelocities();
  return solid.effort().iterations - before;
}

void FemContact::readVelocities() {
  const std::span<const Vec3d> u = body_->solid().velocity();
  for (std::size_t i = 0; i < node_.size(); ++i) v_[i] = u[node_[i]];
}

void FemContact::spread(std::span<const Vec3d> impulses) {
  onNodes_.assign(body_->solid().x.size(), {});
  for (std::size_t i = 0; i < node_.size(); ++i) onNodes_[node_[i]] = impulses[i];
}

void FemContact::applyImpulses(std::span<const Vec3d> impulses) {
  spread(impulses);
  body_->solid().applyImpulses(onNodes_);
  readVelocities();
}

// A diagonal bound of the response A = (M + h^2 K)^-1 for impulses like J: the row sums
// |(A J)_i| / |J_i|, and no less than the mean J . A J / J . J. Row sums bound A from above where
// all entries have one sign, so that no round of contact overshoots. Friction also turns the body,
// to which entries of both signs belong; the factor kRotation makes up for these.
void FemContact::findMobilities(std::span<const Vec3d> impulses, std::span<double> mobilities) {
  constexpr double kRotation =
      2;  // 1 overshoots where friction turns bodies; more converges slowly
  spread(impulses);
  const std::span<const Vec3d> change = body_->solid().responseTo(onNodes_);
  double moved = 0, given = 0;
  for (std::size_t i = 0; i < node_.size(); ++i) {
    moved += length(change[node_[i]]) * length(impulses[i]);
    given += dot(impulses[i], impulses[i]);
  }
  if (!(moved > 0)) return;
  for (std::size_t i = 0; i < node_.size(); ++i) {
    const double own = impulses[i] != Vec3d{} ? length(change[node_[i]]) / length(impulses[i]) : 0;
    mobilities[i] = std::min(kRotation * std::max(own, moved / given), inverseMass_[i]);
  }
}

ContactMesh FemContact::contactMesh() {
  const FemContactParams& params = body_->solid().params().contact;
  ContactMesh mesh;
  mesh.triangles = triangles_;
  mesh.revision = revision_;
  mesh.x = x_;
  mesh.v = v_;
  mesh.inverseMass = inverseMass_;
  mesh.rest = rest_;
  mesh.radius = radius_;
  mesh.friction = params.friction;
  mesh.self = params.selfContact;
  mesh.closed = true;
  mesh.family = family_;
  mesh.force = force_;
  return mesh;
}

void FemContact::move(double h) {
  FemSolid& solid = body_->solid();
  const std::span<Vec3d> u = solid.velocity();
  // N s: difference between the momentum change by the consistent mass matrix and the impulse,
  // which refers to the lumped masses of contact.
  Vec3d owed;
  for (std::size_t i = 0; i < node_.size(); ++i) {
    const std::uint32_t node = node_[i];
    const Vec3d change = without(v_[i] - u[node], solid.fixed[node]);
    u[node] += change;
    if (inverseMass_[i] > 0) owed += (1 / inverseMass_[i] - solid.nodeMass()[node]) * change;
  }
  if (solid.mesh().quadratic()) solid.applyImpulse(owed);
  solid.finishStep(h);
}

void FemContact::endAdvance() {
  FemSolid& solid = body_->solid();
  solid.force.assign(solid.x.size(), {});
  solid.stopResisting();
  expectContact();
  body_->showSurface();
}

// Sets the predicted contact forces, for predictAccelerations() of the next step.
void FemContact::expectContact() {
  if (revision_ != body_->surface().revision) return;
  for (std::size_t i = 0; i < node_.size(); ++i)
    body_->solid().contact[node_[i]] = predictedForce(expected_[i], force_[i]);
}

// The contact forces of a body that was cut since are not saved.
void FemContact::save(StateWriter& state) const {
  const bool fresh = revision_ == body_->surface().revision;
  state(fresh);
  if (!fresh) return;
  for (const auto* values : {&force_, &expected_})
    for (const Vec3d& value : *values)
      for (std::size_t axis = 0; axis < 3; ++axis) state(value[axis]);
}

void FemContact::restore(StateReader& state) {
  readSkin();
  bool fresh = false;
  state(fresh);
  if (!fresh) return;
  for (auto* values : {&force_, &expected_})
    for (Vec3d& value : *values)
      for (std::size_t axis = 0; axis < 3; ++axis) state(value[axis]);
  expectContact();
}

}  // namespace shoal
