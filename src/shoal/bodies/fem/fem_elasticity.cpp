#include "shoal/bodies/fem/fem_elasticity.h"

#include "shoal/core/parallel.h"

namespace shoal {

namespace {

constexpr std::size_t kElementChunk = 128;

using Gradients = std::array<Vec3d, kMostNodes>;

// The block between two nodes whose gradients, turned by v^T, are p and q: C_ijkl p_j q_l with the
// entries of C that an isotropic material has between the rotations of its stretch.
struct BlockMaker {
  explicit BlockMaker(const StretchStiffness& k)
      : stretching(k.stretching),
        direct((k.shearing + k.turning) / 2.0),
        crossed((k.shearing - k.turning) / 2.0) {}

  Matrix3 operator()(const Vec3d& p, const Vec3d& q) const {
    const Vec3d pq{p.x * q.x, p.y * q.y, p.z * q.z};
    const Matrix3& h = stretching;
    return {{h.a[0] * pq.x + direct.z * pq.y + direct.y * pq.z,
             h.a[1] * p.x * q.y + crossed.z * p.y * q.x, h.a[2] * p.x * q.z + crossed.y * p.z * q.x,
             h.a[3] * p.y * q.x + crossed.z * p.x * q.y,
             h.a[4] * pq.y + direct.z * pq.x + direct.x * pq.z,
             h.a[5] * p.y * q.z + crossed.x * p.z * q.y, h.a[6] * p.z * q.x + crossed.y * p.x * q.z,
             h.a[7] * p.z * q.y + crossed.x * p.y * q.z,
             h.a[8] * pq.z + direct.y * pq.x + direct.x * pq.y}};
  }

  Matrix3 stretching;
  Vec3d direct, crossed;
};

}  // namespace

FemElasticity::FemElasticity(const FemMesh& mesh, FemLaw law, std::span<const FemStuff> stuff)
    : mesh_(mesh),
      law_(law),
      points_(makePoints(mesh)),
      forces_(mesh.nodes.size()),
      stiffness_(mesh.elements() * pairsOf(mesh.nodesEach)) {
  for (const FemStuff& one : stuff) lame_.push_back(lameOf(one.young, one.poisson));
}

Matrix3 FemElasticity::elasticDeformation(std::size_t point, std::span<const Vec3d> x) const {
  const Matrix3 f = gradientAt(points_[point], mesh_.of(point / pointsEach(mesh_)), x);
  return plasticInverse_.empty() ? f : f * plasticInverse_[point];
}

void FemElasticity::evaluate(std::span<const Vec3d> x, const Damping& damping, bool makePositive) {
  const std::size_t nodes = mesh_.nodesEach, each = pointsEach(mesh_);
  parallelChunks(
      mesh_.elements(),
      [&](Range r, std::size_t) {
        for (std::size_t e = r.begin; e != r.end; ++e) {
          std::fill_n(&forces_[e * nodes], nodes, Vec3d{});
          std::fill_n(&stiffness_[e * pairsOf(nodes)], pairsOf(nodes), Matrix3{});
          for (std::size_t point = e * each; point != (e + 1) * each; ++point) {
            addElastic(point, x, makePositive);
            if (damping.time > 0) addDamping(point, damping);
          }
        }
      },
      kElementChunk);
}

// With F = u s v^T the stress is P = u p(s) v^T, the force on node a -V P grad N_a.
void FemElasticity::addElastic(std::size_t point, std::span<const Vec3d> x, bool makePositive) {
  const std::size_t nodes = mesh_.nodesEach, e = point / pointsEach(mesh_);
  const FemPoint& at = points_[point];
  const Stretch f = stretchOf(elasticDeformation(point, x));
  const Vec3d stress = stretchStress(law_, lame_[e], f.s).stress;
  StretchStiffness k = stretchStiffness(law_, lame_[e], f.s);
  if (makePositive) k = positive(k);

  const Matrix3 vt = plasticInverse_.empty() ? transposed(f.v)
                                             : transposed(f.v) * transposed(plasticInverse_[point]);
  const Matrix3 up = f.u * Matrix3::diagonal(-at.volume * stress);
  Gradients turned;
  for (std::size_t a = 0; a < nodes; ++a) {
    turned[a] = vt * at.gradients[a];
    forces_[e * nodes + a] += up * turned[a];
  }
  const BlockMaker block(k);
  const Matrix3 uv = at.volume * f.u, ut = transposed(f.u);
  Matrix3* out = &stiffness_[e * pairsOf(nodes)];
  for (std::size_t a = 0; a < nodes; ++a)
    for (std::size_t b = a; b < nodes; ++b) *out++ += uv * block(turned[a], turned[b]) * ut;
}

// Viscous stress F (2 mu D + lambda tr D) with D the rate of Green's strain: Rayleigh's damping of
// the undeformed solid, carried along so that turning is not slowed down.
void FemElasticity::addDamping(std::size_t point, const Damping& damping) {
  const std::size_t nodes = mesh_.nodesEach, e = point / pointsEach(mesh_);
  const FemPoint& at = points_[point];
  const auto node = mesh_.of(e);
  const auto [lambda, mu] = lame_[e];
  const Matrix3 f = gradientAt(at, node, damping.from);
  const Matrix3 rate = transposed(f) * gradientAt(at, node, damping.u);
  const double scale = damping.time * at.volume;
  const Matrix3 stress =
      (-scale) *
      (f * (mu * (rate + transposed(rate)) + lambda * trace(rate) * Matrix3::identity()));
  Matrix3* out = &stiffness_[e * pairsOf(nodes)];
  const double perStep = scale / damping.step;
  Gradients carried;
  for (std::size_t a = 0; a < nodes; ++a) {
    carried[a] = f * at.gradients[a];
    forces_[e * nodes + a] += stress * at.gradients[a];
  }
  const Matrix3 ff = mu * (f * transposed(f));
  for (std::size_t a = 0; a < nodes; ++a)
    for (std::size_t b = a; b < nodes; ++b)
      *out++ +=
          perStep * (lambda * outer(carried[a], carried[b]) + mu * outer(carried[b], carried[a]) +
                     dot(at.gradients[a], at.gradients[b]) * ff);
}

double FemElasticity::dissipation(std::size_t point, const Damping& damping) const {
  const FemPoint& at = points_[point];
  const auto node = mesh_.of(point / pointsEach(mesh_));
  const auto [lambda, mu] = lame_[point / pointsEach(mesh_)];
  const Matrix3 half =
      transposed(gradientAt(at, node, damping.from)) * gradientAt(at, node, damping.u);
  const Matrix3 rate = 0.5 * (half + transposed(half));
  return damping.step * damping.time * at.volume *
         (mu * trace(rate * rate) + lambda / 2 * sq(trace(rate)));
}

double FemElasticity::energy(std::span<const Vec3d> x, const Damping& damping) const {
  return parallelSum(points_.size(), 0.0, [&](std::size_t point) {
    const Vec3d s = stretchOf(elasticDeformation(point, x)).s;
    const Lame& lame = lame_[point / pointsEach(mesh_)];
    return points_[point].volume * stretchStress(law_, lame, s).energy +
           (damping.time > 0 ? dissipation(point, damping) : 0);
  });
}

}  // namespace shoal
