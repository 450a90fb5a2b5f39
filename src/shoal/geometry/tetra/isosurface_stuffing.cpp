#include "shoal/geometry/tetra/isosurface_stuffing.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

// Snapping thresholds of [LS07], as fractions of an edge: the end of an edge that is cut nearer
// than this is moved to the surface. Long edges join points of one kind, corners or centres; short
// ones join one of each.
constexpr double kNearOnLong = 0.24999;
constexpr double kNearOnShort = 0.41189;

enum class Side : std::int8_t { Outside = -1, On = 0, Inside = 1 };

// Where the surface crosses an edge from inside to outside.
struct Cut {
  std::uint32_t inside = 0, outside = 0;
  double share = 0;  // from inside to outside
  Vec3d place;
};

bool comesBefore(const Cut& a, const Cut& b) {
  return a.inside != b.inside ? a.inside < b.inside : a.outside < b.outside;
}

// The root between an inner and an outer point, by regula falsi that halves the value of an end
// that stays (Illinois).
double crossing(const Vec3d& in, double atIn, const Vec3d& out, double atOut,
                const GradedCells::Depth& depth) {
  constexpr int kMostSteps = 40;
  constexpr double kExact = 1e-9;
  double low = 0, high = 1;
  int stayed = 0;  // which end did in the last step
  double root = 0.5;
  for (int step = 0; step < kMostSteps && high - low > kExact; ++step) {
    root = atOut > atIn ? low + (high - low) * atIn / (atIn - atOut) : (low + high) / 2;
    const double value = depth(in + root * (out - in), 2 * length(out - in));
    if (std::abs(value) <= kExact * length(out - in)) break;
    if (value > 0) {
      high = root;
      atOut = value;
      if (stayed < 0) atIn /= 2;
      stayed = -1;
    } else {
      low = root;
      atIn = value;
      if (stayed > 0) atOut /= 2;
      stayed = 1;
    }
  }
  return root;
}

class Stuffing {
 public:
  Stuffing(const CellLattice& lattice, const GradedCells& cells, const GradedCells::Depth& depth)
      : lattice_(lattice), place_(lattice.points.size()), side_(lattice.points.size()) {
    std::vector<double> depths(place_.size());
    parallelFor(place_.size(), [&](std::size_t i) {
      place_[i] = cells.place(lattice.points[i]);
      depths[i] = depth(place_[i], 2 * cells.size());
      side_[i] = depths[i] < 0 ? Side::Inside : Side::Outside;
    });
    findCuts();
    parallelFor(cuts_.size(), [&](std::size_t i) {
      Cut& cut = cuts_[i];
      const Vec3d in = place_[cut.inside], out = place_[cut.outside];
      cut.share = crossing(in, depths[cut.inside], out, depths[cut.outside], depth);
      cut.place = in + cut.share * (out - in);
    });
  }

  TetraMesh mesh() {
    moveOntoSurface();
    for (const Tetra& tet : lattice_.tets) fill(tet);
    return std::move(mesh_);
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;

  void findCuts() {
    for (const Tetra& tet : lattice_.tets)
      for (const std::uint32_t i : tet)
        for (const std::uint32_t o : tet)
          if (side_[i] == Side::Inside && side_[o] == Side::Outside) cuts_.push_back({i, o, 0, {}});
    std::sort(cuts_.begin(), cuts_.end(), comesBefore);
    const auto same = [](const Cut& a, const Cut& b) {
      return a.inside == b.inside && a.outside == b.outside;
    };
    cuts_.erase(std::unique(cuts_.begin(), cuts_.end(), same), cuts_.end());
    vertexOfCut_.assign(cuts_.size(), kNone);
    vertexOfPoint_.assign(place_.size(), kNone);
  }

  bool isLong(std::uint32_t a, std::uint32_t b) const {
    return ((lattice_.points[a].x ^ lattice_.points[b].x) & 1) == 0;
  }

  // One point after the other: once it lies on the surface, its edges are no longer cut.
  void moveOntoSurface() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;  // point and cut
    for (std::uint32_t c = 0; c < cuts_.size(); ++c) {
      ends.emplace_back(cuts_[c].inside, c);
      ends.emplace_back(cuts_[c].outside, c);
    }
    std::sort(ends.begin(), ends.end());
    for (std::size_t first = 0, next; first < ends.size(); first = next) {
      const std::uint32_t point = ends[first].first;
      std::uint32_t nearest = kNone;
      for (next = first; next < ends.size() && ends[next].first == point; ++next) {
        const Cut& cut = cuts_[ends[next].second];
        if (isCut(cut) && isTooNear(cut, point) &&
            (nearest == kNone || distanceTo(cut, point) < distanceTo(cuts_[nearest], point)))
          nearest = ends[next].second;
      }
      if (nearest == kNone) continue;
      place_[point] = cuts_[nearest].place;
      side_[point] = Side::On;
    }
  }

