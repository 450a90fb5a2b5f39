#include "shoal/output/export/axis_turn.h"

#include <cmath>

namespace shoal {

namespace {

Vec3d nearestAxis(const Vec3d& v) {
  std::size_t most = 0;
  for (std::size_t axis = 1; axis < 3; ++axis)
    if (std::abs(v[axis]) > std::abs(v[most])) most = axis;
  Vec3d axis;
  axis[most] = v[most] < 0 ? -1 : 1;
  return axis;
}

}  // namespace

AxisTurn::AxisTurn(const Vec3d& from, const Vec3d& to)
    : from_(nearestAxis(from)), to_(nearestAxis(to)) {
  const double cosine = dot(from_, to_);
  if (cosine == 0) {
    kind_ = Kind::kQuarter;
    about_ = cross(from_, to_);
  } else if (cosine < 0) {
    kind_ = Kind::kHalf;
    about_ = from_.x == 0 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  }
}

Vec3d AxisTurn::operator()(const Vec3d& v) const {
  switch (kind_) {
    case Kind::kNone:
      break;
    case Kind::kQuarter:
      return dot(v, about_) * about_ + dot(v, from_) * to_ - dot(v, to_) * from_;
    case Kind::kHalf:
      return 2 * dot(v, about_) * about_ - v;
  }
  return v;
}

Pose AxisTurn::operator()(const Pose& pose) const {
  const Vec3d axis = (*this)(pose.rotation.vector());
  return {(*this)(pose.position), {pose.rotation.w, axis.x, axis.y, axis.z}};
}

void AxisTurn::apply(RenderMesh& mesh) const {
  if (kind_ == Kind::kNone) return;
  for (Vec3d& v : mesh.vertices) v = (*this)(v);
  for (Vec3d& n : mesh.attributes.normals) n = (*this)(n);
}

void AxisTurn::apply(SurfaceFrame& surface) const {
  if (kind_ == Kind::kNone) return;
  apply(surface.mesh);
  for (Vec3f& v : surface.velocities) v = (*this)(v);
  for (SurfaceFrameColumn& column : surface.columns)
    if (auto* vectors = std::get_if<std::vector<Vec3f>>(&column.values))
      for (Vec3f& v : *vectors) v = (*this)(v);
}

void AxisTurn::apply(OwnedParticleTable& particles) const {
  if (kind_ == Kind::kNone) return;
  for (Vec3f& x : particles.positions) x = (*this)(x);
  for (OwnedParticleColumn& column : particles.columns)
    if (auto* vectors = std::get_if<std::vector<Vec3f>>(&column.values))
      for (Vec3f& v : *vectors) v = (*this)(v);
}

}  // namespace shoal
