#include "shoal/bodies/fem/fem_group.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shoal/bodies/fem/fem_group.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include "shoal/bodies/fem/fem_lanes.h"

HWY_BEFORE_NAMESPACE();
namespace shoal::HWY_NAMESPACE {

// The block K_ab / V, seen in the axes u, between two nodes whose gradients in the axes v are
// p = v^T grad N_a and q = v^T grad N_b:  B_ik = sum_jl C_ijkl p_j q_l,  K_ab = V u B u^T.
// Of an isotropic material only these entries of C = dP/dF, between u^T and v, are not zero
// [SGK19]:
//   C_iikk = d^2 Psi / ds_i ds_k             (stretching)
//   C_ijij = (shearing + turning) / 2        (direct),   i != j
//   C_ijji = (shearing - turning) / 2        (crossed),  i != j
// where shearing and turning are the eigenvalues (P_i +- P_j) / (s_i +- s_j) of the modes that
// shear the axes i and j and turn them.
template <class R>
struct BlockMaker {
  HWY_INLINE explicit BlockMaker(const LaneStiffness<R>& k) : stretching(k.stretching) {
    for (std::size_t i = 0; i < 3; ++i) {
      direct[i] = (k.shearing[i] + k.turning[i]) / R(2.0);
      crossed[i] = (k.shearing[i] - k.turning[i]) / R(2.0);
    }
  }

  HWY_INLINE LaneMatrix<R> operator()(const LaneVec<R>& p, const LaneVec<R>& q) const {
    LaneMatrix<R> b;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      b(i, i) =
          stretching(i, i) * (p[i] * q[i]) + direct[k] * (p[j] * q[j]) + direct[j] * (p[k] * q[k]);
      b(i, j) = stretching(i, j) * (p[i] * q[j]) + crossed[k] * (p[j] * q[i]);
      b(i, k) = stretching(i, k) * (p[i] * q[k]) + crossed[j] * (p[k] * q[i]);
    }
    return b;
  }

  LaneMatrix<R> stretching;
  LaneVec<R> direct, crossed;
};

// kDoubleLanes elements of a group, from lane `from` on.
template <std::size_t nodes>
class LaneElements {
 public:
  using R = WideDouble;

  HWY_INLINE LaneElements(const FemGroups& groups, std::size_t group, const FemState& state,
                          std::size_t from, FemGroupResult& result)
      : groups_(groups), group_(group), state_(state), from_(from), result_(result) {
    read(lame_.lambda, groups.lambda[group]);
    read(lame_.mu, groups.mu[group]);
  }

  // Of all points of the elements.
  HWY_INLINE void energy(LaneArray* to) {
    for (std::size_t q = 0; q < kPoints; ++q) {
      readPoint(q);
      LaneMatrix<R> f = gradientOf(state_.x);
      if (state_.plasticInverse) f = f * plasticInverse(q);
      const LaneVec<R> s = stretchOf(f).s;
      write(volume_ * stretchStress(state_.law, lame_, s).energy, to[q]);
    }
  }

  HWY_INLINE void evaluate() {
    for (auto& force : force_)
      for (R& component : force.c) component = R(0.0);
    for (std::size_t q = 0; q < kPoints; ++q) addPoint(q);
    if constexpr (kPoints == 1) completeRows();
    for (std::size_t a = 0; a < nodes; ++a)
      for (std::size_t i = 0; i < 3; ++i) write(force_[a][i], result_.force[a][i]);
  }

 private:
  static constexpr std::size_t kPoints = nodes == 4 ? 1 : 4;
  // The gradients of the shape functions add up to zero, and so do the rows of the stiffness: the
  // blocks of the first node of a linear element follow from the others.
  static constexpr std::size_t kFirst = kPoints == 1 ? 1 : 0;

  HWY_INLINE void read(R& to, const LaneArray& from) const { load(to, from.of.data() + from_); }
  HWY_INLINE void write(R from, LaneArray& to) const { store(from, to.of.data() + from_); }

  HWY_INLINE LaneVec<R> at(std::size_t a, const Vec3d* values) const {
    const auto& node = groups_.node[group_ * nodes + a];
    double axis[3][kDoubleLanes];
    for (std::size_t l = 0; l < kDoubleLanes; ++l) {
      const Vec3d& value = values[node[from_ + l]];
      axis[0][l] = value.x;
      axis[1][l] = value.y;
      axis[2][l] = value.z;
    }
    LaneVec<R> r;
    for (std::size_t i = 0; i < 3; ++i) load(r[i], axis[i]);
    return r;
  }

