#include "shoal/geometry/tetra/embedding_mesher.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "shoal/core/error.h"
#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"
#include "shoal/geometry/distance/distance.h"
#include "shoal/geometry/mesh/mesh_topology.h"
#include "shoal/geometry/mesh/slice.h"
#include "shoal/geometry/repair/hole_filling.h"
#include "shoal/geometry/repair/mesh_crossing.h"
#include "shoal/geometry/repair/mesh_orientation.h"
#include "shoal/geometry/repair/mesh_repair.h"
#include "shoal/geometry/tetra/isosurface_stuffing.h"
#include "shoal/geometry/tetra/mesher_check.h"
#include "shoal/search/kd_tree.h"

namespace shoal {

namespace {

constexpr double kMostCells = 400'000;
constexpr double kFewest = 2;          // cells along the longest side
constexpr double kMissed = 0.4;        // cells from the mesh at which the surface counts as lost
constexpr double kLeastShare = 0.1;    // that a tetrahedron counts as filled at least
constexpr double kLeastFilled = 0.02;  // of the volume of the mesh
// Radii, in cells, around lost points. A ball of 0.56 cells holds a point of the lattice; snapping
// may move one that is nearer to its surface than 0.36 cells.
constexpr std::array kThickening = {0.6, 0.8, 1.0};

double longestSide(const TriangleMesh& mesh) {
  const Vec3d size = mesh.bounds().size();
  return std::max({size.x, size.y, size.z});
}

// Closed parts inside of others are cavities to `repaired`, whichever way they face. Here they are
// only if the file has them face the other way than the parts around them, as authors of cavities
// do: eyes in a head are none.
void keepInnerParts(const RepairedMesh& repaired, const TriangleMesh& given, TriangleMesh& sealed) {
  const MeshParts parts = connectedParts(sealed);
  std::vector<double> volume(parts.count), turned(parts.count);
  for (std::size_t t = 0; t < sealed.triangles.size(); ++t) {
    const auto [a, b, c] = corners(sealed, t);
    volume[parts.ofTriangle[t]] += dot(a, cross(b, c));
    if (t >= repaired.origin.size()) continue;  // added to seal it
    const auto [p, q, r] = corners(given, repaired.origin[t]);
    turned[parts.ofTriangle[t]] -= dot(cross(b - a, c - a), cross(q - p, r - p)) < 0 ? -1 : 1;
  }
  double outer = 0;  // above 0 if the parts that are no cavities were turned
  for (std::size_t p = 0; p < parts.count; ++p)
    if (volume[p] > 0) outer += turned[p];
  std::vector<bool> turns(parts.count);
  for (std::size_t p = 0; p < parts.count; ++p)
    turns[p] = volume[p] < 0 && (turned[p] > 0) != (outer > 0);
  for (std::size_t t = 0; t < sealed.triangles.size(); ++t)
    if (turns[parts.ofTriangle[t]]) std::swap(sealed.triangles[t][1], sealed.triangles[t][2]);
}

struct Sealed {
  TriangleMesh mesh;
  std::size_t openings = 0;
  std::size_t parts = 0;  // of the surface that was given
};

Sealed seal(const TriangleMesh& given) {
  const RepairedMesh sound = repaired(given);
  Sealed sealed{sound.mesh, 0, sound.parts};
  sealed.openings = sealEdges(sealed.mesh);
  unifyOrientation(sealed.mesh);
  keepInnerParts(sound, given, sealed.mesh);
  sealEdges(sealed.mesh);  // of one-sided surfaces, whose orientation cannot be unified
  return sealed;
}

// Where the winding number is not zero, by rows along x.
double volumeByRows(const TriangleMesh& mesh, double spacing) {
  struct RowCrossing {
    double k, j;
    Crossing at;
  };
  const Box3d bounds = mesh.bounds();
  const auto row = [&](double n, std::size_t axis) {
    return bounds.lower[axis] + (n + 0.5) * spacing;
  };
  const auto firstRow = [&](double from, std::size_t axis) {
    return std::max(0.0, std::floor((from - bounds.lower[axis]) / spacing - 0.5));
  };
  std::vector<RowCrossing> crossings;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const std::array<Vec3d, 3> corner = corners(mesh, t);
    const auto [low, high] = std::minmax({corner[0].z, corner[1].z, corner[2].z});
    for (double k = firstRow(low, 2); row(k, 2) <= high; ++k)
      if (const auto cut = cutTriangle(corner, row(k, 2)))
        for (double j = firstRow(std::min(cut->a.y, cut->b.y), 1);
             row(j, 1) <= std::max(cut->a.y, cut->b.y); ++j)
          if (const auto at = crossRow(*cut, row(j, 1))) crossings.push_back({k, j, *at});
  }
  std::sort(crossings.begin(), crossings.end(), [](const RowCrossing& l, const RowCrossing& r) {
    return std::tie(l.k, l.j, l.at.x, l.at.winding) < std::tie(r.k, r.j, r.at.x, r.at.winding);
  });
  double sum = 0;
  int winding = 0;
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    if (winding != 0) sum += crossings[i].at.x - crossings[i - 1].at.x;
    winding += crossings[i].at.winding;
  }
  return sum * sq(spacing);
}

