#include "shoal/view/light/path_tracer.h"

#include <algorithm>
#include <cmath>

#include "shoal/view/light/optics.h"
#include "shoal/view/picture/directions.h"
#include "shoal/view/picture/shading.h"

namespace shoal {

namespace {

constexpr Rgb kLineColour{70, 76, 86};
constexpr int kMostScatterings = 64, kMostSurfaces = 128;
constexpr int kCertain = 3;           // scatterings before a path may end by chance
constexpr float kDull = 0.1f;         // wider reflections are lit by the lamp directly
constexpr float kFirstShare = 0.25f;  // of paths, at least, into each branch of the first split
// Bounds on the lamp where a path sees it at its first mirror, and where it bent more than once:
// few such paths find it, and each would be a speckle.
constexpr float kGlint = 20, kBrightest = 1;
constexpr std::uint32_t kFirstDecision = 4, kDecisions = 3;  // the camera has those before

Vec3f times(const Vec3f& a, const Vec3f& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
float largestOf(const Vec3f& v) { return std::max({v.x, v.y, v.z}); }

// A path that is on its way.
class Path {
 public:
  Path(const LightScene& scene, const Vec3f& origin, const Vec3f& direction,
       const PathSamples& samples, const Vec3f& backdrop)
      : scene_(scene),
        lights_(scene.lights()),
        samples_(samples),
        backdrop_(backdrop),
        origin_(origin),
        direction_(direction) {}

  PathLight follow() {
    for (int surface = 0; surface < kMostSurfaces && scatterings_ < kMostScatterings; ++surface) {
      const LightHit hit = scene_.next(origin_, direction_);
      if (hit.kind == LightHit::Kind::nothing) {
        meetSky();
        break;
      }
      see(hit);
      if (hit.kind == LightHit::Kind::line) {
        shine(toLinear(kLineColour), {1, 1, 1});
        break;
      }
      pass(hit);
      if (hit.touching) {  // the gap belongs to the fluid
        medium_ = hit.surface;
        origin_ = hit.behind;
        continue;
      }
      scatter(hit);
      ++scatterings_;
      if (!survives()) break;
    }
    return found_;
  }

 private:
  static constexpr std::uint32_t kAir = ~0u;

  std::array<float, 2> point(std::uint32_t decision) const {
    return samples_.point(kFirstDecision + kDecisions * static_cast<std::uint32_t>(scatterings_) +
                          decision);
  }

  // Light of a surface of this albedo that is lit by `lit`.
  void shine(const Vec3f& albedo, const Vec3f& lit) {
    found_.light += times(weight_, times(albedo, lit));
    describe(albedo);
  }

  void describe(const Vec3f& albedo) {
    if (described_) return;
    described_ = true;
    found_.albedo = times(weight_, albedo);
  }

  void see(const LightHit& hit) {
    if (found_.covered > 0) return;
    found_.covered = 1;
    found_.normal = hit.normal;
    found_.position = origin_ + hit.distance * direction_;
  }

  // Absorption on the way to a hit. From outside of what is clear the way was air, or the gap.
  void pass(const LightHit& hit) {
    const Material& m = scene_.material(hit.surface);
    const bool solid = m.clear() && !m.thin;
    const std::uint32_t within = !solid ? medium_ : hit.fromBehind ? hit.surface : kAir;
    if (within != kAir) weight_ = times(weight_, scene_.left(within, hit.distance));
  }

  void meetSky() {
    const bool atFirst = found_.covered == 0;
    const Vec3f base = atFirst ? backdrop_ : lights_.sky(direction_);
    const auto ground = direct_ ? lights_.groundAt(origin_, direction_) : std::nullopt;
    if (ground) {
      if (atFirst) {
        found_.normal = lights_.up;
        found_.position = *ground;
      }
      const float open = openness(*ground);
      shine(base, {open, open, open});
      return;
    }
    shine(base, {1, 1, 1});
    if (!direct_ || atFirst) return;
    const float lamp = lights_.lampIn(direction_);
    const float bound = scatterings_ > 1 ? kBrightest : kGlint;
    found_.light += std::min(lamp, bound) * weight_;
  }

  // Light that the ground gets, over what it would get without anything around.
  float openness(const Vec3f& at) const {
    const Vec3f direction = cosineDirection(lights_.up, point(1));
    const float sky = largestOf(lights_.sky(lights_.up));
    const float lamp = lights_.lampPower * std::max(0.f, dot(lights_.lamp, lights_.up));
    // What is far away takes no sky, so that the ground fades into the backdrop.
    const LightHit nearest = scene_.next(at, direction);
    const float far = nearest.kind == LightHit::Kind::nothing
                          ? 1
                          : std::min(1.f, nearest.distance / lights_.reach);
    const float through =
        far < 1 ? dot(scene_.transmitted(at, direction), Vec3f{1, 1, 1}) / 3 : 1.f;
    float light = sky * (through + far * (1 - through));
    if (lamp > 0)
      light +=
          lamp * dot(scene_.transmitted(at, lights_.towardsLamp(point(2))), Vec3f{1, 1, 1}) / 3;
    return light / (sky + lamp);
  }

  void scatter(const LightHit& hit) {
    const Material& m = scene_.material(hit.surface);
    switch (m.kind) {
      case Material::Kind::Clear:
        return m.thin ? passPane(hit, m) : refract(hit, m);
      case Material::Kind::Metal:
        return mirror(hit, m);
      case Material::Kind::Coated:
        return coat(hit, m);
      case Material::Kind::Matt:
        return reflectMatt(hit, m);
    }
  }

  void go(const Vec3f& from, const Vec3f& direction) {
    found_.mirrored = found_.mirrored || !described_;
    origin_ = from;
    direction_ = direction;
  }

  // Whether a path takes the branch of this share. At the first surface both branches get enough
  // paths, with other weights, since the eye sees what each shows.
  bool takes(float share) {
    const bool first = scatterings_ == 0 && share > 0 && share < 1;
    const float chance = first ? std::clamp(share, kFirstShare, 1 - kFirstShare) : share;
    const bool taken = point(0)[0] < chance;
    if (first) weight_ *= taken ? share / chance : (1 - share) / (1 - chance);
    return taken;
  }

  void reflectOff(const LightHit& hit, const Vec3f& facet) {
    Vec3f onwards = reflected(direction_, facet);
    if (!(dot(onwards, hit.facing) > 0)) onwards = reflected(direction_, hit.facing);
    go(hit.before, onwards);
  }

  // The facet of a surface that this path meets; the smooth normal may be seen from behind.
  Vec3f facetOf(const LightHit& hit, float width) const {
    const Vec3f& n = dot(hit.normal, direction_) < 0 ? hit.normal : hit.facing;
    const Vec3f facet = visibleFacet(n, -direction_, width, point(1));
    return dot(facet, direction_) < 0 ? facet : n;
  }

  void refract(const LightHit& hit, const Material& m) {
    std::uint32_t beyond = hit.fromBehind ? kAir : hit.surface;
    if (hit.fromBehind)
      if (const auto fluid = scene_.fluidOn(hit.behind, -hit.facing)) beyond = *fluid;
    const std::uint32_t here = hit.fromBehind ? hit.surface : medium_;
    const auto indexOf = [&](std::uint32_t medium) {
      return medium == kAir ? 1.f : scene_.material(medium).index;
    };
    const float index = indexOf(beyond) / indexOf(here);
    const Vec3f facet = facetOf(hit, m.width);
    if (takes(fresnel(-dot(facet, direction_), index))) return reflectOff(hit, facet);
    std::optional<Vec3f> onwards = refracted(direction_, facet, index);
    if (!onwards || !(dot(*onwards, hit.facing) < 0))
      onwards = refracted(direction_, hit.facing, index);
    if (!onwards) return reflectOff(hit, hit.facing);
    medium_ = beyond;
    go(hit.behind, *onwards);
  }

  // A pane: light is reflected to and fro between its two sides and goes on as it came.
  void passPane(const LightHit& hit, const Material& m) {
    const Vec3f facet = facetOf(hit, m.width);
    const float once = fresnel(-dot(facet, direction_), m.index);
    if (takes(2 * once / (1 + once))) return reflectOff(hit, facet);
    // A quarter of the depth at which it would have its colour.
    weight_ = times(weight_, {std::sqrt(std::sqrt(m.colour.x)), std::sqrt(std::sqrt(m.colour.y)),
                              std::sqrt(std::sqrt(m.colour.z))});
    go(hit.behind, direction_);
  }

  void coat(const LightHit& hit, const Material& m) {
    const Vec3f facet = facetOf(hit, m.width);
    if (takes(fresnel(-dot(facet, direction_), m.index)))
      reflectOff(hit, facet);
    else
      reflectMatt(hit, m);
  }

  void reflectMatt(const LightHit& hit, const Material& m) {
    const Vec3f n = dot(hit.normal, direction_) < 0 ? hit.normal : hit.facing;
    describe(m.colour);
    const Vec3f lamp = lights_.towardsLamp(point(2));
    const float cosine = dot(lamp, n);
    weight_ = times(weight_, m.colour);
    if (lights_.lampPower > 0 && cosine > 0 && dot(lamp, hit.facing) > 0)
      found_.light +=
          lights_.lampPower * cosine * times(weight_, scene_.transmitted(hit.before, lamp));
    Vec3f onwards = cosineDirection(n, point(1));
    if (!(dot(onwards, hit.facing) > 0)) onwards = cosineDirection(hit.facing, point(1));
    direct_ = false;
    ++matt_;
    go(hit.before, onwards);
  }

  // Light that leaves a facet downwards meets the next one, so that nothing is lost, [HHdD16].
  void mirror(const LightHit& hit, const Material& m) {
    const Vec3f n = dot(hit.normal, direction_) < 0 ? hit.normal : hit.facing;
    if (m.width > kDull) {
      describe(m.colour);
      lightMetal(hit, m, n);
      direct_ = false;
    }
    Vec3f onwards = direction_;
    for (std::uint32_t bounce = 0; bounce < 4; ++bounce) {
      const Vec3f towards = dot(onwards, n) < 0 ? -onwards : onwards - 2 * dot(onwards, n) * n;
      const Vec3f facet = visibleFacet(n, towards, m.width, bounce == 0 ? point(1) : point(0));
      weight_ = times(weight_, metalFresnel(dot(towards, facet), m.colour));
      onwards = reflected(-towards, facet);
      if (dot(onwards, hit.facing) > 0) break;
    }
    if (!(dot(onwards, hit.facing) > 0)) onwards = reflected(direction_, hit.facing);
    go(hit.before, onwards);
  }

  // The lamp in a dull metal, by the density of facets that show it, [WMLT07] eq. 20.
  void lightMetal(const LightHit& hit, const Material& m, const Vec3f& n) {
    const Vec3f lamp = lights_.towardsLamp(point(2));
    const float in = dot(lamp, n), out = -dot(direction_, n);
    if (!(in > 0 && out > 0 && lights_.lampPower > 0 && dot(lamp, hit.facing) > 0)) return;
    const Vec3f facet = normalised(lamp - direction_);
    const float seen = facetsSeen(in, m.width) * facetsSeen(out, m.width);
    constexpr float kPi = 3.14159265f;
    const float share = facetDensity(dot(n, facet), m.width) * seen / (4 * out);
    const Vec3f colour = metalFresnel(dot(lamp, facet), m.colour);
    found_.light += kPi * lights_.lampPower * share *
                    times(times(weight_, colour), scene_.transmitted(hit.before, lamp));
  }

  // Russian roulette: paths that carry little end, and those that go on carry more.
  bool survives() {
    if (scatterings_ < kCertain && matt_ < 2) return true;
    const float chance = std::min(matt_ < 2 ? 1.f : 0.5f, largestOf(weight_));
    if (!(point(0)[1] < chance)) return false;
    weight_ = weight_ / chance;
    return true;
  }

  const LightScene& scene_;
  const Lights& lights_;
  const PathSamples& samples_;
  Vec3f backdrop_, origin_, direction_;
  Vec3f weight_{1, 1, 1};
  PathLight found_;
  std::uint32_t medium_ = kAir;  // the clear surface that it is within
  int scatterings_ = 0, matt_ = 0;
  bool direct_ = true;  // nothing matt yet: what it finds is seen sharply, the lamp included
  bool described_ = false;
};

}  // namespace

PathLight PathTracer::trace(const Vec3f& origin, const Vec3f& direction, const PathSamples& samples,
                            const Vec3f& backdrop) const {
  return Path(scene_, origin, direction, samples, backdrop).follow();
}

}  // namespace shoal
