#include "shoal/coupling/volumes/surface_guard.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "shoal/bodies/contact/proximity.h"
#include "shoal/core/parallel.h"
#include "shoal/geometry/mesh/mesh_offset.h"

namespace shoal {

namespace {

constexpr int kMostRounds = 12;    // of hits that are corrected one after the other
constexpr int kMostAdvances = 60;  // towards a hit

// A particle that is nearer already may come nearer by this factor in a step, and no more.
constexpr double kCloser = 0.9;
// Shares of the distances that are tried in turn where surfaces leave no room for them.
constexpr std::array<double, 3> kTight{1, 0.1, 0.01};

}  // namespace

// Where a particle comes too near to a triangle.
struct SurfaceGuard::Hit {
  double time = 2;  // of the step
  Vec3d normal;     // from the triangle to the particle
  Vec3d foot;       // m, where the closest point of the triangle is at the end
  Vec3d moved;      // m, by how much it moves in the step
  double distance;  // m, to be kept
  bool stops;       // see Bounds
};

void SurfaceGuard::watch(std::size_t solid, const Body& body, const Bounds& bounds) {
  bodies_.push_back({solid, &body, bounds, 0, {}, {}});
  otherBodies_ = true;
}

void SurfaceGuard::forget(std::size_t solid) {
  std::erase_if(bodies_, [&](const Watched& watched) { return watched.solid == solid; });
  near_.clear();
  otherBodies_ = true;
}

std::vector<Vec3d> SurfaceGuard::Watched::vertices() const {
  const BodySurface& surface = body->surface();
  if (!(bounds.depth > 0)) return surface.x;
  TriangleMesh below{surface.x, surface.triangles};
  offsetMesh(below, -bounds.depth);
  return std::move(below.vertices);
}

void SurfaceGuard::begin(const FluidParticles& fluid, const FluidSurroundings& around) {
  for (Watched& watched : bodies_) {
    watched.start = watched.vertices();
    watched.revision = watched.body->surface().revision;
  }
  const BoundarySamples& walls = around.boundary;
  std::vector<std::vector<Near>> found(chunkCount(fluid.size()));
  parallelChunks(fluid.size(), [&](Range chunk, std::size_t c) {
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      float nearest = std::numeric_limits<float>::max();
      for (const std::uint32_t b : around.near.boundaryOfFluid.of(i)) {
        const Vec3f apart = around.period.shortest(fluid.x[i] - walls.x[b]);
        nearest = std::min(nearest, dot(apart, apart));
      }
      if (nearest < std::numeric_limits<float>::max())
        found[c].push_back({static_cast<std::uint32_t>(i), std::sqrt(nearest), fluid.x[i]});
    }
  });
  near_.clear();
  for (const std::vector<Near>& some : found) near_.insert(near_.end(), some.begin(), some.end());
}

// A body whose triangles changed in this step is passed over: nobody knows which became which.
void SurfaceGuard::seeBodies() {
  for (Watched& watched : bodies_) {
    if (watched.revision != watched.body->surface().revision) watched.start.clear();
    if (!watched.lost()) watched.now = watched.vertices();
  }
}

double SurfaceGuard::furthestMove() const {
  double furthest = 0;
  for (const Watched& watched : bodies_)
    furthest = std::max(furthest, parallelMax(watched.start.size(), 0.0, [&](std::size_t v) {
                          const Vec3d moved = watched.now[v] - watched.start[v];
                          return dot(moved, moved);
                        }));
  return std::sqrt(furthest);
}

void SurfaceGuard::coverTriangles() {
  std::uint64_t revision = 0;
  std::uint32_t first = 0;
  for (Watched& watched : bodies_) {
    watched.first = first;
    if (!watched.lost())
      first += static_cast<std::uint32_t>(watched.body->surface().triangles.size());
    revision += watched.body->surface().revision;
  }
  const bool sameTriangles =
      !std::exchange(otherBodies_, false) && boxes_.size() == first && treeRevision_ == revision;
  treeRevision_ = revision;
  boxes_.resize(first);
  for (const Watched& watched : bodies_) {
    if (watched.lost()) continue;
    const std::vector<Triangle>& triangles = watched.body->surface().triangles;
    parallelFor(triangles.size(), [&](std::size_t t) {
      Box3f box;
      for (const std::uint32_t v : triangles[t]) {
        box.extend(Vec3f(watched.start[v]));
        box.extend(Vec3f(watched.now[v]));
      }
      boxes_[watched.first + t] = box.grown(static_cast<float>(watched.bounds.distance));
    });
  }
  if (sameTriangles)
    tree_.refit(boxes_);
  else
    tree_.build(boxes_);
}

