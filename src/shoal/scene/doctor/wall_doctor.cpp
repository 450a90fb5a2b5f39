#include "shoal/scene/doctor/wall_doctor.h"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

using Severity = Finding::Severity;

// Places at which the thickness of a wall is measured, at most.
constexpr std::size_t kMostPlaces = 20'000;
// Cosine of the angle up to which surfaces count as parallel.
constexpr double kParallel = 0.9;
// In spacings: thickness that is called thin, and gaps so small that the sheets are meant as one.
constexpr double kThin = 0.98;
constexpr double kCoincident = 0.05;

struct SurfacePoint {
  Vec3d position;
  Vec3d normal;
};

void addTrianglePoints(const std::array<Vec3d, 3>& triangle, double spacing, std::size_t most,
                       std::vector<SurfacePoint>& points) {
  const auto& [a, b, c] = triangle;
  const Vec3d normal = normalised(cross(b - a, c - a));
  if (!(length(normal) > 0.5)) return;  // no area
  const double longest = std::max({length(b - a), length(c - b), length(a - c)});
  const double rows = std::min(std::ceil(longest / spacing), std::sqrt(static_cast<double>(most)));
  const int n = std::max(1, static_cast<int>(rows));
  for (int i = 0; i < n; ++i)
    for (int j = 0; i + j < n; ++j) {
      const double u = (i + 1.0 / 3) / n;
      const double v = (j + 1.0 / 3) / n;
      points.push_back({a + (b - a) * u + (c - a) * v, normal});
    }
}

void addSegmentPoints(const Segment& segment, double spacing, std::vector<SurfacePoint>& points) {
  const Vec3d along = segment.b - segment.a;
  const Vec3d normal = normalised(Vec3d{along.y, -along.x, 0});  // the inside is to the left
  if (!(length(normal) > 0.5)) return;
  const double pieces = std::clamp(std::ceil(length(along) / spacing), 1.0, 1000.0);
  for (int i = 0; i < static_cast<int>(pieces); ++i)
    points.push_back({segment.a + along * ((i + 0.5) / pieces), normal});
}

std::vector<SurfacePoint> surfacePoints(const AssembledWall& wall, const WorldParams& world) {
  std::vector<SurfacePoint> points;
  const bool flat = world.dimensions == 2;
  const std::size_t pieces = flat ? wall.outline.size() : wall.mesh.triangles.size();
  const std::size_t stride = 1 + pieces / kMostPlaces;
  const std::size_t most = kMostPlaces / std::max<std::size_t>(1, pieces);
  for (std::size_t i = 0; i < pieces && points.size() < kMostPlaces; i += stride) {
    if (flat)
      addSegmentPoints(wall.outline[i], world.spacing, points);
    else
      addTrianglePoints(corners(wall.mesh, i), world.spacing, most, points);
  }
  return points;
}

// Half a spacing below the surface of a thick body the nearest surface is still where we came
// from, or to the side. In a thin one we approach, or have left by, the opposite surface.
bool isThinAt(const WallChart& chart, const SurfacePoint& point, double spacing) {
  const Vec3d inwards = chart.inverted ? point.normal : -point.normal;
  const double step = 0.005 * spacing;
  const Vec3d below = point.position + inwards * (kThin / 2 * spacing);
  const double rise =
      chart.distance.signedDistance(below + inwards * step) - chart.distance.signedDistance(below);
  return rise > kParallel * step;
}

// The direction away from the wall.
Vec3d gradient(const MeshDistance& wall, const Vec3d& p, double step) {
  const double here = wall.distance(p);
  return normalised(Vec3d{wall.distance(p + Vec3d{step, 0, 0}) - here,
                          wall.distance(p + Vec3d{0, step, 0}) - here,
                          wall.distance(p + Vec3d{0, 0, step}) - here});
}

