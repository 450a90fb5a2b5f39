#include "shoal/geometry/tetra/cell_lattice.h"

namespace shoal {

namespace {

using State = GradedCells::State;

struct Direction {
  std::size_t axis = 0;
  std::int32_t sign = 1;

  Vec3i step() const {
    Vec3i s;
    s[axis] = sign;
    return s;
  }
};

class LatticeBuilder {
 public:
  explicit LatticeBuilder(const GradedCells& cells) : cells_(cells) {}

  CellLattice build() {
    for (const LatticeCell& leaf : cells_.leaves())
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (const std::int32_t sign : {-1, 1}) joinAcross(leaf, {axis, sign});
    return std::move(lattice_);
  }

 private:
  void joinAcross(const LatticeCell& leaf, const Direction& way) {
    const LatticeCell beside{leaf.level, leaf.at + way.step()};
    const State here = cells_.state(leaf), there = cells_.state(beside);
    if (there == State::Split) return;  // those cells see to it
    if (there != State::Absent) {
      const bool hasMatter = here == State::Filled || there == State::Filled;
      if (way.sign > 0 && hasMatter) joinEqual(leaf, beside, way);
      return;
    }
    const LatticeCell larger{leaf.level + 1,
                             {beside.at.x >> 1, beside.at.y >> 1, beside.at.z >> 1}};
    const State beyond = cells_.state(larger);
    if (beyond == State::Filled || (beyond == State::Empty && here == State::Filled))
      joinLarger(leaf, larger, way);
  }

  // Four tetrahedra around the line between the centres, each halved if its edge is.
  void joinEqual(const LatticeCell& low, const LatticeCell& high, const Direction& way) {
    const std::uint32_t from = point(GradedCells::centre(low)),
                        to = point(GradedCells::centre(high));
    const auto corner = faceCorners(low, way);
    for (std::size_t n = 0; n < 4; ++n) {
      const Vec3i a = corner[n], b = corner[(n + 1) % 4];
      if (!isHalved(low, high, way, n)) {
        add({from, to, point(a), point(b)});
        continue;
      }
      const std::uint32_t middle = point(middleOf(a, b));
      add({from, to, point(a), middle});
      add({from, to, middle, point(b)});
    }
  }

  // The face is a quarter of the larger cell's. It is cut along the diagonal from that one's
  // corner to the middle of its face, so that no diagonal crosses another.
  void joinLarger(const LatticeCell& small, const LatticeCell& large, const Direction& way) {
    const std::uint32_t inSmall = point(GradedCells::centre(small)),
                        inLarge = point(GradedCells::centre(large));
    const auto corner = faceCorners(small, way);
    Vec3i middle = GradedCells::centre(large);
    middle[way.axis] -= way.sign * (2 << small.level);
    std::size_t hub = 0;
    while (!(corner[hub] == middle)) ++hub;
    const std::uint32_t c = point(corner[hub]), far = point(corner[(hub + 2) % 4]);
    for (const std::size_t n : {hub + 1, hub + 3}) {
      const std::uint32_t side = point(corner[n % 4]);
      add({inSmall, c, side, far});
      add({inLarge, c, side, far});
    }
  }

  // Whether one of the cells at edge n of the face has smaller ones.
  bool isHalved(const LatticeCell& low, const LatticeCell& high, const Direction& way,
                std::size_t n) const {
    const std::size_t u = (way.axis + 1) % 3, v = (way.axis + 2) % 3;
    Vec3i step;
    step[n % 2 == 0 ? v : u] = n == 0 || n == 3 ? -1 : 1;
    return cells_.state({low.level, low.at + step}) == State::Split ||
           cells_.state({high.level, high.at + step}) == State::Split;
  }

  static Vec3i middleOf(const Vec3i& a, const Vec3i& b) { return (a + b) / 2; }

  // Of the face in that direction: (0, 0), (1, 0), (1, 1), (0, 1) in the next two axes.
  static std::array<Vec3i, 4> faceCorners(const LatticeCell& cell, const Direction& way) {
    const std::int32_t edge = 2 << cell.level;
    const std::size_t u = (way.axis + 1) % 3, v = (way.axis + 2) % 3;
    Vec3i low = cell.at * edge;
    if (way.sign > 0) low[way.axis] += edge;
    std::array<Vec3i, 4> corner{low, low, low, low};
    corner[1][u] += edge;
    corner[2][u] += edge;
    corner[2][v] += edge;
    corner[3][v] += edge;
    return corner;
  }

  std::uint32_t point(const Vec3i& p) {
    const auto [found, isNew] =
        numberOf_.try_emplace(latticeKey(p), static_cast<std::uint32_t>(lattice_.points.size()));
    if (isNew) lattice_.points.push_back(p);
    return found->second;
  }

  void add(Tetra tet) {
    const auto& p = lattice_.points;
    const Vec3d o(p[tet[0]]);
    const double volume =
        dot(cross(Vec3d(p[tet[1]]) - o, Vec3d(p[tet[2]]) - o), Vec3d(p[tet[3]]) - o);
    if (volume < 0) std::swap(tet[2], tet[3]);
    lattice_.tets.push_back(tet);
  }

  const GradedCells& cells_;
  std::unordered_map<std::uint64_t, std::uint32_t> numberOf_;
  CellLattice lattice_;
};

}  // namespace

CellLattice bodyCentredLattice(const GradedCells& cells) { return LatticeBuilder(cells).build(); }

}  // namespace shoal
