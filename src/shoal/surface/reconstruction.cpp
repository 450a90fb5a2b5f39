#include "shoal/surface/reconstruction.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"
#include "shoal/geometry/contour/mesh_smoothing.h"
#include "shoal/geometry/contour/vertex_snapping.h"
#include "shoal/sph/kernels/lattice.h"
#include "shoal/surface/active_blocks.h"
#include "shoal/surface/block_sums.h"
#include "shoal/surface/level_profile.h"
#include "shoal/surface/lone_balls.h"
#include "shoal/surface/particle_sums.h"

namespace shoal {

namespace {

constexpr std::size_t kBlocksPerTask = 4;
constexpr std::size_t kWideRoom = 16;  // see particle_sums.h

// Spacings that water reaches into walls: enough to hide that its edge is round.
constexpr double kIntoWalls = 0.25;

// Of the weight of other fluids around a vertex: then it belongs to an interface.
constexpr float kAtInterface = 0.02f;

void requireSense(const SurfaceParticles& p) {
  if (!(p.spacing > 0 && std::isfinite(p.spacing)))
    fail("a surface needs the spacing of its particles, not {} m", p.spacing);
  if (p.dimensions != 2 && p.dimensions != 3)
    fail("surfaces have 2 or 3 dimensions, not {}", p.dimensions);
  const auto requireAll = [&](std::size_t n, const char* what) {
    if (n != 0 && n != p.x.size()) fail("{} particles have {} {}", p.x.size(), n, what);
  };
  requireAll(p.relativeDensity.size(), "densities");
  requireAll(p.phase.size(), "phases");
}

bool sameKernel(const KernelChoice& a, const KernelChoice& b) {
  return a.kind == b.kind && a.radius == b.radius && a.dimensions == b.dimensions &&
         a.scale == b.scale && a.evenPackingScale == b.evenPackingScale;
}

}  // namespace

struct SurfaceReconstruction::Impl {
  explicit Impl(ReconstructionParams p) : params(std::move(p)) {}

  // What depends on lengths and kernels, but not on the particles.
  struct Method {
    Method(const SurfaceParticles& p, const ReconstructionParams& params)
        : scale(p.spacing, params.support * p.spacing, p.dimensions),
          hasDensity(!p.relativeDensity.empty()),
          kernel(p.densityKernel),
          standoff(p.wallStandoff),
          field(params.field->make(scale)),
          profile(*field, scale, hasDensity ? &kernel : nullptr),
          points(scale) {
      // A plane of samples gives what is missing there.
      double row = 0;
      forEachLatticePoint(scale.dimensions - 1, scale.spacing, scale.support,
                          [&](double r) { row += scale.weight(portable::hypot(r, standoff)); });
      wallShare = std::max(
          0.0, (profile.valueAt(-kIntoWalls * scale.spacing) - profile.beforeWall()) / row);
    }
    bool fits(const SurfaceParticles& p) const {
      return scale.spacing == p.spacing && scale.dimensions == p.dimensions &&
             hasDensity == !p.relativeDensity.empty() && standoff == p.wallStandoff &&
             (!hasDensity || sameKernel(kernel, p.densityKernel));
    }

    FieldScale scale;
    bool hasDensity;
    KernelChoice kernel;
    double standoff;
    std::unique_ptr<SurfaceField> field;
    LevelProfile profile;
    FieldPoints points;
    double wallShare = 0;
  };

  void place(const SurfaceParticles& particles);
  void findLevels(const SurfaceParticles& particles, std::optional<std::uint32_t> phase);
  void keepApart(const SurfaceParticles& particles, std::uint32_t phase, std::size_t block);
  SurfaceMesh mesh(const SurfaceParticles& particles, std::optional<std::uint32_t> phase);
  void polish(SurfaceMesh& mesh, const SurfaceParticles& particles,
              std::optional<std::uint32_t> phase);
  void addColumns(SurfaceMesh& mesh, const SurfaceParticles& particles);
  void addLone(SurfaceMesh& mesh, const SurfaceParticles& particles,
               std::optional<std::uint32_t> phase);
  std::vector<float> meanAt(const SurfaceMesh& mesh, std::span<const float> sortedValues);
  template <class Value>
  std::vector<float> sorted(Value&& value) const;

