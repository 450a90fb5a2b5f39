#include "shoal/output/foam_frames.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "shoal/core/error.h"
#include "shoal/coupling/sample_places.h"
#include "shoal/geometry/mesh/mesh_check.h"
#include "shoal/sph/boundary/sample_volume.h"

namespace shoal {

namespace {

constexpr double kFurthest = 0.4;  // spacings that a particle may move in a step, as in a run
constexpr int kMostSteps = 1000;   // between two frames

template <class T>
const std::vector<T>& columnOf(const OwnedParticleTable& table, const char* name,
                               const std::filesystem::path& file) {
  if (const std::vector<T>* column = table.column<T>(name)) return *column;
  fail("{}: has no {} of its particles, which foam needs; let the run write vtp or bgeo",
       file.string(), name);
}

// Where fluid is beside a solid, as a scene has it that does not say so.
FluidRoom roomOf(const TriangleMesh& mesh, std::span<const Vec3f> fluid) {
  if (!checkMesh(mesh).closed()) return FluidRoom::BothSides;
  const Box3d box = mesh.bounds();
  const bool holdsAll = !fluid.empty() && std::all_of(fluid.begin(), fluid.end(), [&](Vec3f x) {
    return box.contains(Vec3d(x));
  });
  return holdsAll ? FluidRoom::Inside : FluidRoom::Outside;
}

// On which side of a mesh the solid is.
SolidSide sideOf(const TriangleMesh& mesh, FluidRoom room) {
  if (room == FluidRoom::BothSides) return SolidSide::None;
  return (room == FluidRoom::Inside) != (mesh.signedVolume() < 0) ? SolidSide::Above
                                                                  : SolidSide::Below;
}

}  // namespace

FoamFrames::FoamFrames(const RunFolder& folder, const Scene& scene, Solids solidsAt)
    : files_(folder.listFrames()),
      scene_(scene),
      solidsAt_(std::move(solidsAt)),
      kernel_(scene.kernel()),
      period_(periodOf(scene.world)),
      grid_(kernel_.radius, kernel_.dimensions, CellGrid::Form::Automatic, period_),
      wallGrid_(grid_),
      obstacles_(kernel_.dimensions) {
  if (files_.empty())
    fail("{}: has no frames of particles to make foam of; let the scene write vtp or bgeo",
         folder.path().string());
  after_ = read(0);
  for (const TriangleMesh& solid : after_.solids) rooms_.push_back(roomOf(solid, after_.x));
}

long FoamFrames::number() const { return RunFolder::frameNumber(files_[at_]); }

FoamFrames::Frame FoamFrames::read(std::size_t k) const {
  const OwnedParticleTable table = readFrame(files_[k], scene_.run.fps);
  const auto& v = columnOf<Vec3f>(table, "velocity", files_[k]);
  const auto& id = columnOf<std::uint32_t>(table, "id", files_[k]);
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!isFinite(v[i]))
      fail("{}: the velocity of particle {} is not a finite number; the run had diverged",
           files_[k].string(), i);
  std::vector<std::uint32_t> order(id.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return id[a] < id[b]; });
  Frame frame;
  frame.time = table.time;
  for (const std::uint32_t i : order) {
    frame.x.push_back(table.positions[i]);
    frame.v.push_back(v[i]);
    frame.id.push_back(id[i]);
  }
  if (solidsAt_) frame.solids = solidsAt_(RunFolder::frameNumber(files_[k]));
  return frame;
}

bool FoamFrames::next() {
  if (at_ + 1 == files_.size()) return false;
  before_ = std::move(after_);
  after_ = read(++at_);
  if (!(after_.time > before_.time))
    fail("{}: is not later than the frame before it", files_[at_].string());
  pair();
  setObstacles();
  return true;
}

void FoamFrames::pair() {
  pairs_.clear();
  const auto &a = before_.id, &b = after_.id;
  for (std::uint32_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) pairs_.emplace_back(i, j);
    const bool first = a[i] <= b[j], second = b[j] <= a[i];
    i += first;
    j += second;
  }
}

int FoamFrames::steps() const {
  double fastest = 0;
  for (const Frame* frame : {&before_, &after_})
    for (const Vec3f& v : frame->v) fastest = std::max(fastest, double(length(v)));
  const double way = fastest * (after_.time - before_.time);
  const double steps = std::ceil(way / (kFurthest * scene_.world.spacing));
  return std::clamp(static_cast<int>(std::min(steps, double(kMostSteps))), 1, kMostSteps);
}

