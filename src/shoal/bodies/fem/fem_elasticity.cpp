#include "shoal/bodies/fem/fem_elasticity.h"

#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

constexpr std::size_t kElementChunk = 128;

using Gradients = std::array<Vec3d, kMostNodes>;

// The block K_ab / V, seen in the axes u, between two nodes whose gradients in the axes v are
// p = v^T grad N_a and q = v^T grad N_b:  B_ik = sum_jl C_ijkl p_j q_l,  K_ab = V u B u^T.
// Of an isotropic material only these entries of C = dP/dF, between u^T and v, are not zero
// [SGK19]:
//   C_iikk = d^2 Psi / ds_i ds_k             (stretching)
//   C_ijij = (shearing + turning) / 2        (direct),   i != j
//   C_ijji = (shearing - turning) / 2        (crossed),  i != j
// where shearing and turning are the eigenvalues (P_i +- P_j) / (s_i +- s_j) of the modes that
// shear the axes i and j and turn them.
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

// Deviator of the logarithmic strains.
Vec3d shapeStrain(const Vec3d& s) {
  const Vec3d strain{portable::log(s.x), portable::log(s.y), portable::log(s.z)};
  const double mean = (strain.x + strain.y + strain.z) / 3;
  return strain - Vec3d{mean, mean, mean};
}

// Multiplicative plasticity F = F_e F_p [ITF04] with the yield, creep and largest strain of [MG04].
// In logarithmic strains e_i = ln s_i of F_e with deviator e', the von Mises stress is sigma =
// sqrt(3/2) 2 mu |e'|; beyond the yield a share (1 - yield / sigma) (1 - exp(-creep dt)) of e'
// moves from F_e to F_p. Deviations from [MG04]: the yield is a stress and not a strain, only what
// lies beyond it creeps, and volume is kept.
Matrix3 flowed(const Matrix3& plasticInverse, const Stretch& elastic, double mu, double dt,
               const FemPlasticityParams& params) {
  constexpr double kCrushed = 0.05;  // smaller stretches have no useful logarithm
  if (!(elastic.s.z > kCrushed)) return plasticInverse;
  const Vec3d strain = shapeStrain(elastic.s);
  const double stress = std::sqrt(1.5) * 2 * mu * length(strain);
  if (!(stress > params.yield)) return plasticInverse;
  const double share = (1 - params.yield / stress) * -portable::expm1(-params.creep * dt);
  const Vec3d back{portable::exp(-share * strain.x), portable::exp(-share * strain.y),
                   portable::exp(-share * strain.z)};
  const Matrix3 next =
      plasticInverse * (elastic.v * Matrix3::diagonal(back) * transposed(elastic.v));
  const auto lasting = [](const Matrix3& m) { return length(shapeStrain(stretchOf(m).s)); };
  const double size = lasting(next);
  const bool isTooMuch = size > params.maxPlasticity && size > lasting(plasticInverse);
  return isTooMuch ? plasticInverse : next;
}

}  // namespace

FemElasticity::FemElasticity(const FemMesh& mesh, FemLaw law,
                             std::span<const FemMaterial> materials)
    : mesh_(mesh),
      law_(law),
      points_(makePoints(mesh)),
      forces_(mesh.nodes.size()),
      stiffness_(mesh.elements() * pairsOf(mesh.nodesEach)) {
  for (const FemMaterial& one : materials) lame_.push_back(lameOf(one.young, one.poisson));
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

// f_a = -V P grad N_a. With F_e = F F_p^-1, P grad N_a becomes P_e (F_p^-T grad N_a).
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

// Viscous stress P_v = beta F (2 mu D + lambda tr(D) I) with D = sym(F^T dF/dt) the rate of Green's
// strain: Rayleigh's damping of the undeformed solid, beta times its stiffness, carried along with
// F so that rotation is not damped.
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

// Cauchy's stress sigma = P F^T / J = u diag(p_i s_i / J) u^T, J = s_1 s_2 s_3.
Matrix3 FemElasticity::stress(std::size_t element, std::span<const Vec3d> x) const {
  constexpr double kCrushed = 1e-3;  // the stress of nearly flat elements is meaningless
  const std::size_t each = pointsEach(mesh_);
  Matrix3 sum;
  double volume = 0;
  for (std::size_t point = element * each; point != (element + 1) * each; ++point) {
    volume += points_[point].volume;
    const Stretch f = stretchOf(elasticDeformation(point, x));
    if (!(f.s.z > kCrushed)) continue;
    const Vec3d p = stretchStress(law_, lame_[element], f.s).stress;
    const Vec3d cauchy{p.x / (f.s.y * f.s.z), p.y / (f.s.z * f.s.x), p.z / (f.s.x * f.s.y)};
    sum += points_[point].volume * (f.u * Matrix3::diagonal(cauchy) * transposed(f.u));
  }
  return (1 / volume) * sum;
}

double vonMises(const Matrix3& stress) {
  const double mean = (stress(0, 0) + stress(1, 1) + stress(2, 2)) / 3;
  const Matrix3 deviator = stress - mean * Matrix3::identity();
  double squares = 0;
  for (const double entry : deviator.a) squares += sq(entry);
  return std::sqrt(1.5 * squares);
}

void FemElasticity::flow(std::span<const Vec3d> x, double dt, const FemPlasticityParams& params) {
  if (plasticInverse_.empty()) plasticInverse_.assign(points_.size(), Matrix3::identity());
  parallelFor(points_.size(), [&](std::size_t point) {
    const Stretch elastic = stretchOf(elasticDeformation(point, x));
    const double mu = lame_[point / pointsEach(mesh_)].mu;
    plasticInverse_[point] = flowed(plasticInverse_[point], elastic, mu, dt, params);
  });
}

}  // namespace shoal
