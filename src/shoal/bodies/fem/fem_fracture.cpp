#include "shoal/bodies/fem/fem_fracture.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "shoal/bodies/blade.h"
#include "shoal/bodies/fem/fem_strength.h"
#include "shoal/bodies/fem/star_division.h"
#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

// Time that an elastic wave takes across a tetrahedron: until then its stress does not reflect an
// opening.
double relaxationTime(const FemBody& body, std::uint32_t tet) {
  const FemMaterial& material = body.solid().materials()[tet];
  return portable::cbrt(6 * std::numbers::sqrt2 * signedVolume(body.mesh(), tet)) *
         std::sqrt(material.density / material.young);
}

// Neighbours of the vertex, sorted by the angle of their edge to the axis: the most nearly
// perpendicular first.
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
  constexpr double kAcross = 0.5;  // cosine of the angle to the axis, at most
  for (const auto& [along, w] : found)
    if (along < kAcross && (neighbours.empty() || neighbours.back() != w)) neighbours.push_back(w);
  return neighbours;
}

using Corners3 = std::array<Vec3d, 3>;

struct Neighbours {
  std::uint32_t a, b;
};

// Pairs of tetrahedra with a common face, in the order of the first.
std::vector<Neighbours> neighbours(const TetraMesh& mesh) {
  struct Side {
    Triangle face;
    std::uint32_t tet;
  };
  std::vector<Side> sides;
  for (std::uint32_t t = 0; t < mesh.tets.size(); ++t)
    for (std::size_t across = 0; across < 4; ++across) {
      Triangle face{};
      for (std::size_t c = 0, k = 0; c < 4; ++c)
        if (c != across) face[k++] = mesh.tets[t][c];
      std::ranges::sort(face);
      sides.push_back({face, t});
    }
  std::ranges::stable_sort(sides, [](const Side& p, const Side& q) { return p.face < q.face; });
  std::vector<Neighbours> pairs;
  for (std::size_t k = 1; k < sides.size(); ++k)
    if (sides[k].face == sides[k - 1].face) pairs.push_back({sides[k - 1].tet, sides[k].tet});
  return pairs;
}

void carryForces(const std::vector<Vec3d>& old, const std::vector<std::uint32_t>& oldNode,
                 FemSolid& solid) {
  std::vector<double> copies(old.size());
  for (const std::uint32_t node : oldNode) ++copies[node];
  for (std::size_t i = 0; i < oldNode.size(); ++i)
    solid.force[i] = old[oldNode[i]] / copies[oldNode[i]];
}

// Replaces the mesh of a body by the opened one and distributes nodal forces over the copies.
void takeOver(FemBody& body, const TetraOpening& opening) {
  const std::vector<Vec3d> forces = body.solid().force;
  std::vector<FemBody::Origin> vertices;
  for (const std::uint32_t v : opening.origins()) vertices.push_back({v, v, 0});
  std::vector<std::uint32_t> tets(opening.mesh().tets.size());
  for (std::uint32_t t = 0; t < tets.size(); ++t) tets[t] = t;
  const std::vector<std::uint32_t> oldNodes = body.solid().mesh().nodes;
  body.rebuild(opening.mesh(), vertices, tets);
  // Elements have kept the order of their nodes.
  const FemMesh& now = body.solid().mesh();
  std::vector<std::uint32_t> oldNode(now.rest.size());
  for (std::size_t k = 0; k < now.nodes.size(); ++k) oldNode[now.nodes[k]] = oldNodes[k];
  carryForces(forces, oldNode, body.solid());
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
          const auto element = static_cast<std::uint32_t>(e);
          const double strength = strengthOf(body.mesh(), element);
          if (!(strength < std::numeric_limits<double>::infinity())) continue;
          const SymmetricAxes axes = axesOf(solid.elasticity().stress(e, solid.x));
          const double stress = axes.values.x;
          all[e] = {stress > least_ ? stress / strength : 0, stress, element,
                    axes.vectors.column(0)};
        }
      },
      kElementChunk);
  std::erase_if(all, [&](const Pull& p) { return !(p.over > 1) || waits_[p.element] > 0; });
  std::ranges::stable_sort(all, [](const Pull& p, const Pull& q) { return p.over > q.over; });
  return all;
}

bool FemFracture::breakUp(FemBody& body, double dt) {
  constexpr std::size_t kMostTries = 256;  // bounds the time for elements that cannot open
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

// Tries the corners of an element, those with the largest tension first. No element may take part
// in two openings of one step, since the first has changed its stress.
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

// Opens the mesh across the tension, through the vertex or, if the mesh does not permit that,
// beside it; or through an edge at the vertex, the most nearly perpendicular one that permits it.
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

// Faces between neighbouring tetrahedra open if the blade crosses the line between their centres:
// the opened faces are the nearest to its path, and leave no gap.
bool FemFracture::cut(FemBody& body, std::span<const Corners3> swept) {
  Box3d reach;
  for (const Corners3& triangle : swept)
    for (const Vec3d& p : triangle) {
      if (!isFinite(p)) fail("the position of a blade that cuts \"{}\" is not finite", body.name());
      reach.extend(p);
    }
  std::vector<Vec3d> centre;
  for (const Tetra& tet : body.mesh().tets) {
    Vec3d sum;
    for (const std::uint32_t v : tet) sum += body.solid().x[v];
    centre.push_back(sum / 4.0);
  }
  TetraOpening opening(body.mesh(), std::move(cuts_));
  bool met = false;
  for (const auto& [a, b] : neighbours(body.mesh())) {
    const Vec3d &p = centre[a], &q = centre[b];
    const Vec3d low = max(min(p, q), reach.lower), high = min(max(p, q), reach.upper);
    if (Box3d(low, high).empty()) continue;
    if (std::ranges::none_of(swept,
                             [&](const Corners3& t) { return crossing(p, q, t).has_value(); }))
      continue;
    opening.cutBetween(a, b);
    met = true;
  }
  if (met) opening.openCuts();
  cuts_ = opening.cuts();
  if (!opening.hasOpened()) return false;
  takeOver(body, opening);
  return true;
}

}  // namespace shoal
