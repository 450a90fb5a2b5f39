#include "shoal/bodies/fem/fem_fracture.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "shoal/bodies/fem/fem_strength.h"
#include "shoal/bodies/fem/star_division.h"
#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

// How long a wave takes across a tetrahedron: what its stress needs to notice an opening.
double relaxationTime(const FemBody& body, std::uint32_t tet) {
  const FemStuff& stuff = body.solid().stuff()[tet];
  return portable::cbrt(6 * std::numbers::sqrt2 * signedVolume(body.mesh(), tet)) *
         std::sqrt(stuff.density / stuff.young);
}

// The vertices that edges lead to from this one, those whose edge is most nearly across the axis
// first.
std::vector<std::uint32_t> neighboursAcross(const TetraOpening& opening, const FemBody& body,
                                            std::uint32_t vertex, const Vec3d& axis) {
  const std::vector<Vec3d>& x = body.solid().x;
  const auto& origins = opening.origins();
  std::vector<std::pair<double, std::uint32_t>> found;
  for (const std::uint32_t t : opening.star(vertex))
    for (const std::uint32_t w : opening.mesh().tets[t])
      if (w != vertex)
        found.emplace_back(std::abs(dot(normalised(x[origins[w]] - x[origins[vertex]]), axis)), w);
  std::ranges::sort(found);
  std::vector<std::uint32_t> neighbours;
  constexpr double kAcross = 0.5;  // cosine of the angle to the axis
  for (const auto& [along, w] : found)
    if (along < kAcross && (neighbours.empty() || neighbours.back() != w)) neighbours.push_back(w);
  return neighbours;
}

}  // namespace

FemFracture::FemFracture(const FemParams& params)
    : params_(params.fracture), least_(leastStrength(params.fracture)) {
  requirePlaces(params_);
}

double FemFracture::strengthOf(const TetraMesh& mesh, std::uint32_t tet) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < 4; ++c)
    least = std::min(least, strengthAt(params_, faceCentre(mesh, tet, c)));
  return least;
}

std::vector<FemFracture::Pull> FemFracture::overstressed(const FemBody& body) const {
  constexpr std::size_t kElementChunk = 128;
  const FemSolid& solid = body.solid();
  std::vector<Pull> all(solid.mesh().elements());
  parallelChunks(
      all.size(),
      [&](Range r, std::size_t) {
        for (std::size_t e = r.begin; e != r.end; ++e) {
          const SymmetricAxes axes = axesOf(solid.elasticity().stress(e, solid.x));
          const auto element = static_cast<std::uint32_t>(e);
          const double stress = axes.values.x;
          const double over = stress > least_ ? stress / strengthOf(body.mesh(), element) : 0;
          all[e] = {over, stress, element, axes.vectors.column(0)};
        }
      },
      kElementChunk);
  std::erase_if(all, [&](const Pull& p) { return !(p.over > 1) || waits_[p.element] > 0; });
  std::ranges::stable_sort(all, [](const Pull& p, const Pull& q) { return p.over > q.over; });
  return all;
}

bool FemFracture::breakUp(FemBody& body, double dt) {
  constexpr std::size_t kMostTries = 256;  // elements that cannot open must not cost all the time
  waits_.resize(body.mesh().tets.size());
  for (double& wait : waits_) wait = std::max(0.0, wait - dt);
  std::vector<Pull> pulls = overstressed(body);
  if (pulls.empty()) return false;
  if (pulls.size() > kMostTries) pulls.resize(kMostTries);

  TetraOpening opening(body.mesh(), std::move(cuts_));
  std::vector<bool> busy(waits_.size());
  int openings = 0;
  for (const Pull& pull : pulls) {
    if (openings == params_.openings) break;
    if (openAt(opening, body, pull, busy))
      ++openings;
    else
      waits_[pull.element] = relaxationTime(body, pull.element);
  }
  cuts_ = opening.cuts();
  if (openings == 0) return false;
  takeOver(body, opening);
  return true;
}

