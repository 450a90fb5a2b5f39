#include "shoal/view/picture/sections.h"

namespace shoal {

namespace {

// Positive when triangles face outwards.
double signedVolume(const PictureMesh& wall) {
  const Vec3d centre = boundsOf(wall).centre();
  double volume = 0;
  for (const auto& [a, b, c] : wall.triangles)
    volume +=
        dot(wall.vertices[a] - centre, cross(wall.vertices[b] - centre, wall.vertices[c] - centre));
  return volume / 6;
}

}  // namespace

void Sections::add(const PictureMesh& solid, std::uint32_t surface) {
  if (!isClosed(solid)) return;
  const double volume = signedVolume(solid);
  if (volume == 0) return;
  const PictureMesh kept = plane_.kept(solid);
  const auto first = static_cast<std::uint32_t>(parts_.wallVertices.size());
  for (const Vec3d& v : kept.vertices) parts_.wallVertices.emplace_back(v - origin_);
  for (auto [a, b, c] : kept.triangles) {
    if (volume < 0) std::swap(b, c);
    parts_.wallTriangles.push_back({a + first, b + first, c + first});
    colours_.push_back(solid.colour.value_or(Rgb{}));
    surfaces_.push_back(surface);
  }
}

void Sections::build() {
  if (!parts_.wallTriangles.empty()) rays_ = std::make_unique<RayScene>(parts_);
}

std::optional<Sections::Seen> Sections::seen(const Vec3f& from, const Vec3f& direction,
                                             float before) const {
  const double height = plane_.beyond(Vec3d(from) + origin_);
  const double approach = -dot(plane_.normal(), Vec3d(direction));
  const bool reached =
      height * approach > 0 && std::abs(height) < std::abs(approach) * double(before);
  if (!rays_ || !reached) return std::nullopt;
  const auto distance = static_cast<float>(height / approach);
  // Inside: the next surface of what is kept is hit from behind.
  const Vec3f inwards = approach > 0 ? direction : -direction;
  const RayHit hit = rays_->trace(from + distance * direction, inwards);
  if (hit.kind == RayHit::Kind::nothing) return std::nullopt;
  const auto& [a, b, c] = parts_.wallTriangles[hit.triangle];
  const std::vector<Vec3f>& v = parts_.wallVertices;
  if (!(dot(cross(v[b] - v[a], v[c] - v[a]), inwards) > 0)) return std::nullopt;
  return Seen{distance, colours_[hit.triangle], Vec3f(plane_.normal()), surfaces_[hit.triangle]};
}

}  // namespace shoal