  ReconstructionParams params;
  std::optional<Method> method;
  std::vector<BlockPlace> places;
  LevelBlocks blocks;
  BlockContour contour;
  VertexSnapping snapping;
  MeshAdjacency adjacency;
  MeshSmoothing smoothing;
};

// Sorts particles and samples, and finds the blocks that they act on.
void SurfaceReconstruction::Impl::place(const SurfaceParticles& particles) {
  requireSense(particles);
  if (!method || !method->fits(particles)) method.emplace(particles, params);
  FieldPoints& points = method->points;
  points.build(particles);
  const double cell = params.cell * particles.spacing, reach = method->field->reach();
  places = activeBlocks(points.grid(), cell, reach, particles.dimensions,
                        [&](std::size_t k) { return points.alone()[k] == 0; });
  if (!particles.walls.empty()) {
    points.buildWalls(particles, method->wallShare);
    places = joined(std::move(places),
                    activeBlocks(points.wallGrid(), cell, reach, particles.dimensions,
                                 [&](std::size_t k) { return points.wallWeight()[k] > 0; }));
  }
  method->field->prepare(points);
}

void SurfaceReconstruction::Impl::findLevels(const SurfaceParticles& particles,
                                             std::optional<std::uint32_t> phase) {
  blocks.reset(params.cell * particles.spacing, places);
  parallelChunks(
      blocks.size(),
      [&](Range range, std::size_t) {
        for (std::size_t b = range.begin; b < range.end; ++b) {
          const auto levels = blocks.levels(b);
          method->field->evaluate(blocks.place(b), blocks.cell(), levels);
          for (float& value : levels) value = method->profile.level(value);
          if (phase) keepApart(particles, *phase, b);
        }
      },
      kBlocksPerTask);
}

// The interface of a fluid with others is where their colours are equal. All see it at the same
// places, since those of the others have the same terms with opposite signs.
void SurfaceReconstruction::Impl::keepApart(const SurfaceParticles& particles, std::uint32_t phase,
                                            std::size_t block) {
  const FieldScale& scale = method->scale;
  const FieldPoints& points = method->points;
  static thread_local std::vector<BlockSource> sources;
  static thread_local std::vector<float> excess(kNodesOfBlock);
  sources.clear();
  FieldPoints::forEachNear(points.grid(), blocks.place(block), blocks.cell(), scale.support,
                           scale.dimensions, [&](std::uint32_t k, const Vec3f& x) {
                             const bool own = particles.phase[points.grid().order()[k]] == phase;
                             const float volume = 1 / points.density()[k];
                             sources.push_back({x, own ? volume : -volume});
                           });
  std::fill(excess.begin(), excess.end(), 0.0f);
  addColour(sources, static_cast<float>(scale.support / blocks.cell()),
            scale.dimensions == 2 ? 1 : static_cast<int>(kBlockNodes), excess.data());
  // Across a flat interface the excess grows by two where the kernel sums to one.
  const auto way = static_cast<float>(scale.factor * scale.support / 2);
  const auto levels = blocks.levels(block);
  for (std::size_t n = 0; n < kNodesOfBlock; ++n) levels[n] = std::max(levels[n], -way * excess[n]);
}

template <class Value>
std::vector<float> SurfaceReconstruction::Impl::sorted(Value&& value) const {
  const auto order = method->points.grid().order();
  std::vector<float> values(order.size() + kWideRoom);
  parallelFor(order.size(), [&](std::size_t k) { values[k] = value(order[k]); });
  return values;
}

std::vector<float> SurfaceReconstruction::Impl::meanAt(const SurfaceMesh& mesh,
                                                       std::span<const float> sortedValues) {
  const std::vector<Vec3f> at(mesh.vertices.begin(), mesh.vertices.end());
  std::vector<float> means(at.size());
  meanOf(method->points.grid(), at, static_cast<float>(method->scale.support), sortedValues, 0,
         means);
  return means;
}

// Clean-up, smoothing and normals. What belongs to an interface stays as the contour had it.
void SurfaceReconstruction::Impl::polish(SurfaceMesh& mesh, const SurfaceParticles& particles,
                                         std::optional<std::uint32_t> phase) {
  const bool space = particles.dimensions == 3;
  std::vector<std::uint8_t> fixed;
  if (phase) {
    const std::vector<float> others = meanAt(
        mesh, sorted([&](std::uint32_t i) { return particles.phase[i] == *phase ? 0.0f : 1.0f; }));
    for (const float share : others) fixed.push_back(share > kAtInterface ? 1 : 0);
  }
  if (params.cleanUp && space) {
    std::vector<std::uint32_t> kept;
    snapping.snap(mesh, blocks.cell(), kept, fixed);
    if (phase) {
      for (std::size_t v = 0; v < kept.size(); ++v) fixed[v] = fixed[kept[v]];
      fixed.resize(kept.size());
    }
  }
  if (space)
    adjacency.build(mesh.triangles, mesh.vertices.size());
  else
    adjacency.build(mesh.outline, mesh.vertices.size());
  if (params.smoothing > 0) {
    // [LBJB23] has weights by the number of neighbours around a vertex; packing is a measure of it.
    std::vector<float> weight = meanAt(mesh, method->points.packing());
    for (std::size_t v = 0; v < fixed.size(); ++v)
      if (fixed[v]) weight[v] = 0;
    if (space)
      smoothing.smooth(mesh, adjacency, weight, params.smoothing);
    else
      smoothing.smooth(std::span(mesh.vertices), adjacency, weight, params.smoothing);
  }
  if (!params.normals) return;
  if (space)
    vertexNormals(mesh, adjacency, mesh.normals);
  else
    outlineNormals(mesh.vertices, mesh.outline, mesh.normals);
}

void SurfaceReconstruction::Impl::addColumns(SurfaceMesh& mesh, const SurfaceParticles& particles) {
  for (const ParticleColumn& column : particles.columns) {
    if (const auto* values = std::get_if<std::span<const float>>(&column.values)) {
      mesh.columns.push_back(
          {column.name, meanAt(mesh, sorted([&](std::uint32_t i) { return (*values)[i]; }))});
    } else if (const auto* vectors = std::get_if<std::span<const Vec3f>>(&column.values)) {
      std::vector<Vec3f> means(mesh.vertices.size());
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::vector<float> one =
            meanAt(mesh, sorted([&](std::uint32_t i) { return (*vectors)[i][axis]; }));
        for (std::size_t v = 0; v < means.size(); ++v) means[v][axis] = one[v];
      }
      mesh.columns.push_back({column.name, std::move(means)});
    }
  }
}