// Exact where no part lies in or crosses another.
double enclosedVolume(const Sealed& sealed, double cells) {
  constexpr double kRows = 8;  // per cell
  const double exact = sealed.mesh.signedVolume();
  if (connectedParts(sealed.mesh).count == 1 && exact > 0 && !firstCrossing(sealed.mesh))
    return exact;
  return volumeByRows(sealed.mesh, cells / kRows);
}

// Balls around points that the mesh would lose.
struct Balls {
  KdTree tree;
  double radius;  // m
};

struct Attempt {
  EmbeddingMesh made;
  std::string flaw;  // "" if there is none
};

class Embedding {
 public:
  Embedding(const TriangleMesh& given, const Sealed& sealed, double cells)
      : given_(given),
        sealed_(sealed),
        cells_(longestSide(given) / std::max(1.0, std::ceil(longestSide(given) / cells - 1e-6))),
        middle_(given.bounds().centre()),
        distance_(sealed.mesh) {}

  Attempt make() {
    Attempt attempt;
    TetraMesh& mesh = attempt.made.mesh;
    mesh = stuffed();
    std::vector<Vec3f> lost = lostPoints(mesh);
    const std::size_t thin = lost.size();
    for (const double radius : kThickening) {
      if (lost.empty()) break;
      balls_.push_back({KdTree(lost), radius * cells_});
      mesh = stuffed();
      lost = lostPoints(mesh);
    }
    if (!lost.empty()) {
      const Vec3d at = Vec3d(lost.front()) + middle_;
      attempt.flaw =
          fmt::format("would lose the surface at ({:.4g}, {:.4g}, {:.4g})", at.x, at.y, at.z);
      return attempt;
    }
    const std::size_t parts = connectedParts(mesh.tets);
    if (parts > sealed_.parts) {
      attempt.flaw =
          fmt::format("would fall into {} parts, but the surface has {}", parts, sealed_.parts);
      return attempt;
    }
    fill(attempt);
    if (sealed_.openings > 0)
      attempt.made.note = fmt::format("{} opening{} counted as closed", sealed_.openings,
                                      sealed_.openings == 1 ? "" : "s");
    if (thin > 0)
      attempt.made.note += fmt::format("{}parts thinner than a cell thickened to about one",
                                       attempt.made.note.empty() ? "" : ", ");
    return attempt;
  }

 private:
  double depth(const Vec3d& p, double limit) const {
    double least = distance_.signedDistance(p, limit);
    for (const Balls& balls : balls_)
      least =
          std::min(least, double(balls.tree.closest(Vec3f(p - middle_))->distance) - balls.radius);
    return least;
  }

  TetraMesh stuffed() const {
    const GradedCells::Depth depthAt = [&](const Vec3d& p, double limit) {
      return depth(p, limit);
    };
    const GradedCells cells(given_.bounds().grown(balls_.empty() ? 0 : cells_), cells_, 1, depthAt);
    return stuffLattice(bodyCentredLattice(cells), cells, depthAt);
  }

  // Relative to the middle, where floats are precise.
  std::vector<Vec3f> lostPoints(const TetraMesh& mesh) const {
    std::vector<Vec3d> points = given_.vertices;
    for (const SurfacePoint& point : pointsOn(given_, cells_ / 2)) points.push_back(point.place);
    std::vector<char> isLost(points.size(), 1);
    if (!mesh.tets.empty()) {
      const MeshDistance toMesh({mesh.vertices, boundaryTriangles(mesh)});
      const double reach = kMissed * cells_;
      parallelFor(points.size(), [&](std::size_t i) {
        isLost[i] =
            char(toMesh.distance(points[i], 1.01 * reach) > reach && !toMesh.inside(points[i]));
      });
    }
    std::vector<Vec3f> lost;
    for (std::size_t i = 0; i < points.size(); ++i)
      if (isLost[i]) lost.emplace_back(points[i] - middle_);
    return lost;
  }

  static std::size_t connectedParts(const std::vector<Tetra>& tets) {
    TriangleMesh faces;  // two of each tetrahedron name all its vertices
    for (const auto& [a, b, c, d] : tets) {
      faces.triangles.push_back({a, b, c});
      faces.triangles.push_back({b, c, d});
      faces.vertices.resize(
          std::max<std::size_t>(faces.vertices.size(), std::size_t{std::max({a, b, c, d})} + 1));
    }
    return shoal::connectedParts(faces).count;
  }

  // The share of points inside: of a regular lattice in the tetrahedron.
  double sampledShare(const std::array<Vec3d, 4>& corner) const {
    constexpr int kOrder = 5;
    int inside = 0, all = 0;
    for (int i = 0; i < kOrder; ++i)
      for (int j = 0; i + j < kOrder; ++j)
        for (int k = 0; i + j + k < kOrder; ++k) {
          const int l = kOrder - 1 - i - j - k;
          const auto weight = [](int n) { return (n + 0.25) / kOrder; };
          const Vec3d p = weight(i) * corner[0] + weight(j) * corner[1] + weight(k) * corner[2] +
                          weight(l) * corner[3];
          inside += distance_.inside(p);
          ++all;
        }
    return double(inside) / all;
  }