  // sum_a values_a (grad N_a)^T.
  HWY_INLINE LaneMatrix<R> gradientOf(const Vec3d* values) const {
    LaneMatrix<R> f;
    for (R& entry : f.a) entry = R(0.0);
    for (std::size_t a = 0; a < nodes; ++a) {
      const LaneVec<R> value = at(a, values);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) f(i, j) += value[i] * gradient_[a][j];
    }
    return f;
  }

  HWY_INLINE LaneMatrix<R> plasticInverse(std::size_t q) const {
    double entry[9][kDoubleLanes];
    for (std::size_t l = 0; l < kDoubleLanes; ++l) {
      const std::size_t e = std::min(group_ * kArrayLanes + from_ + l, state_.elements - 1);
      for (std::size_t k = 0; k < 9; ++k) entry[k][l] = state_.plasticInverse[e * kPoints + q].a[k];
    }
    LaneMatrix<R> m;
    for (std::size_t k = 0; k < 9; ++k) load(m.a[k], entry[k]);
    return m;
  }

  HWY_INLINE void readPoint(std::size_t q) {
    const std::size_t point = group_ * kPoints + q;
    read(volume_, groups_.volume[point]);
    for (std::size_t a = 0; a < nodes; ++a)
      for (std::size_t i = 0; i < 3; ++i)
        read(gradient_[a][i], groups_.gradient[(point * nodes + a) * 3 + i]);
  }

  HWY_INLINE void addPoint(std::size_t q) {
    readPoint(q);
    addElastic(q);
    if (state_.dampingTime > 0) addDamping();
  }

  // f_a = -V P grad N_a. With F_e = F F_p^-1, P grad N_a becomes P_e (F_p^-T grad N_a).
  HWY_INLINE void addElastic(std::size_t q) {
    const LaneMatrix<R> deformation = gradientOf(state_.x);
    LaneStretch<R> f;
    LaneMatrix<R> vt;
    if (state_.plasticInverse) {
      const LaneMatrix<R> inverse = plasticInverse(q);
      f = stretchOf(deformation * inverse);
      vt = transposed(f.v) * transposed(inverse);
    } else {
      f = stretchOf(deformation);
      vt = transposed(f.v);
    }
    LaneVec<R> stress = stretchStress(state_.law, lame_, f.s).stress;
    for (std::size_t i = 0; i < 3; ++i) stress[i] = -volume_ * stress[i];
    LaneStiffness<R> k = stretchStiffness(state_.law, lame_, f.s);
    if (state_.makePositive) k = positive(k);

    const LaneMatrix<R> up = scaledColumns(f.u, stress);
    LaneVec<R> turned[nodes];
    for (std::size_t a = 0; a < nodes; ++a) {
      turned[a] = vt * gradient_[a];
      const LaneVec<R> f_a = up * turned[a];
      for (std::size_t i = 0; i < 3; ++i) force_[a][i] += f_a[i];
    }
    const BlockMaker<R> block(k);
    const LaneMatrix<R> ut = transposed(f.u);
    LaneMatrix<R> uv = f.u;
    for (R& entry : uv.a) entry = volume_ * entry;
    for (std::size_t a = kFirst; a < nodes; ++a)
      for (std::size_t b = a; b < nodes; ++b) {
        const LaneMatrix<R> k_ab = uv * block(turned[a], turned[b]) * ut;
        if (q == 0)
          put(a, b, k_ab);
        else
          add(a, b, k_ab);
      }
  }

  // Viscous stress P_v = beta F (2 mu D + lambda tr(D) I) with D = sym(F^T dF/dt) the rate of
  // Green's strain: Rayleigh's damping of the undeformed solid, beta times its stiffness, carried
  // along with F so that rotation is not damped.
  HWY_INLINE void addDamping() {
    const LaneMatrix<R> f = gradientOf(state_.from);
    const LaneMatrix<R> rate = transposed(f) * gradientOf(state_.u);
    const R scale = R(state_.dampingTime) * volume_, perStep = scale / R(state_.dampingStep);
    LaneMatrix<R> viscous;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        viscous(i, j) = lame_.mu * (rate(i, j) + rate(j, i));
        if (i == j) viscous(i, j) += lame_.lambda * (rate(0, 0) + rate(1, 1) + rate(2, 2));
        viscous(i, j) = -scale * viscous(i, j);
      }
    const LaneMatrix<R> stress = f * viscous, ff = f * transposed(f);
    LaneVec<R> carried[nodes];
    for (std::size_t a = 0; a < nodes; ++a) {
      carried[a] = f * gradient_[a];
      const LaneVec<R> f_a = stress * gradient_[a];
      for (std::size_t i = 0; i < 3; ++i) force_[a][i] += f_a[i];
    }
    for (std::size_t a = kFirst; a < nodes; ++a)
      for (std::size_t b = a; b < nodes; ++b) {
        const R both = lame_.mu * dot(gradient_[a], gradient_[b]);
        LaneMatrix<R> k_ab;
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t j = 0; j < 3; ++j)
            k_ab(i, j) = perStep * (lame_.lambda * (carried[a][i] * carried[b][j]) +
                                    lame_.mu * (carried[b][i] * carried[a][j]) + both * ff(i, j));
        add(a, b, k_ab);
      }
  }

  HWY_INLINE LaneMatrix<R> stored(std::size_t a, std::size_t b) const {
    LaneMatrix<R> k;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        read(k(i, j), result_.stiffness[pairIndex(a, b, nodes)][i][j]);
    return k;
  }
  HWY_INLINE void put(std::size_t a, std::size_t b, const LaneMatrix<R>& k) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        write(k(i, j), result_.stiffness[pairIndex(a, b, nodes)][i][j]);
  }
  HWY_INLINE void add(std::size_t a, std::size_t b, const LaneMatrix<R>& more) {
    LaneMatrix<R> k = stored(a, b);
    for (std::size_t i = 0; i < 9; ++i) k.a[i] += more.a[i];
    put(a, b, k);
  }

  HWY_INLINE void completeRows() {
    LaneMatrix<R> own;
    for (R& entry : own.a) entry = R(0.0);
    for (std::size_t b = 1; b < nodes; ++b) {
      LaneMatrix<R> k_0b;
      for (R& entry : k_0b.a) entry = R(0.0);
      for (std::size_t a = 1; a < nodes; ++a) {
        const LaneMatrix<R> k_ab = a <= b ? stored(a, b) : transposed(stored(b, a));
        for (std::size_t i = 0; i < 9; ++i) k_0b.a[i] -= k_ab.a[i];
      }
      put(0, b, k_0b);
      for (std::size_t i = 0; i < 9; ++i) own.a[i] -= k_0b.a[i];
    }
    put(0, 0, own);
  }

  const FemGroups& groups_;
  std::size_t group_;
  const FemState& state_;
  std::size_t from_;
  FemGroupResult& result_;
  LaneLame<R> lame_;
  R volume_;
  LaneVec<R> gradient_[nodes];
  LaneVec<R> force_[nodes];
};