void SurfaceReconstruction::Impl::addLone(SurfaceMesh& mesh, const SurfaceParticles& particles,
                                          std::optional<std::uint32_t> phase) {
  const FieldPoints& points = method->points;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const std::uint32_t i = points.grid().order()[k];
    if (!points.alone()[k] || (phase && particles.phase[i] != *phase)) continue;
    const std::size_t count = addBall(Vec3d(particles.x[i]), method->scale.ballRadius(),
                                      particles.dimensions, mesh, params.normals);
    std::size_t c = 0;
    for (const ParticleColumn& column : particles.columns)
      std::visit(
          [&](const auto& values) {
            using T = std::remove_const_t<typename std::decay_t<decltype(values)>::element_type>;
            if constexpr (!std::is_same_v<T, std::uint32_t>) {
              auto& to = std::get<std::vector<T>>(mesh.columns[c++].values);
              to.insert(to.end(), count, values[i]);
            }
          },
          column.values);
  }
}

SurfaceMesh SurfaceReconstruction::Impl::mesh(const SurfaceParticles& particles,
                                              std::optional<std::uint32_t> phase) {
  findLevels(particles, phase);
  SurfaceMesh mesh;
  if (particles.dimensions == 3)
    contour.triangles(blocks, mesh);
  else
    contour.outline(blocks, mesh.vertices, mesh.outline);
  polish(mesh, particles, phase);
  addColumns(mesh, particles);
  addLone(mesh, particles, phase);
  return mesh;
}

SurfaceReconstruction::SurfaceReconstruction(ReconstructionParams params)
    : impl_(std::make_unique<Impl>(std::move(params))) {
  validate(impl_->params, "surface");
}
SurfaceReconstruction::~SurfaceReconstruction() = default;
SurfaceReconstruction::SurfaceReconstruction(SurfaceReconstruction&&) noexcept = default;
SurfaceReconstruction& SurfaceReconstruction::operator=(SurfaceReconstruction&&) noexcept = default;

SurfaceMesh SurfaceReconstruction::surface(const SurfaceParticles& particles) {
  impl_->place(particles);
  return impl_->mesh(particles, std::nullopt);
}

std::vector<SurfaceMesh> SurfaceReconstruction::surfaces(const SurfaceParticles& particles) {
  impl_->place(particles);
  std::uint32_t count = particles.x.empty() ? 0 : 1;
  for (const std::uint32_t phase : particles.phase) count = std::max(count, phase + 1);
  std::vector<SurfaceMesh> meshes;
  for (std::uint32_t phase = 0; phase < count; ++phase)
    meshes.push_back(impl_->mesh(particles, count == 1 ? std::nullopt : std::optional(phase)));
  return meshes;
}

const LevelBlocks& SurfaceReconstruction::levels() const { return impl_->blocks; }

std::size_t SurfaceReconstruction::bytes() const {
  return (impl_->method ? impl_->method->points.bytes() : 0) + impl_->blocks.bytes() +
         impl_->contour.bytes() + impl_->adjacency.bytes();
}

SurfaceMesh reconstruct(const SurfaceParticles& particles, const ReconstructionParams& params) {
  return SurfaceReconstruction(params).surface(particles);
}

}  // namespace shoal