// Tries the corners of an element, those around which the pull is strongest first. No element may
// take part in two openings of one step, since the first has changed its stress.
bool FemFracture::openAt(TetraOpening& opening, const FemBody& body, const Pull& pull,
                         std::vector<bool>& busy) {
  struct Corner {
    double pulled;
    std::uint32_t vertex;
  };
  std::vector<Corner> corners;
  for (const std::uint32_t v : opening.mesh().tets[pull.element]) {
    if (std::ranges::any_of(opening.star(v), [&](std::uint32_t t) { return busy[t]; })) continue;
    corners.push_back({pullOn(body, opening.star(v), pull.axis), v});
  }
  std::ranges::sort(corners, [](const Corner& a, const Corner& b) {
    return a.pulled != b.pulled ? a.pulled > b.pulled : a.vertex < b.vertex;
  });
  for (const Corner& corner : corners) {
    const auto star = opening.star(corner.vertex);
    const std::vector<std::uint32_t> around(star.begin(), star.end());
    if (!openVertex(opening, body, pull, corner.vertex)) continue;
    for (const std::uint32_t t : around) {
      busy[t] = true;
      waits_[t] = relaxationTime(body, t);
    }
    return true;
  }
  return false;
}

// Across the pull through the vertex or, if the mesh does not let it, a little beside; or through
// an edge that leads away from the vertex, the one most nearly across the pull that lets it.
bool FemFracture::openVertex(TetraOpening& opening, const FemBody& body, const Pull& pull,
                             std::uint32_t vertex) const {
  const auto sidesOf = [&](std::uint32_t v) {
    return StarDivision(opening, body, v, pull.axis, [&](const Vec3d& rest) {
      return strengthAt(params_, rest) <= pull.stress;
    });
  };
  const StarDivision star = sidesOf(vertex);
  std::vector<std::uint32_t> sides;
  for (const double height : star.heights(pull.over)) {
    std::vector<std::uint32_t> below = star.below(height);
    if (!isDivided(below)) continue;
    if (opening.split(vertex, below)) return true;
    if (sides.empty()) sides = std::move(below);
  }
  if (sides.empty()) return false;
  for (const std::uint32_t other : neighboursAcross(opening, body, vertex, pull.axis)) {
    const StarDivision beside = sidesOf(other);
    for (const double height : beside.heights(pull.over)) {
      const std::vector<std::uint32_t> below = beside.below(height);
      if (!isDivided(below)) continue;
      if (opening.split(std::array{TetraOpening::Division{vertex, sides},
                                   TetraOpening::Division{other, below}}))
        return true;
      break;
    }
  }
  return false;
}

void FemFracture::save(StateWriter& state) const {
  state(std::uint64_t{waits_.size()});
  for (const double wait : waits_) state(wait);
  state(std::uint64_t{cuts_.size()});
  for (const std::uint8_t faces : cuts_) state(std::uint64_t{faces});
}

void FemFracture::restore(StateReader& state, std::size_t tets) {
  const auto count = [&] {
    std::uint64_t number = 0;
    state(number);
    if (number != 0 && number != tets) fail("{} of {} tetrahedra have cracks", number, tets);
    return static_cast<std::size_t>(number);
  };
  waits_.assign(count(), 0);
  for (double& wait : waits_) state(wait);
  cuts_.assign(count(), 0);
  for (std::uint8_t& faces : cuts_) {
    std::uint64_t bits = 0;
    state(bits);
    faces = static_cast<std::uint8_t>(bits & 15);
  }
}

FemFracture FemFracture::partOf(std::span<const std::uint32_t> tets) const {
  FemFracture part = *this;
  const auto pick = [&](auto& values) {
    if (values.empty()) return;
    auto all = values;
    values.resize(tets.size());
    for (std::size_t i = 0; i < tets.size(); ++i) values[i] = all[tets[i]];
  };
  pick(part.waits_);
  pick(part.cuts_);
  return part;
}

}  // namespace shoal
