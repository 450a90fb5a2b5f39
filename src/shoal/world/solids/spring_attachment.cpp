#include "shoal/world/solids/spring_attachment.h"

#include <algorithm>
#include <limits>

#include "shoal/bodies/rigid/rigid_body.h"

namespace shoal {

namespace {

struct Nearest {
  std::size_t part = 0;
  std::uint32_t vertex = 0;
};

Nearest nearestVertex(std::span<Body* const> parts, const Vec3d& point) {
  Nearest nearest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::vector<Vec3d>& x = parts[p]->surface().x;
    for (std::uint32_t i = 0; i < x.size(); ++i) {
      const Vec3d apart = x[i] - point;
      if (!(dot(apart, apart) < least)) continue;
      least = dot(apart, apart);
      nearest = {p, i};
    }
  }
  return nearest;
}

std::vector<std::uint32_t> verticesNear(const BodySurface& surface, const Vec3d& point,
                                        double radius) {
  std::vector<std::uint32_t> near;
  for (std::uint32_t i = 0; i < surface.x.size(); ++i)
    if (length(surface.x[i] - point) <= radius) near.push_back(i);
  return near;
}

}  // namespace

void SpringAttachment::attach(std::span<Body* const> parts, const Vec3d& point, double radius) {
  const Nearest nearest = nearestVertex(parts, point);
  body_ = parts[nearest.part];
  vertices_.clear();
  expected_.clear();
  if (const RigidBody* rigid = body_->asRigid()) {
    place_ = inverse(rigid->pose())(point);
    return;
  }
  vertices_ = verticesNear(body_->surface(), point, radius);
  if (vertices_.empty()) vertices_.push_back(nearest.vertex);
  revision_ = body_->surface().revision;
  for (const std::uint32_t i : vertices_) expected_.push_back(body_->surface().x[i]);
}

void SpringAttachment::follow(std::span<Body* const> parts) {
  std::vector<std::vector<std::uint32_t>> found(parts.size());
  for (const Vec3d& x : expected_) {
    const Nearest nearest = nearestVertex(parts, x);
    std::vector<std::uint32_t>& held = found[nearest.part];
    if (std::find(held.begin(), held.end(), nearest.vertex) == held.end())
      held.push_back(nearest.vertex);
  }
  std::size_t most = 0;
  for (std::size_t p = 1; p < parts.size(); ++p)
    if (found[p].size() > found[most].size()) most = p;
  body_ = parts[most];
  vertices_ = found[most];
  revision_ = body_->surface().revision;
}

double SpringAttachment::mass() const {
  const double mass = body_->inertia().mass;
  if (vertices_.empty()) return mass;
  return mass * static_cast<double>(vertices_.size()) /
         static_cast<double>(body_->surface().x.size());
}

// The spring force at the predicted end of the step.
void SpringAttachment::pull(std::span<Body* const> parts, const Vec3d& anchor, double stiffness,
                            double dt) {
  if (RigidBody* rigid = body_->asRigid()) {
    const Vec3d at = rigid->pose()(place_);
    rigid->addForce(stiffness * (anchor - at - dt * rigid->velocityAt(at)), at);
    return;
  }
  if (body_->surface().revision != revision_) follow(parts);
  const BodySurface& surface = body_->surface();
  const double share = 1 / static_cast<double>(vertices_.size());
  Vec3d middle;
  expected_.clear();
  for (const std::uint32_t i : vertices_) {
    expected_.push_back(surface.x[i] + dt * surface.v[i]);
    middle += share * expected_.back();
  }
  std::vector<Vec3d> forces(surface.x.size());
  for (const std::uint32_t i : vertices_) forces[i] = share * stiffness * (anchor - middle);
  body_->addForces(forces);
}

void SpringAttachment::save(StateWriter& state, std::span<Body* const> parts) const {
  const auto found = std::find(parts.begin(), parts.end(), body_);
  state(static_cast<std::uint64_t>(found - parts.begin()));
  for (std::size_t axis = 0; axis < 3; ++axis) state(place_[axis]);
  state(revision_);
  state(std::uint64_t{vertices_.size()});
  for (std::size_t k = 0; k < vertices_.size(); ++k) {
    state(std::uint64_t{vertices_[k]});
    for (std::size_t axis = 0; axis < 3; ++axis) state(expected_[k][axis]);
  }
}

void SpringAttachment::restore(StateReader& state, std::span<Body* const> parts) {
  std::uint64_t part = 0, count = 0;
  state(part);
  body_ = part < parts.size() ? parts[part] : nullptr;
  for (std::size_t axis = 0; axis < 3; ++axis) state(place_[axis]);
  state(revision_);
  state(count);
  vertices_.clear();
  expected_.clear();
  for (std::uint64_t k = 0; k < count; ++k) {
    std::uint64_t vertex = 0;
    state(vertex);
    Vec3d& expected = expected_.emplace_back();
    for (std::size_t axis = 0; axis < 3; ++axis) state(expected[axis]);
    vertices_.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(vertex, ~0u)));
  }
  if (!body_ || body_->asRigid()) return;
  const std::size_t vertices = body_->surface().x.size();
  if (vertices_.empty()) fail("a spring attachment has no vertex of solid \"{}\"", body_->name());
  if (revision_ == body_->surface().revision)
    for (const std::uint32_t i : vertices_)
      if (i >= vertices) fail("a spring attachment has vertex {} of {}", i, vertices);
}

}  // namespace shoal