  bool isCut(const Cut& cut) const {
    return side_[cut.inside] == Side::Inside && side_[cut.outside] == Side::Outside;
  }
  bool isTooNear(const Cut& cut, std::uint32_t point) const {
    const double share = point == cut.inside ? cut.share : 1 - cut.share;
    return share < (isLong(cut.inside, cut.outside) ? kNearOnLong : kNearOnShort);
  }
  double distanceTo(const Cut& cut, std::uint32_t point) const {
    return length(cut.place - place_[point]);
  }

  // Meshes the part of a tetrahedron that is inside.
  void fill(const Tetra& tet) {
    std::array<std::uint32_t, 4> in{}, on{}, out{};
    std::size_t ins = 0, ons = 0, outs = 0;
    for (const std::uint32_t v : tet) {
      if (side_[v] == Side::Inside) in[ins++] = v;
      if (side_[v] == Side::On) on[ons++] = v;
      if (side_[v] == Side::Outside) out[outs++] = v;
    }
    if (ins == 0) return;
    if (outs == 0) return add({vertex(tet[0]), vertex(tet[1]), vertex(tet[2]), vertex(tet[3])});
    if (ins == 1) return addTip(in[0], on, ons, out, outs);
    if (ins == 3) return addStump(in[0], in[1], in[2], out[0]);
    if (outs == 1) return addPyramid(in[0], in[1], on[0], out[0]);
    addWedge(in[0], in[1], out[0], out[1]);
  }

  void addTip(std::uint32_t tip, const std::array<std::uint32_t, 4>& on, std::size_t ons,
              const std::array<std::uint32_t, 4>& out, std::size_t outs) {
    Tetra tet{vertex(tip), 0, 0, 0};
    for (std::size_t i = 0; i < ons; ++i) tet[1 + i] = vertex(on[i]);
    for (std::size_t i = 0; i < outs; ++i) tet[1 + ons + i] = cut(tip, out[i]);
    add(tet);
  }

  // On two inner points and one on the surface; the face with the outer one is a quadrangle.
  void addPyramid(std::uint32_t p, std::uint32_t q, std::uint32_t on, std::uint32_t out) {
    if (!diagonalIsFrom(p, q, out)) std::swap(p, q);
    add({vertex(p), vertex(q), cut(q, out), vertex(on)});
    add({vertex(p), cut(q, out), cut(p, out), vertex(on)});
  }