  // Tetrahedra that are there because parts were thickened are filled in part.
  void fill(Attempt& attempt) const {
    const TetraMesh& mesh = attempt.made.mesh;
    std::vector<double>& filled = attempt.made.filled;
    filled.assign(mesh.tets.size(), 1);
    const double outside = 0.05 * cells_;
    if (!balls_.empty())
      parallelFor(mesh.tets.size(), [&](std::size_t t) {
        std::array<Vec3d, 4> corner;
        for (std::size_t k = 0; k < 4; ++k) corner[k] = mesh.vertices[mesh.tets[t][k]];
        const bool thickened = std::ranges::any_of(corner, [&](const Vec3d& p) {
          return distance_.signedDistance(p, 2 * outside) > outside;
        });
        if (thickened) filled[t] = std::max(kLeastShare, sampledShare(corner));
      });
    double sum = 0;
    for (std::size_t t = 0; t < filled.size(); ++t) sum += filled[t] * signedVolume(mesh, t);
    const double volume = enclosedVolume(sealed_, cells_);
    if (!(volume > kLeastFilled * mesh.volume())) {
      attempt.flaw = fmt::format("would be filled to {:.2g} % only, with {:.3g} m^3",
                                 100 * std::max(0.0, volume) / mesh.volume(), volume);
      return;
    }
    for (double& share : filled) share *= volume / sum;
  }

  const TriangleMesh& given_;
  const Sealed& sealed_;
  double cells_;  // m; the longest side of the bounds holds a whole number
  Vec3d middle_;  // m
  MeshDistance distance_;
  std::vector<Balls> balls_;
};

double cellsNeeded(const Sealed& sealed, double cells) {
  return 2 * areaOf(sealed.mesh) / sq(cells) +
         std::max(0.0, sealed.mesh.signedVolume()) / cube(cells);
}

// Rounded to two digits, up or down.
double rounded(double number, double (*whole)(double)) {
  const double unit = portable::pow(10.0, std::floor(portable::log10(number)) - 1);
  return whole(number / unit) * unit;
}

void requireFew(const Sealed& sealed, double cells) {
  if (cellsNeeded(sealed, cells) <= kMostCells) return;
  double low = cells, high = longestSide(sealed.mesh);
  for (int step = 0; step < 60; ++step) {
    const double between = std::sqrt(low) * std::sqrt(high);
    (cellsNeeded(sealed, between) > kMostCells ? low : high) = between;
  }
  fail("cells of {:.3g} m would be about {:.2g}; raise cells to {:.2g} m", cells,
       cellsNeeded(sealed, cells), rounded(high, [](double x) { return std::ceil(x); }));
}

// No size of cells suits what encloses next to nothing.
void requireBulk(const Sealed& sealed) {
  constexpr double kThinnest = 1e-4;  // about a third of thickness over width, of a plate
  const double area = areaOf(sealed.mesh);
  const double volume = enclosedVolume(sealed, longestSide(sealed.mesh) / 50);
  if (!(volume > kThinnest * area * std::sqrt(area)))
    fail(
        "the surface of {:.3g} m^2 encloses {:.3g} m^3 only; give it a thickness, or say model = "
        "\"cloth\"",
        area, std::max(0.0, volume));
}

// What is wrong with cells that are too coarse, and a value that works.
[[noreturn]] void failTooCoarse(const TriangleMesh& given, const Sealed& sealed, double cells,
                                const std::string& flaw) {
  constexpr double kFiner = 0.8;
  constexpr double kMostTried = 30'000;  // cells
  for (double finer = std::min(kFiner * cells, longestSide(given) / kFewest);
       cellsNeeded(sealed, finer) < kMostTried; finer *= kFiner) {
    const double value = rounded(finer, [](double x) { return std::floor(x); });
    if (Embedding(given, sealed, value).make().flaw.empty())
      fail("a mesh of cells of {:.3g} m {}; lower cells to {:.2g} m", cells, flaw, value);
  }
  fail(
      "a mesh of cells of {:.3g} m {}, and smaller ones do not help; give the surface a thickness, "
      "or say model = \"cloth\"",
      cells, flaw);
}

}  // namespace

EmbeddingMesh meshAround(const TriangleMesh& surface, double cells) {
  if (!(cells > 0 && std::isfinite(cells))) fail("cells is {} m; give a positive length", cells);
  requireUsable(surface);
  const Sealed sealed = seal(surface);
  requireFew(sealed, cells);
  requireBulk(sealed);
  if (kFewest * cells > longestSide(surface) * (1 + 1e-9))
    failTooCoarse(
        surface, sealed, cells,
        fmt::format("would have less than {} along {:.3g} m", kFewest, longestSide(surface)));
  Attempt attempt = Embedding(surface, sealed, cells).make();
  if (!attempt.flaw.empty()) failTooCoarse(surface, sealed, cells, attempt.flaw);
  return std::move(attempt.made);
}

}  // namespace shoal