void evaluateLanes(const FemGroups& groups, std::size_t group, const FemState& state,
                   FemGroupResult& result) {
  for (std::size_t from = 0; from < kArrayLanes; from += kDoubleLanes)
    if (groups.nodesEach == 4)
      LaneElements<4>(groups, group, state, from, result).evaluate();
    else
      LaneElements<10>(groups, group, state, from, result).evaluate();
}

void energyLanes(const FemGroups& groups, std::size_t group, const FemState& state,
                 LaneArray* energy) {
  FemGroupResult unused;
  for (std::size_t from = 0; from < kArrayLanes; from += kDoubleLanes)
    if (groups.nodesEach == 4)
      LaneElements<4>(groups, group, state, from, unused).energy(energy);
    else
      LaneElements<10>(groups, group, state, from, unused).energy(energy);
}

}  // namespace shoal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace shoal {

HWY_EXPORT(evaluateLanes);
HWY_EXPORT(energyLanes);

void elasticEnergy(const FemGroups& groups, std::size_t group, const FemState& state,
                   LaneArray* energy) {
  HWY_DYNAMIC_DISPATCH(energyLanes)(groups, group, state, energy);
}

void evaluateGroup(const FemGroups& groups, std::size_t group, const FemState& state,
                   FemGroupResult& result) {
  HWY_DYNAMIC_DISPATCH(evaluateLanes)(groups, group, state, result);
}

FemGroups::FemGroups(const FemMesh& mesh, std::span<const FemPoint> points,
                     std::span<const Lame> lame)
    : nodesEach(mesh.nodesEach), pointsEach(shoal::pointsEach(mesh)) {
  const std::size_t count = (mesh.elements() + kArrayLanes - 1) / kArrayLanes;
  node.resize(count * nodesEach);
  lambda.resize(count);
  mu.resize(count);
  volume.resize(count * pointsEach);
  gradient.resize(count * pointsEach * nodesEach * 3);
  for (std::size_t n = 0; n < count * kArrayLanes; ++n) {
    const std::size_t e = std::min(n, mesh.elements() - 1);
    const std::size_t group = n / kArrayLanes, lane = n % kArrayLanes;
    lambda[group].of[lane] = lame[e].lambda;
    mu[group].of[lane] = lame[e].mu;
    for (std::size_t a = 0; a < nodesEach; ++a) node[group * nodesEach + a][lane] = mesh.of(e)[a];
    for (std::size_t q = 0; q < pointsEach; ++q) {
      const FemPoint& point = points[e * pointsEach + q];
      const std::size_t to = group * pointsEach + q;
      volume[to].of[lane] = point.volume;
      for (std::size_t a = 0; a < nodesEach; ++a)
        for (std::size_t i = 0; i < 3; ++i)
          gradient[(to * nodesEach + a) * 3 + i].of[lane] = point.gradients[a][i];
    }
  }
}

}  // namespace shoal
#endif  // HWY_ONCE
