#include "shoal/coupling/volumes/volume_coupling.h"

#include <cmath>
#include <numbers>

#include "shoal/core/portable.h"
#include "shoal/core/timer.h"
#include "shoal/coupling/volumes/mesh_samples.h"
#include "shoal/coupling/volumes/rigid_samples.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/geometry/mesh/mesh_offset.h"
#include "shoal/geometry/mesh/outline.h"
#include "shoal/geometry/sampling/surface_sampling.h"

namespace shoal {

namespace {

bool isClosed(const BodySurface& surface) {
  return checkMesh({surface.x, surface.triangles}).closed();
}

}  // namespace

std::vector<Vec3f> VolumeCoupling::rigidPlaces(const RigidBody& body) const {
  TriangleMesh mesh{body.surface().x, body.surface().triangles};
  if (isClosed(body.surface())) offsetMesh(mesh, -space_.standoff);
  std::vector<Vec3f> places = space_.dimensions == 3
                                  ? sampleSurface(mesh, space_.spacing)
                                  : sampleOutline(sliceAtZeroPlane(mesh), space_.spacing);
  if (places.empty())
    fail("solid \"{}\" does not cut the plane z = 0, in which a 2D scene lives", body.name());
  return places;
}

void VolumeCoupling::add(Body& body, const WettingParams& wetting) {
  Member member{&body, wetting, nullptr, {}, {}};
  if (RigidBody* rigid = body.asRigid())
    member.samples = std::make_unique<RigidSamples>(*rigid, rigidPlaces(*rigid), space_.gravity);
  else
    member.samples = std::make_unique<MeshSamples>(
        body, MeshSampling(space_.spacing, space_.dimensions, wetting.volumes),
        isClosed(body.surface()) ? space_.standoff : 0, space_.gravity);
  members_.push_back(std::move(member));
  placed_ = false;
}

// All samples of bodies anew, behind those of the walls.
void VolumeCoupling::replace(BoundarySamples& walls) {
  const Timed timed{"walls/sampling"};
  std::vector<std::uint8_t> gone(walls.size());
  for (std::size_t b = 0; b < walls.size(); ++b) gone[b] = walls.wall[b] >= firstWall_;
  walls.set.remove(gone);
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const WettingParams& wetting = members_[m].wetting;
    const std::size_t count = members_[m].samples->samples().size();
    const std::size_t first = walls.set.append(count);
    const auto cosine =
        static_cast<float>(portable::cos(wetting.contactAngle * std::numbers::pi / 180));
    for (std::size_t k = 0; k < count; ++k) {
      walls.wall[first + k] = static_cast<std::uint32_t>(firstWall_ + m);
      walls.sample[first + k] = static_cast<std::uint32_t>(k);
      walls.friction[first + k] = static_cast<float>(wetting.friction);
      walls.slip[first + k] = static_cast<float>(wetting.slip);
      walls.adhesion[first + k] = static_cast<float>(wetting.adhesion);
      walls.contactCosine[first + k] = cosine;
      walls.repulsion[first + k] = static_cast<float>(wetting.repulsion);
      walls.volume[first + k] = 0;
    }
    walls.anyFriction = walls.anyFriction || wetting.friction > 0;
    walls.anyAdhesion = walls.anyAdhesion || wetting.adhesion > 0;
  }
  placed_ = true;
}

void VolumeCoupling::place(BoundarySamples& walls, double step) {
  for (Member& member : members_)
    if (member.samples->update(step)) placed_ = false;
  if (!placed_) replace(walls);
  walls_ = &walls;
  parallelFor(walls.size(), [&](std::size_t b) {
    if (walls.wall[b] < firstWall_) return;
    const BodySample& at = members_[walls.wall[b] - firstWall_].samples->samples()[walls.sample[b]];
    walls.x[b] = walls.rest[b] = at.x;
    walls.v[b] = at.v;
    walls.mobility[b] = at.mobility;
    walls.ownAcceleration[b] = at.ownAcceleration;
  });
}

void VolumeCoupling::push(const BoundarySamples& walls, std::span<const Vec3f> forces, float share) {
  for (Member& member : members_) member.cause.assign(member.samples->samples().size(), Vec3f{});
  for (std::size_t b = 0; b < walls.size(); ++b)
    if (walls.wall[b] >= firstWall_)
      members_[walls.wall[b] - firstWall_].cause[walls.sample[b]] = share * forces[b];
  for (Member& member : members_) member.samples->push(member.cause);
}

void VolumeCoupling::learn(double dt) {
  for (Member& member : members_) member.samples->learn(dt);
}

void VolumeCoupling::respond(std::span<const std::uint32_t> samples,
                             std::span<const Vec3f> impulses, std::span<Vec3f> change) const {
  for (const Member& member : members_) {
    member.cause.assign(member.samples->samples().size(), Vec3f{});
    member.effect.resize(member.cause.size());
  }
  const auto memberOf = [&](std::uint32_t b) -> const Member& {
    return members_[walls_->wall[b] - firstWall_];
  };
  for (std::size_t k = 0; k < samples.size(); ++k)
    memberOf(samples[k]).cause[walls_->sample[samples[k]]] = impulses[k];
  for (const Member& member : members_) member.samples->respond(member.cause, member.effect);
  for (std::size_t k = 0; k < samples.size(); ++k)
    change[k] = memberOf(samples[k]).effect[walls_->sample[samples[k]]];
}

void VolumeCoupling::save(StateWriter& state) const {
  for (const Member& member : members_) member.samples->save(state);
}

void VolumeCoupling::restore(StateReader& state) {
  for (Member& member : members_) member.samples->restore(state);
  placed_ = false;
}

}  // namespace shoal
