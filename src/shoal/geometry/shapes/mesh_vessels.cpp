#include "shoal/geometry/shapes/mesh_vessels.h"

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "shoal/core/error.h"
#include "shoal/core/portable.h"
#include "shoal/geometry/shapes/mesh_shapes.h"

namespace shoal {

namespace {

// The deck of a boat of length and beam 1, from above and counter-clockwise: a square stern, and
// sides that close in towards a blunt bow.
constexpr std::uint32_t kCorners = 6;
struct DeckCorner {
  double x, z;
};
constexpr std::array<DeckCorner, kCorners> kDeck{
    {{-0.5, 0.5}, {0.2, 0.5}, {0.5, 0.125}, {0.5, -0.125}, {0.2, -0.5}, {-0.5, -0.5}}};

// Adds an outline of this length and beam.
void addRing(TriangleMesh& mesh, const Vec3d& middle, double length, double beam) {
  for (const auto& [x, z] : kDeck) mesh.vertices.push_back(middle + Vec3d{length * x, 0, beam * z});
}

// The strip between two outlines; its outside is on the right of the way from one to the other,
// seen along the outline.
void addStrip(TriangleMesh& mesh, std::uint32_t from, std::uint32_t to) {
  for (std::uint32_t k = 0; k < kCorners; ++k) {
    const std::uint32_t next = (k + 1) % kCorners;
    const std::uint32_t a = kCorners * from + k, b = kCorners * from + next;
    const std::uint32_t c = kCorners * to + next, d = kCorners * to + k;
    mesh.triangles.insert(mesh.triangles.end(), {{a, d, c}, {a, c, b}});
  }
}

void addCap(TriangleMesh& mesh, std::uint32_t ring, bool upwards) {
  const std::uint32_t first = kCorners * ring;
  for (std::uint32_t k = 1; k + 1 < kCorners; ++k) {
    if (upwards)
      mesh.triangles.push_back({first, first + k, first + k + 1});
    else
      mesh.triangles.push_back({first, first + k + 1, first + k});
  }
}

void checkHull(const Vec3d& size, const HullForm& form) {
  const double floor = form.taper * size.x - 2 * form.wall;
  if (!(form.wall > 0 && form.wall < size.y && floor > 0 &&
        form.taper * size.z - 2 * form.wall > 0))
    fail("a hull of {} x {} x {} m with walls of {} m has no room inside; make the walls thinner",
         size.x, size.y, size.z, form.wall);
  // The hole is a small copy of the floor, so it is inside where its ends are.
  if (form.leak < 0 || (form.leak > 0 && !(std::abs(form.leakAt) + form.leak / 2 < floor / 2)))
    fail("a leak of {} m at {} m is not within the floor, which is {:.4g} m long; move it",
         form.leak, form.leakAt, floor);
}

// Sum of smooth waves over directions: between -1 and 1, and the same on every machine.
class Bumps {
 public:
  explicit Bumps(int seed) {
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
    for (std::size_t k = 0; k < waves_.size(); ++k) {
      const double z = 2 * uniform() - 1, around = 2 * std::numbers::pi * uniform();
      const double across = std::sqrt(1 - z * z);
      const std::size_t doublings = k / kPerOctave;
      const double octave = portable::exp2(static_cast<double>(doublings));
      waves_[k].wave =
          1.5 * octave * Vec3d{across * portable::cos(around), across * portable::sin(around), z};
      waves_[k].phase = 2 * std::numbers::pi * uniform();
      waves_[k].height = 1 / octave;
      total_ += waves_[k].height;
    }
  }

  double operator()(const Vec3d& direction) const {
    double sum = 0;
    for (const Wave& w : waves_) sum += w.height * portable::sin(dot(w.wave, direction) + w.phase);
    return sum / total_;
  }

 private:
  static constexpr std::size_t kOctaves = 3, kPerOctave = 4;
  struct Wave {
    Vec3d wave;  // per unit of the direction
    double phase = 0, height = 0;
  };
  std::array<Wave, kOctaves * kPerOctave> waves_;
  double total_ = 0;
};

}  // namespace

TriangleMesh makeHull(const Vec3d& centre, const Vec3d& size, const HullForm& form) {
  checkHull(size, form);
  const double wall = form.wall, taper = form.taper;
  const Vec3d deck = centre + Vec3d{0, size.y / 2, 0}, keel = centre - Vec3d{0, size.y / 2, 0};
  const Vec3d floor = keel + Vec3d{0, wall, 0};
  TriangleMesh mesh;
  addRing(mesh, deck, size.x, size.z);
  addRing(mesh, keel, taper * size.x, taper * size.z);
  addRing(mesh, floor, taper * size.x - 2 * wall, taper * size.z - 2 * wall);
  addRing(mesh, deck, size.x - 2 * wall, size.z - 2 * wall);
  addStrip(mesh, 0, 1);
  addStrip(mesh, 2, 3);
  addStrip(mesh, 3, 0);
  if (form.leak > 0) {
    const double beam = form.leak * size.z / size.x;
    const Vec3d ahead{form.leakAt, 0, 0};
    addRing(mesh, keel + ahead, form.leak, beam);
    addRing(mesh, floor + ahead, form.leak, beam);
    addStrip(mesh, 1, 4);
    addStrip(mesh, 4, 5);
    addStrip(mesh, 5, 2);
  } else {
    addCap(mesh, 1, false);
    addCap(mesh, 2, true);
  }
  return mesh;
}

TriangleMesh makeRock(const Vec3d& centre, double radius, const RockForm& form, int subdivisions) {
  const Vec3d& s = form.stretch;
  if (!(s.x > 0 && s.y > 0 && s.z > 0))
    fail("a rock stretched by ({}, {}, {}) is empty; give three positive factors", s.x, s.y, s.z);
  if (!(form.roughness >= 0 && form.roughness < 1))
    fail("a rock of roughness {} turns inside out; give one from 0 to below 1", form.roughness);
  TriangleMesh mesh = makeSphere({}, radius, subdivisions);
  const Bumps bumps(form.seed);
  for (Vec3d& v : mesh.vertices) {
    const double out = 1 + form.roughness * bumps(normalised(v));
    v = centre + out * Vec3d{s.x * v.x, s.y * v.y, s.z * v.z};
  }
  return mesh;
}

}  // namespace shoal