// Whether the wall is a sheet as seen from p, rather than an edge that ends near p: while one moves
// along a sheet, one way or the other, the direction away from it stays the same.
bool isSheet(const MeshDistance& wall, const Vec3d& p, double spacing) {
  constexpr double kSame = 0.99;  // cosine; beside an edge it turns by more than that
  const double step = 0.005 * spacing;
  const Vec3d away = gradient(wall, p, step);
  const Vec3d axis = std::abs(away.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d u = normalised(cross(away, axis)) * (0.3 * spacing);
  for (const Vec3d& along : {u, cross(away, u)}) {
    const double ahead = dot(away, gradient(wall, p + along, step));
    const double behind = dot(away, gradient(wall, p - along, step));
    if (std::max(ahead, behind) < kSame) return false;
  }
  return true;
}

bool hasParallelSheetAt(const WallChart& other, const SurfacePoint& point, double spacing) {
  const Vec3d& p = point.position;
  if (!other.wall.mesh.bounds().grown(spacing).contains(p)) return false;
  const double gap = other.distance.distance(p);
  if (gap < kCoincident * spacing || gap > kThin * spacing) return false;
  const Vec3d away = gradient(other.distance, p, 0.005 * spacing);
  return std::abs(dot(away, point.normal)) > kParallel && isSheet(other.distance, p, spacing);
}

template <class Predicate>
std::optional<Vec3d> firstWhere(const std::vector<SurfacePoint>& points, Predicate&& predicate) {
  const auto found = std::find_if(points.begin(), points.end(), predicate);
  return found == points.end() ? std::nullopt : std::optional(found->position);
}

// From either wall, since the points of a large one may miss a small one.
std::optional<Vec3d> firstGap(const WallChart& a, const std::vector<SurfacePoint>& onA,
                              const WallChart& b, const std::vector<SurfacePoint>& onB,
                              double spacing) {
  const auto nearTo = [&](const WallChart& other) {
    return [&](const SurfacePoint& point) { return hasParallelSheetAt(other, point, spacing); };
  };
  const auto gap = firstWhere(onA, nearTo(b));
  return gap ? gap : firstWhere(onB, nearTo(a));
}

template <class... Args>
void warn(std::vector<Finding>& findings, fmt::format_string<Args...> form, Args&&... args) {
  findings.push_back({Severity::Warning, fmt::format(form, std::forward<Args>(args)...)});
}

}  // namespace

WallChart::WallChart(const AssembledWall& assembled)
    : wall(assembled),
      report(checkMesh(assembled.mesh)),
      distance(assembled.mesh),
      closed(report.closed()),
      inverted(closed && assembled.mesh.signedVolume() < 0) {}

std::string pointText(const Vec3d& p) {
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", p.x, p.y, p.z);
}

void examineMesh(const WallChart& chart, bool fromFile, std::vector<Finding>& findings) {
  if (!fromFile) return;
  const MeshReport& report = chart.report;
  const auto note = [&](Severity severity, std::size_t count, const char* text) {
    if (count > 0)
      findings.push_back(
          {severity, fmt::format("solid \"{}\": {} {}", chart.wall.name, count, text)});
  };
  note(Severity::Note, report.openEdges, "open edges; fluid passes where the surface is missing");
  note(Severity::Note, report.degenerateTriangles, "triangles without area");
  note(Severity::Note, report.duplicateTriangles, "triangles twice in the mesh");
  note(Severity::Note, report.nonManifoldEdges, "edges shared by more than two triangles");
  note(Severity::Warning, report.flippedEdges, "edges between triangles that face opposite sides");
  if (chart.inverted)
    warn(findings, "solid \"{}\": its triangles face inwards; reverse their order",
         chart.wall.name);
}

void examineThickness(std::span<const WallChart> charts, const WorldParams& world,
                      std::vector<Finding>& findings) {
  const std::string spacing = entryName(&Scene::world) + "." + entryName(&WorldParams::spacing);
  std::vector<std::vector<SurfacePoint>> points;
  for (const WallChart& chart : charts) points.push_back(surfacePoints(chart.wall, world));

  for (std::size_t a = 0; a < charts.size(); ++a) {
    if (!charts[a].closed) continue;
    const auto thin = firstWhere(
        points[a], [&](const auto& point) { return isThinAt(charts[a], point, world.spacing); });
    if (thin)
      warn(findings,
           "solid \"{}\": thinner than a spacing at {}, so that the fluid on one side "
           "feels the other; thicken it or lower {}",
           charts[a].wall.name, pointText(*thin), spacing);
  }
  for (std::size_t a = 0; a < charts.size(); ++a)
    for (std::size_t b = a + 1; b < charts.size(); ++b) {
      // Particles get into no wedge that is too narrow for them.
      const auto forced = [](const WallChart& c) {
        return c.wall.solid.surface.coupling->correctsPaths;
      };
      if (forced(charts[a]) && forced(charts[b])) continue;
      const auto gap = firstGap(charts[a], points[a], charts[b], points[b], world.spacing);
      if (gap)
        warn(findings,
             "solids \"{}\" and \"{}\": less than a spacing apart at {}; join them, part them or "
             "lower {}",
             charts[a].wall.name, charts[b].wall.name, pointText(*gap), spacing);
    }
}

}  // namespace shoal
