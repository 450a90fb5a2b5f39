#include "shoal/bodies/cloth/sheet_cut.h"

#include <algorithm>

#include "shoal/bodies/cloth/sheet_mesh.h"
#include "shoal/core/box.h"

namespace shoal {

namespace {

// Fraction of an edge within which a crossing is moved to the vertex. Less leaves slivers, more
// moves the cut visibly off the path of the blade.
constexpr double kSnap = 0.1;

using Link = std::array<std::uint32_t, 2>;  // two vertices, the lower first

Link linkOf(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

std::optional<double> shareCut(const Vec3d& p, const Vec3d& q, const Swept& swept) {
  Box3d line, reach;
  for (const Vec3d& end : {p, q}) line.extend(end);
  for (const auto& triangle : swept)
    for (const Vec3d& corner : triangle) reach.extend(corner);
  if (Box3d(max(line.lower, reach.lower), min(line.upper, reach.upper)).empty())
    return std::nullopt;
  for (const auto& triangle : swept)
    if (const auto share = crossing(p, q, triangle)) return share;
  return std::nullopt;
}

class Cutting {
 public:
  Cutting(const MovingSheet& sheet, std::span<const std::uint32_t> tips)
      : sheet_(sheet), tips_(tips.begin(), tips.end()) {
    for (std::uint32_t v = 0; v < sheet.x.size(); ++v) cut_.origins.push_back({v, v, 0});
  }

  // Crossings of the blade with edges.
  void findPoints(const Blade& from, const Blade& to, double h) {
    for (const SheetEdge& edge : sheet_.topology.edges) {
      const Vec3d moved = h / 2 * (sheet_.v[edge.a] + sheet_.v[edge.b]);
      const auto share = shareCut(sheet_.x[edge.a], sheet_.x[edge.b], sweep(from + moved, to));
      points_.push_back(share ? pointAt(edge, *share) : kNobody);
    }
  }

  // The links between them. Each triangle has one where the blade comes in and one where it leaves.
  void findPath() {
    for (std::size_t t = 0; t < sheet_.triangles.size(); ++t) {
      std::vector<std::uint32_t> met;
      for (const std::uint32_t edge : sheet_.topology.edgeAcross[t])
        if (points_[edge] != kNobody) met.push_back(points_[edge]);
      if (met.size() == 1) goOn(sheet_.triangles[t], met[0]);
      for (std::size_t k = 1; k < met.size(); ++k) join(met[k - 1], met[k]);
    }
    std::ranges::sort(path_);
    path_.erase(std::unique(path_.begin(), path_.end()), path_.end());
  }

  SheetCut finish() && {
    findTips();
    const bool divides = cut_.origins.size() > sheet_.x.size();
    if (!divides && path_.empty()) return {{}, {}, {}, std::move(cut_.tips)};
    for (std::uint32_t t = 0; t < sheet_.triangles.size(); ++t) divide(t);
    const auto source = splitFans(cut_.triangles, cut_.origins.size(), path_);
    for (std::size_t v = cut_.origins.size(); v < source.size(); ++v)
      cut_.origins.push_back(cut_.origins[source[v]]);
    return std::move(cut_);
  }

 private:
  std::uint32_t pointAt(const SheetEdge& edge, double share) {
    if (share < kSnap) return edge.a;
    if (share > 1 - kSnap) return edge.b;
    cut_.origins.push_back({edge.a, edge.b, share});
    return static_cast<std::uint32_t>(cut_.origins.size() - 1);
  }

  void join(std::uint32_t p, std::uint32_t q) {
    if (p != q) path_.push_back(linkOf(p, q));
  }

  // Continues the path from a tip in this triangle to a point of it.
  void goOn(const Triangle& triangle, std::uint32_t point) {
    if (std::ranges::find(tips_, point) != tips_.end()) return;
    const auto tip = std::ranges::find_first_of(triangle, tips_);
    if (tip != triangle.end()) join(*tip, point);
  }

  std::size_t linksAt(std::uint32_t v) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(path_, [&](const Link& l) { return l[0] == v || l[1] == v; }));
  }

  void findTips() {
    for (const std::uint32_t tip : tips_)
      if (linksAt(tip) == 0) cut_.tips.push_back(tip);
    for (const std::uint32_t point : points_)
      if (point != kNobody && linksAt(point) < 2 && std::ranges::find(tips_, point) == tips_.end())
        cut_.tips.push_back(point);
    std::ranges::sort(cut_.tips);
    cut_.tips.erase(std::unique(cut_.tips.begin(), cut_.tips.end()), cut_.tips.end());
  }

  // Two halves for each new vertex on its edges; links between such vertices are edges then.
  void divide(std::uint32_t t) {
    std::vector<Triangle> parts{sheet_.triangles[t]};
    for (const std::uint32_t edge : sheet_.topology.edgeAcross[t]) {
      const std::uint32_t middle = points_[edge];
      if (middle == kNobody || middle < sheet_.x.size()) continue;
      const auto [a, b, share] = cut_.origins[middle];
      const auto whole = std::ranges::find_if(parts, [&, a = a, b = b](const Triangle& part) {
        return std::ranges::count(part, a) + std::ranges::count(part, b) == 2;
      });
      Triangle other = *whole;
      std::ranges::replace(*whole, b, middle);
      std::ranges::replace(other, a, middle);
      parts.push_back(other);
    }
    for (const Triangle& part : parts) {
      cut_.triangles.push_back(part);
      cut_.parents.push_back(t);
    }
  }

  const MovingSheet& sheet_;
  std::vector<std::uint32_t> tips_;
  std::vector<std::uint32_t> points_;  // per edge, or kNobody
  std::vector<Link> path_;
  SheetCut cut_;
};

}  // namespace

SheetCut cutSheet(const MovingSheet& sheet, const Blade& from, const Blade& to, double h,
                  std::span<const std::uint32_t> tips) {
  Cutting cutting(sheet, tips);
  cutting.findPoints(from, to, h);
  cutting.findPath();
  return std::move(cutting).finish();
}

}  // namespace shoal
