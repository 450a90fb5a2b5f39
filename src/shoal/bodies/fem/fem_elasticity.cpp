#include "shoal/bodies/fem/fem_elasticity.h"

#include <algorithm>
#include <array>

#include "shoal/core/parallel.h"
#include "shoal/core/portable.h"

namespace shoal {

namespace {

constexpr std::size_t kGroupChunk = 32;  // groups of elements per task
constexpr std::size_t kMostPoints = 4;   // of an element

std::vector<Lame> lameOfAll(std::span<const FemMaterial> materials) {
  std::vector<Lame> lame;
  for (const FemMaterial& one : materials) lame.push_back(lameOf(one.young, one.poisson));
  return lame;
}

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
      lame_(lameOfAll(materials)),
      points_(makePoints(mesh)),
      groups_(mesh, points_, lame_),
      places_(mesh.elements() * pairsOf(mesh.nodesEach)),
      forces_(mesh.nodes.size()),
      stiffness_(places_.size()) {
  for (std::uint32_t n = 0; n < places_.size(); ++n) places_[n] = {n & ~(1u << 31), 0};
}

Matrix3 FemElasticity::elasticDeformation(std::size_t point, std::span<const Vec3d> x) const {
  const Matrix3 f = gradientAt(points_[point], mesh_.of(point / pointsEach(mesh_)), x);
  return plasticInverse_.empty() ? f : f * plasticInverse_[point];
}

void FemElasticity::evaluate(std::span<const Vec3d> x, const Damping& damping, bool makePositive) {
  const FemState state{.law = law_,
                       .makePositive = makePositive,
                       .x = x.data(),
                       .plasticInverse = plasticInverse_.empty() ? nullptr : plasticInverse_.data(),
                       .elements = mesh_.elements(),
                       .dampingTime = damping.time,
                       .dampingStep = damping.step,
                       .from = damping.from.data(),
                       .u = damping.u.data()};
  parallelChunks(
      groups_.size(),
      [&](Range r, std::size_t) {
        FemGroupResult result;
        for (std::size_t g = r.begin; g != r.end; ++g) {
          evaluateGroup(groups_, g, state, result);
          store(g * kArrayLanes, result);
        }
      },
      kGroupChunk);
}

// The elements of a group, from `element` on.
void FemElasticity::store(std::size_t element, const FemGroupResult& result) {
  const std::size_t nodes = mesh_.nodesEach, pairs = pairsOf(nodes);
  const std::size_t count = std::min(kArrayLanes, mesh_.elements() - element);
  for (std::size_t l = 0; l < count; ++l) {
    Vec3d* force = &forces_[(element + l) * nodes];
    for (std::size_t a = 0; a < nodes; ++a)
      force[a] = {result.force[a][0].of[l], result.force[a][1].of[l], result.force[a][2].of[l]};
    const Place* place = &places_[(element + l) * pairs];
    for (std::size_t p = 0; p < pairs; ++p) {
      const auto& from = result.stiffness[p];
      Matrix3& to = stiffness_[place[p].at];
      const std::size_t down = place[p].transposed ? 1 : 3, right = 4 - down;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) to.a[i * down + j * right] = from[i][j].of[l];
    }
  }
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
  const FemState state{.law = law_,
                       .x = x.data(),
                       .plasticInverse = plasticInverse_.empty() ? nullptr : plasticInverse_.data(),
                       .elements = mesh_.elements()};
  const std::size_t each = pointsEach(mesh_);
  std::vector<double> energies(points_.size());
  parallelChunks(
      groups_.size(),
      [&](Range r, std::size_t) {
        std::array<LaneArray, kMostPoints> ofPoints;
        for (std::size_t g = r.begin; g != r.end; ++g) {
          elasticEnergy(groups_, g, state, ofPoints.data());
          const std::size_t first = g * kArrayLanes;
          for (std::size_t l = 0; l < std::min(kArrayLanes, mesh_.elements() - first); ++l)
            for (std::size_t q = 0; q < each; ++q)
              energies[(first + l) * each + q] = ofPoints[q].of[l];
        }
      },
      kGroupChunk);
  return parallelSum(points_.size(), 0.0, [&](std::size_t point) {
    return energies[point] + (damping.time > 0 ? dissipation(point, damping) : 0);
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