  // A tetrahedron without one corner: three quadrangles.
  void addStump(std::uint32_t p, std::uint32_t q, std::uint32_t r, std::uint32_t out) {
    // Put first the point from which both diagonals start, and last the one at which both end.
    std::array<std::uint32_t, 3> in{p, q, r};
    std::array<int, 3> starts{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        if (i != j) starts[i] += diagonalIsFrom(in[i], in[j], out);
    std::array<std::uint32_t, 3> order{};
    for (std::size_t i = 0; i < 3; ++i) order[static_cast<std::size_t>(2 - starts[i])] = in[i];
    const auto& [a, b, c] = order;
    add({vertex(a), vertex(b), vertex(c), cut(c, out)});
    add({vertex(a), vertex(b), cut(c, out), cut(b, out)});
    add({vertex(a), cut(a, out), cut(b, out), cut(c, out)});
  }

  // Two inner points, two outer ones.
  void addWedge(std::uint32_t p, std::uint32_t q, std::uint32_t a, std::uint32_t b) {
    if (diagonalIsFrom(p, q, a) == diagonalIsFrom(p, q, b)) {
      if (!diagonalIsFrom(p, q, a)) std::swap(p, q);
      add({vertex(p), vertex(q), cut(q, a), cut(q, b)});
      const bool first =
          length(cutPlace(p, a) - cutPlace(q, b)) < length(cutPlace(p, b) - cutPlace(q, a));
      if (!first) std::swap(a, b);
      add({vertex(p), cut(p, a), cut(p, b), cut(q, b)});
      add({vertex(p), cut(p, a), cut(q, a), cut(q, b)});
      return;
    }
    if (!diagonalIsFrom(p, q, b)) std::swap(a, b);
    // Now diagonals run from p to the cut (q, b) and from q to the cut (p, a).
    add({vertex(p), vertex(q), cut(p, a), cut(q, b)});
    add({vertex(p), cut(p, a), cut(p, b), cut(q, b)});
    add({vertex(q), cut(p, a), cut(q, a), cut(q, b)});
  }

  // A face with two inner points p, q is cut into a triangle and a quadrangle; whether this one's
  // diagonal runs from p to the cut of q's edge. Where one of the two edges is long, to its cut;
  // else from the point of even place, so that both tetrahedra at the face agree.
  bool diagonalIsFrom(std::uint32_t p, std::uint32_t q, std::uint32_t out) const {
    const bool longP = isLong(p, out), longQ = isLong(q, out);
    if (longP != longQ) return longQ;
    const auto& a = lattice_.points[p];
    return ((a.x + a.y + a.z - (a.x & 1) * 3) / 2 & 1) == 0;
  }

  std::uint32_t vertex(std::uint32_t point) {
    std::uint32_t& number = vertexOfPoint_[point];
    if (number == kNone) number = newVertex(place_[point]);
    return number;
  }
  std::uint32_t cut(std::uint32_t in, std::uint32_t out) {
    const std::size_t c = cutNumber(in, out);
    if (vertexOfCut_[c] == kNone) vertexOfCut_[c] = newVertex(cuts_[c].place);
    return vertexOfCut_[c];
  }
  Vec3d cutPlace(std::uint32_t in, std::uint32_t out) const {
    return cuts_[cutNumber(in, out)].place;
  }
  std::size_t cutNumber(std::uint32_t in, std::uint32_t out) const {
    const auto found =
        std::lower_bound(cuts_.begin(), cuts_.end(), Cut{in, out, 0, {}}, comesBefore);
    return static_cast<std::size_t>(found - cuts_.begin());
  }
  std::uint32_t newVertex(const Vec3d& p) {
    mesh_.vertices.push_back(p);
    return static_cast<std::uint32_t>(mesh_.vertices.size() - 1);
  }

  void add(const Tetra& tet) {
    mesh_.tets.push_back(tet);
    if (signedVolume(mesh_, mesh_.tets.size() - 1) < 0)
      std::swap(mesh_.tets.back()[2], mesh_.tets.back()[3]);
  }

  const CellLattice& lattice_;
  std::vector<Vec3d> place_;  // of lattice points, m
  std::vector<Side> side_;
  std::vector<Cut> cuts_;  // sorted by inner and outer point
  std::vector<std::uint32_t> vertexOfCut_, vertexOfPoint_;
  TetraMesh mesh_;
};

}  // namespace

TetraMesh stuffLattice(const CellLattice& lattice, const GradedCells& cells,
                       const GradedCells::Depth& depth) {
  return Stuffing(lattice, cells, depth).mesh();
}

}  // namespace shoal