void FoamFrames::setObstacles() {
  // Pieces that broke off came after the first frame.
  for (std::size_t s = rooms_.size(); s < after_.solids.size(); ++s)
    rooms_.push_back(roomOf(after_.solids[s], {}));
  obstacles_.clear();
  for (std::size_t s = 0; s < before_.solids.size(); ++s)
    obstacles_.add(before_.solids[s], rooms_[s]);
  setWalls();
}

// Solids that change the number of their vertices stay as they are until the frame.
void FoamFrames::moveObstacles(double share) {
  for (std::size_t s = 0; s < std::min(before_.solids.size(), after_.solids.size()); ++s) {
    const TriangleMesh &a = before_.solids[s], &b = after_.solids[s];
    if (a.vertices.size() != b.vertices.size() || a.vertices == b.vertices) continue;
    TriangleMesh between = a;
    for (std::size_t v = 0; v < a.vertices.size(); ++v)
      between.vertices[v] = a.vertices[v] + share * (b.vertices[v] - a.vertices[v]);
    obstacles_.deform(s, between);
  }
}

// Samples on solids where they are in the frame before: they tell surfaces from what lies at a
// wall, for which this is near enough.
void FoamFrames::setWalls() {
  const SamplePlacement placement{scene_.world.spacing,
                                  fitThinWall(kernel_, scene_.world.spacing).standoff};
  std::vector<Vec3f> samples;
  for (std::size_t s = 0; s < before_.solids.size(); ++s) {
    const TriangleMesh& mesh = before_.solids[s];
    if (mesh.triangles.empty()) continue;
    for (const Vec3f& x :
         placeSamples(mesh, sideOf(mesh, rooms_[s]), placement, kernel_.dimensions).first)
      samples.push_back(period_.wrapped(x));
  }
  wallGrid_.build(samples);
  walls_.set.resize(samples.size());
  for (std::size_t b = 0; b < samples.size(); ++b) {
    walls_.x[b] = samples[wallGrid_.order()[b]];
    walls_.repels[b] = 0;
    walls_.layer[b] = 0;
  }
  computeSampleVolumes(walls_, wallGrid_, kernel_);
}

// Cubic Hermite interpolation of places, and its derivative.
void FoamFrames::setFluid(double share) {
  const double dt = after_.time - before_.time, s = share;
  const std::size_t n = pairs_.size();
  std::vector<Vec3f> x(n), v(n);
  parallelFor(n, [&](std::size_t k) {
    const auto [a, b] = pairs_[k];
    const Vec3d from(before_.x[a]), way(period_.shortest(after_.x[b] - before_.x[a]));
    const Vec3d v0 = dt * Vec3d(before_.v[a]), v1 = dt * Vec3d(after_.v[b]);
    const Vec3d c = 3.0 * way - 2.0 * v0 - v1, d = v0 + v1 - 2.0 * way;
    x[k] = period_.wrapped(Vec3f(from + s * (v0 + s * (c + s * d))));
    v[k] = Vec3f((v0 + s * (2.0 * c + 3.0 * s * d)) / dt);
  });
  grid_.build(x);
  x_.resize(n);
  v_.resize(n);
  id_.resize(n);
  parallelFor(n, [&](std::size_t k) {
    const std::uint32_t i = grid_.order()[k];
    x_[k] = x[i];
    v_[k] = v[i];
    id_[k] = before_.id[pairs_[i].first];
  });
  near_.build(x_, grid_, kernel_.radius, true);
  nearWalls_.build(x_, wallGrid_, kernel_.radius, false);
}

void FoamFrames::advance(Foam& foam) {
  constexpr std::uint64_t kStepsPerFrame = std::uint64_t{1} << 20;
  const int count = steps();
  const double dt = (after_.time - before_.time) / count;
  foam.forgetSolids();
  for (int k = 0; k < count; ++k) {
    setFluid(double(k) / count);
    obstacles_.beginStep();
    foam.advance({.x = x_,
                  .v = v_,
                  .id = id_,
                  .grid = grid_,
                  .near = near_,
                  .walls = walls_.x.span(),
                  .wallVolume = walls_.volume.span(),
                  .nearWalls = &nearWalls_},
                 dt, static_cast<std::uint64_t>(number()) * kStepsPerFrame + std::uint64_t(k));
    moveObstacles(double(k + 1) / count);
    foam.settle(obstacles_, dt);
  }
}

Box3d FoamFrames::bounds() const {
  Box3d box;
  for (const Frame& frame : {after_, read(files_.size() - 1)}) {
    for (const Vec3f& x : frame.x) box.extend(Vec3d(x));
    for (const TriangleMesh& solid : frame.solids)
      if (!solid.vertices.empty()) box.extend(solid.bounds());
  }
  return box;
}

}  // namespace shoal