const SurfaceGuard::Watched& SurfaceGuard::ownerOf(std::uint32_t triangle) const {
  std::size_t k = bodies_.size() - 1;
  while (bodies_[k].first > triangle || bodies_[k].lost()) --k;
  return bodies_[k];
}

Box3f SurfaceGuard::around(const Way& way) const {
  Box3f box;
  box.extend(Vec3f(way.from));
  box.extend(Vec3f(way.to));
  return box;
}

// By conservative advancement: for as long as no point of the triangle can have come too near, time
// may pass.
bool SurfaceGuard::firstHit(const Way& way, const std::vector<std::uint32_t>& triangles,
                            double share, Hit& hit) const {
  hit.time = 2;
  for (const std::uint32_t t : triangles) {
    const Watched& watched = ownerOf(t);
    const Triangle& corners = watched.body->surface().triangles[t - watched.first];
    FourPoints start{way.from}, move{way.to - way.from};
    for (std::size_t c = 0; c < 3; ++c) {
      start[c + 1] = watched.start[corners[c]];
      move[c + 1] = watched.now[corners[c]] - start[c + 1];
    }
    const double speed = fastestApproach(false, move);
    Proximity near = proximity(false, start);
    const double keep = std::min(share * watched.bounds.distance, kCloser * near.distance);
    if (!(near.distance > 0) || near.distance - speed > keep) continue;
    double time = 0;
    for (int k = 0; k < kMostAdvances && near.distance > 1.001 * keep && time <= 1; ++k) {
      time += (near.distance - keep) / speed;
      FourPoints x;
      for (std::size_t p = 0; p < 4; ++p) x[p] = start[p] + std::min(time, 1.0) * move[p];
      near = proximity(false, x);
    }
    if (time > 1 || time >= hit.time) continue;
    FourPoints end;
    for (std::size_t p = 0; p < 4; ++p) end[p] = start[p] + move[p];
    hit = {time,
           near.normal,
           end[0] - weighted(near.weight, end),
           move[0] - weighted(near.weight, move),
           keep,
           watched.bounds.stops};
  }
  return hit.time <= 1;
}

// The first hit is corrected first; if surfaces leave no room, the particle comes nearer to them
// than it should, and at last goes where the one goes that it meets first.
void SurfaceGuard::keepAside(Way& way, double dt) const {
  std::vector<std::uint32_t> triangles;
  Hit hit;
  for (const double share : kTight) {
    for (int round = 0; round < kMostRounds; ++round) {
      triangles.clear();
      tree_.forEachOverlap(around(way), [&](std::uint32_t t) { triangles.push_back(t); });
      std::sort(triangles.begin(), triangles.end());
      if (!firstHit(way, triangles, share, hit)) return;
      way.stray = true;
      Vec3d normal = hit.normal;
      if (flat_) normal = normalised(Vec3d{normal.x, normal.y, 0});
      const double missing = 1.01 * hit.distance - dot(normal, way.to - hit.foot);
      way.to += std::max(missing, 1e-3 * hit.distance) * normal;
      if (hit.stops) way.v += std::max(0.0, -dot(normal, way.v - hit.moved / dt)) * normal;
    }
    way.to = way.from + hit.moved;
    if (flat_) way.to.z = 0;
  }
}

std::vector<VelocityChange> SurfaceGuard::correct(FluidParticles& fluid, double dt) {
  putBack_ = 0;
  seeBodies();
  const double byBodies = furthestMove();
  std::erase_if(near_, [&](const Near& near) {
    const double byFluid = double(length(fluid.x[near.particle] - near.start));
    return double(near.sample) > reach_ + byFluid + byBodies;
  });
  if (near_.empty()) return {};
  coverTriangles();
  std::vector<Way> ways(near_.size());
  parallelFor(near_.size(), [&](std::size_t k) {
    const std::uint32_t i = near_[k].particle;
    ways[k] = {Vec3d(near_[k].start), Vec3d(fluid.x[i]), Vec3d(fluid.v[i])};
    keepAside(ways[k], dt);
  });
  std::vector<VelocityChange> changes;
  for (std::size_t k = 0; k < near_.size(); ++k) {
    if (!ways[k].stray) continue;
    const std::uint32_t i = near_[k].particle;
    ++putBack_;
    fluid.x[i] = Vec3f(ways[k].to);
    const Vec3f dv = Vec3f(ways[k].v) - fluid.v[i];
    if (!(dv == Vec3f{})) changes.push_back({i, dv});
  }
  return changes;
}

}  // namespace shoal
